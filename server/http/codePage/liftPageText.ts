import { faultStageLabels } from '../../../src/contract/exceptions.ts';
import {
  bestScore,
  longestReview,
  mostReviewPhotos,
  reviewProblemLabels,
  type ReviewProblem,
} from '../../../src/contract/reviews.ts';
import { toDisplayTime, toWireTime } from '../../../src/contract/time.ts';
import { publicStateLabels } from '../../domain/city/publicLiftState.ts';
import type { CodeLift } from '../../queries/liftOfCode.ts';
import type { PublicReviews, PublishedReview } from '../../queries/publicReviews.ts';
import type { MissingLift } from './codeLookups.ts';
import type { LiftFacts } from './liftFacts.ts';
import { escapeHtml } from '../openPage.ts';
import {
  callBackField,
  callForm,
  dialled,
  pageText,
  platformLine,
  secondNumber,
  telephoneLink,
  whileWaiting,
} from './pageFrame.ts';

/** A typed review that could not be accepted as it was: it stands in the form again. */
export interface TypedReview {
  readonly form: 'problem' | 'score';
  readonly problem: string;
  readonly score: string;
  readonly text: string;
  /** Photos that were taken in already. */
  readonly photos: readonly string[];
  /** The reason why it was not accepted; empty while nothing was sent. */
  readonly message: string;
}

export interface LiftPageParts {
  /** The site's rescue hotline; undefined in a process that has not read it yet. */
  readonly hotline: string | undefined;
  readonly code: string;
  readonly found: { readonly lift: CodeLift; readonly more: LiftFacts } | MissingLift;
  /** For the photos of this view. */
  readonly ticket: string;
  readonly typed?: TypedReview | undefined;
  /** The step just taken, shown on top of the list of problems. */
  readonly done?: string | undefined;
}

/** `100101` as `100 101`, so that it can be read out. */
const inThrees = (digits: string): string => digits.replaceAll(/(\d{3})(?=\d)/g, '$1 ');

function heading({ found }: LiftPageParts): string {
  if (typeof found === 'string') return '<h1>电梯应急救援</h1>';
  const { lift, more } = found;
  const reason = more.state === 'outOfUse' && lift.stateReason !== '' ? `（${lift.stateReason}）` : '';
  return `<h1>${escapeHtml(`${lift.communityName} ${lift.addr}`.trim())}</h1>
<p class="state${more.state === 'normal' ? '' : ' off'}">本梯状态：${escapeHtml(publicStateLabels[more.state] + reason)}</p>`;
}

/** A call needs the code to be one of a lift, or not known not to be: a look-up that was too slow hides no button. */
const calls = ({ hotline, code, found }: LiftPageParts): string =>
  found === 'unknown' || code === ''
    ? telephoneLink(hotline, '我被困了') + secondNumber(hotline)
    : `<div class="calls">${callForm(code)}${telephoneLink(hotline, '打电话')}</div>${secondNumber(hotline)}${callBackField}`;

function place({ found, code }: LiftPageParts): string {
  if (typeof found !== 'string')
    return `<section class="card"><h2>把这六位数字告诉接线员</h2><p class="digits">${escapeHtml(inThrees(found.lift.rescueCode))}</p>
<p class="note">救援识别码，救援人员凭它找到这台电梯。</p></section>`;
  const why =
    found === 'unknown'
      ? '没有找到这个二维码对应的电梯，它可能印错或已经更换。'
      : `电梯信息暂时显示不出来，不影响${code === '' ? '' : '呼叫和'}拨打电话。`;
  return `<section class="card"><h2>告诉接线员您在哪里</h2><p class="note">${why}请说出小区、楼栋和单元，以及轿厢内标牌上的六位救援识别码。</p></section>`;
}

const fact = (label: string, value: string): string => `<dt>${label}</dt><dd>${value}</dd>`;

function unitLine({ role, name, telephone }: CodeLift['units'][number]): string {
  const link = telephone === '' ? '' : `，<a href="tel:${escapeHtml(dialled(telephone))}">${escapeHtml(telephone)}</a>`;
  return fact(role, `${escapeHtml(name)}${link}`);
}

/** Returns the known facts; unknown ones are not shown. */
function facts(lift: CodeLift, { service }: LiftFacts): string {
  const lines = [
    ...(service.last === null ? [] : [fact('上次维保', escapeHtml(service.last))]),
    ...(service.next === null ? [] : [fact('下次维保', escapeHtml(service.next))]),
    ...(lift.inspectedOn === null ? [] : [fact('上次检验', escapeHtml(lift.inspectedOn))]),
    ...(lift.nextInspectionOn === null ? [] : [fact('下次检验', escapeHtml(lift.nextInspectionOn))]),
    ...lift.units.map(unitLine),
  ];
  return lines.length === 0 ? '' : `<section class="card"><h2>电梯信息</h2><dl>${lines.join('')}</dl></section>`;
}

/** When the lift stands still as planned, and what its screens say. */
function noticesCard({ outage, notices }: LiftFacts): string {
  const lines = [
    ...(outage === undefined
      ? []
      : [
          `<p><strong>${outage.isActive ? '正在停梯' : '计划停梯'}</strong>：${minuteText(outage.fromMs)} 至 ${minuteText(outage.toMs)}，${escapeHtml(outage.reason)}</p>`,
        ]),
    ...notices.map(({ title, content }) => `<p><strong>${escapeHtml(title)}</strong><br>${escapeHtml(content)}</p>`),
  ];
  return lines.length === 0 ? '' : `<section class="card"><h2>公告</h2>${lines.join('')}</section>`;
}
const minuteText = (atMs: number): string => toDisplayTime(atMs).slice(5, 16);

const faultStageText = (stage: string): string =>
  Object.entries(faultStageLabels).find(([name]) => name === stage)?.[1] ?? '';

/** A press of it counts one more person; it opens nothing. */
export const affectedForm = (code: string, problem: ReviewProblem, back = ''): string =>
  `<form method="post" action="/q/${escapeHtml(code)}/also"><input type="hidden" name="problem" value="${problem}">${
    back === '' ? '' : `<input type="hidden" name="back" value="${escapeHtml(back)}">`
  }<button class="do small" type="submit">我也遇到</button></form>`;

function problemsCard(code: string, { problems }: PublicReviews, done: string | undefined): string {
  if (problems.length === 0 && done === undefined) return '';
  const lines = problems.map(
    ({ problem, stage, reportNum }) =>
      `<div class="row"><span>${reviewProblemLabels[problem]} · ${faultStageText(stage)} · ${reportNum} 人次</span>${affectedForm(code, problem)}</div>`,
  );
  return `<section class="card"><h2>正在处理的问题</h2>${done === undefined ? '' : `<p class="good">${escapeHtml(done)}</p>`}${lines.join('')}</section>`;
}

const stars = (score: number): string => '★'.repeat(score) + '☆'.repeat(Math.max(0, bestScore - score));
export const dayText = (atMs: number): string => toDisplayTime(toWireTime(atMs)).slice(0, 10);

function reviewLine({ score, problem, text, answer, receivedAtMs }: PublishedReview): string {
  const head = [
    ...(score === null ? [] : [stars(score)]),
    ...(problem === null ? [] : [reviewProblemLabels[problem]]),
    dayText(receivedAtMs),
  ];
  return `<div class="step"><p class="note">${head.join(' · ')}</p>${text === '' ? '' : `<p class="said">${escapeHtml(text)}</p>`}${
    answer === '' ? '' : `<p class="note said">答复：${escapeHtml(answer)}</p>`
  }</div>`;
}

function reviewsCard({ published, average }: PublicReviews): string {
  if (published.length === 0 && average === null) return '';
  const mean = average === null ? '' : `<p class="note">平均 ${average.score.toFixed(1)} 分（${average.num} 条）</p>`;
  return `<section class="card"><h2>乘客评价</h2>${mean}${published.map(reviewLine).join('')}</section>`;
}

const checked = (isChecked: boolean): string => (isChecked ? ' checked' : '');

/** The parts that both forms have: the words, the photos, the button. Texts come before files, so that they arrive though a file is too large. */
function formEnd(
  { ticket }: LiftPageParts,
  typed: TypedReview | undefined,
  placeholder: string,
  hasPhotos: boolean,
): string {
  const kept = typed?.photos ?? [];
  const left = Math.max(0, mostReviewPhotos - kept.length);
  return `<input type="hidden" name="ticket" value="${escapeHtml(ticket)}">
${kept.map((name) => `<input type="hidden" name="kept" value="${escapeHtml(name)}">`).join('')}
<textarea name="text" rows="3" maxlength="${longestReview}" placeholder="${placeholder}" aria-label="说明">${escapeHtml(typed?.text ?? '')}</textarea>
${kept.length === 0 ? '' : `<p class="note">已收到 ${kept.length} 张照片</p>`}
${
  hasPhotos
    ? Array.from(
        { length: left },
        (_, index) =>
          `<input type="file" name="photo" accept="image/jpeg,image/png" aria-label="照片 ${kept.length + index + 1}">`,
      ).join('')
    : ''
}
${hasPhotos ? '<p class="note">JPEG 或 PNG，每张最多 5 MB；照片里的位置信息会被清除。</p>' : ''}
<button class="do" type="submit">提交</button></form></details>`;
}

function reviewForm(parts: LiftPageParts, form: TypedReview['form']): string {
  const typed = parts.typed?.form === form ? parts.typed : undefined;
  const wrong =
    typed === undefined || typed.message === '' ? '' : `<p class="wrong" role="alert">${escapeHtml(typed.message)}</p>`;
  const start = (title: string) =>
    `<details class="card"${typed === undefined ? '' : ' open'}><summary>${title}</summary>${wrong}
<form method="post" enctype="multipart/form-data" action="/q/${escapeHtml(parts.code)}/review"><input type="hidden" name="form" value="${form}">`;
  if (form === 'problem') {
    const tiles = Object.entries(reviewProblemLabels).map(
      ([name, label]) =>
        `<label><input type="radio" name="problem" value="${name}" required${checked(typed?.problem === name)}>${label}</label>`,
    );
    return `${start('报告问题')}<div class="tiles">${tiles.join('')}</div>${formEnd(parts, typed, '什么时候、在几楼、怎样发生的', true)}`;
  }
  const scores = Array.from({ length: bestScore }, (_, index) => String(index + 1)).map(
    (score) =>
      `<label><input type="radio" name="score" value="${score}" required${checked(typed?.score === score)}>${score} 分</label>`,
  );
  return `${start('评价这台电梯')}<div class="tiles stars">${scores.join('')}</div>${formEnd(parts, typed, '可以写几句，审核后公开', false)}`;
}

/**
 * The page behind the code in the car, for a phone and without scripts: the call first, then what to tell and what to
 * do meanwhile, then what is known of the lift, and what its passengers say. It offers a number to call whatever else is missing.
 */
export function liftPageText(parts: LiftPageParts): string {
  const { found, code } = parts;
  const isLift = typeof found !== 'string';
  const title = isLift ? `${found.lift.communityName} ${found.lift.addr} · 电梯应急救援` : '电梯应急救援';
  const feedback = reviewForm(parts, 'problem') + reviewForm(parts, 'score');
  const rest = isLift
    ? noticesCard(found.more) +
      facts(found.lift, found.more) +
      workersLink(code) +
      problemsCard(code, found.more.reviews, parts.done) +
      feedback +
      reviewsCard(found.more.reviews)
    : // What somebody has typed is not lost because the lift cannot be read now.
      parts.typed === undefined
      ? ''
      : feedback;
  // After an error the form stands on top of what follows the call.
  return pageText(
    title,
    `<header>${platformLine}${heading(parts)}</header>${calls(parts)}${place(parts)}${whileWaiting}${rest}`,
  );
}

/** The way for a worker who has scanned the sign with the telephone's own camera. */
const workersLink = (code: string): string =>
  `<p class="note"><a href="/work?code=${encodeURIComponent(code)}">维保人员：打开维保工单</a></p>`;

/** Returns true if the page has a form: its policy allows one only then. */
export const liftPageHasForms = ({ found, code }: Pick<LiftPageParts, 'found' | 'code'>): boolean =>
  found !== 'unknown' && code !== '';
