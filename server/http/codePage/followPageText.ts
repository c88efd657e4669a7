import { reviewProblemLabels } from '../../../src/contract/reviews.ts';
import type { FollowedReview } from '../../queries/publicReviews.ts';
import { affectedForm, dayText } from './liftPageText.ts';
import { escapeHtml } from '../openPage.ts';
import { pageText, platformLine } from './pageFrame.ts';

export interface FollowPageParts {
  readonly code: string;
  readonly token: string;
  /** Undefined where there is no such review, or it cannot be read now. */
  readonly review: FollowedReview | undefined;
  readonly done?: string | undefined;
}

const stepsOf = (stage: string): readonly [boolean, boolean] => [
  stage !== 'pending',
  stage === 'repaired' || stage === 'done',
];

const line = (isDone: boolean, words: string) =>
  `<p class="step${isDone ? ' done' : ''}">${isDone ? '✔' : '○'} ${words}</p>`;

function faultCard({ code, token, review, done }: FollowPageParts): string {
  if (review?.fault == null || review.problem === null) return '';
  const { fault, problem } = review;
  const [isSent, isRepaired] = stepsOf(fault.stage);
  const end =
    fault.stage === 'falseReport'
      ? '<p class="step done">✔ 经现场检查未发现故障</p>'
      : line(isSent, '已派人处理') +
        line(
          isRepaired,
          fault.finishedAtMs === null || !isRepaired ? '已修复' : `已修复（${dayText(fault.finishedAtMs)}）`,
        );
  return `<section class="card"><h2>${reviewProblemLabels[problem]}</h2>${line(true, '已收到')}${end}
<div class="row"><span>${fault.reportNum} 人次遇到</span>${fault.isOpen ? affectedForm(code, problem, token) : ''}</div>${
    done === undefined ? '' : `<p class="good">${escapeHtml(done)}</p>`
  }</section>`;
}

const verdictWords: Readonly<Record<string, string>> = {
  published: '您的评价已公开。',
  kept: '您的评价已收到，供管理人员改进，不公开显示。',
  refused: '您的评价未被采纳',
};

function wordsCard(review: FollowedReview): string {
  const { score, text, photoNum, verdict, reason, answer, receivedAtMs } = review;
  const said = [
    dayText(receivedAtMs),
    ...(score === null ? [] : [`${score} 分`]),
    ...(photoNum === 0 ? [] : [`照片 ${photoNum} 张`]),
  ].join(' · ');
  const decided =
    verdict === null ? '等待审核。' : (verdictWords[verdict] ?? '') + (verdict === 'refused' ? `：${reason}` : '');
  return `<section class="card"><h2>您提交的内容</h2><p class="note">${said}</p>${
    text === '' ? '' : `<p class="said">${escapeHtml(text)}</p>`
  }<p class="note">${escapeHtml(decided)}</p>${
    answer === '' ? '' : `<p class="said"><b>答复：</b>${escapeHtml(answer)}</p>`
  }</section>`;
}

/** Returns the page about the outcome of one review, for the person who has its token. */
export function followPageText(parts: FollowPageParts): string {
  const { code, review } = parts;
  const body =
    review === undefined
      ? '<p class="card note">没有找到这条反馈，或暂时读取不到。请检查链接，稍后再试。</p>'
      : faultCard(parts) + wordsCard(review) + '<p class="second">收藏本页，随时查看进展。</p>';
  return pageText(
    '反馈进展',
    `<header>${platformLine}<h1>反馈进展</h1></header>${body}
<p class="second"><a href="/q/${escapeHtml(code)}">返回电梯页面</a></p>`,
  );
}
