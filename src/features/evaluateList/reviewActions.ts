import type { ReviewStep } from '../../contract/endpoints/review.ts';
import type { ReviewRow } from '../../contract/entities/review.ts';
import { reviewSteps } from '../../contract/events/review.ts';
import { longestReview } from '../../contract/reviews.ts';
import { offeredOf } from '../../machines/offeredOf.ts';
import { reviewLifecycle } from '../../machines/reviewLifecycle.ts';
import type { Viewer } from '../../machines/lifecycle.ts';
import type { Notify } from '../../streams/featureDeps.ts';
import type { RowAction } from '../../ui/list/listTypes.ts';

type TakeStep = (step: ReviewStep) => Promise<void>;

/** Names one review, so that no one answers or refuses the wrong one. */
const nameOf = ({ tag, problem_label: problem, score }: ReviewRow): string =>
  [tag, problem, score === null ? '' : `${score} 分`].filter((part) => part !== '').join(' · ');

const longestReason = 500;

/** The steps of a review that the machine offers this user now, each with the question that it asks first. */
export function reviewActions(take: TakeStep, viewer: Viewer, notify: Notify): readonly RowAction<ReviewRow>[] {
  const isOffered = (event: ReviewStep['event']) => (row: ReviewRow) =>
    row.state !== null && offeredOf(reviewLifecycle, row.state, viewer)?.includes(event) === true;
  const done = (event: ReviewStep['event'], row: ReviewRow): void =>
    notify.success(`已${reviewSteps[event].label}：${nameOf(row)}`);
  return [
    {
      id: 'publish',
      label: reviewSteps['review.published'].label,
      icon: 'eye',
      isOffered: isOffered('review.published'),
      confirm: {
        title: '公开评价',
        objectName: nameOf,
        message: '公开后，扫描这台电梯二维码的人都能看到文字与评分；照片不公开。请确认没有姓名、电话或门牌。',
        confirmLabel: '公开',
      },
      run: async (row) => {
        await take({ id: row.id, event: 'review.published', data: {} });
        done('review.published', row);
      },
    },
    {
      id: 'keep',
      label: reviewSteps['review.kept'].label,
      icon: 'eye-slash',
      isOffered: isOffered('review.kept'),
      confirm: {
        title: '评价仅内部可见',
        objectName: nameOf,
        message: '只有管理人员能看到；平均分仍计入。',
        confirmLabel: '仅内部',
        reason: { label: '不公开的原因', isRequired: true, placeholder: '至少 2 个字', maxLength: longestReason },
      },
      run: async (row, reason) => {
        await take({ id: row.id, event: 'review.kept', data: { reason } });
        done('review.kept', row);
      },
    },
    {
      id: 'refuse',
      label: reviewSteps['review.refused'].label,
      icon: 'ban',
      tone: 'danger',
      isOffered: isOffered('review.refused'),
      confirm: {
        title: '不采纳评价',
        objectName: nameOf,
        message: '不公开，也不计入平均分；提交人凭查询链接能看到原因。已开的故障不受影响。',
        confirmLabel: '不采纳',
        reason: {
          label: '不采纳的原因',
          isRequired: true,
          placeholder: '提交人可见，至少 2 个字',
          maxLength: longestReason,
        },
      },
      run: async (row, reason) => {
        await take({ id: row.id, event: 'review.refused', data: { reason } });
        done('review.refused', row);
      },
    },
    {
      id: 'answer',
      label: reviewSteps['review.answered'].label,
      icon: 'comment',
      isOffered: isOffered('review.answered'),
      confirm: {
        title: '答复评价',
        objectName: nameOf,
        message: '提交人凭查询链接能看到答复；公开的评价，扫码的人也能看到。',
        confirmLabel: '答复',
        reason: { label: '答复', isRequired: true, placeholder: '至少 2 个字', maxLength: longestReview },
      },
      run: async (row, text) => {
        await take({ id: row.id, event: 'review.answered', data: { text } });
        done('review.answered', row);
      },
    },
  ];
}
