import type { CallProgress } from '../../domain/records/passengerDesk.ts';
import { callForm, pageText, platformLine, secondNumber, telephoneLink, whileWaiting } from './pageFrame.ts';

/** As long as nobody has the call, the page offers the hotline again after this. */
const hotlineAfterMs = 60_000;
const refreshSeconds = 5;

export interface CallPageParts {
  readonly hotline: string | undefined;
  readonly code: string;
  /** Undefined while it cannot be read: the page tries again. */
  readonly progress: CallProgress | undefined;
  readonly nowMs: number;
  /** `left` or `unread`, of the number that the caller typed; anything else where none was. */
  readonly callBack?: string | undefined;
}

const expected = (expectedAtMs: number | null, nowMs: number): string => {
  if (expectedAtMs === null) return '';
  const minutes = Math.ceil((expectedAtMs - nowMs) / 60_000);
  return minutes > 0 ? `，预计 ${minutes} 分钟到` : '，已过预计时间，仍在途中';
};

function words({ stage, claimerId, expectedAtMs }: CallProgress, nowMs: number): { now: string; next: string } {
  const by = claimerId === null ? '' : `（工号 ${claimerId}）`;
  switch (stage) {
    case 'pending':
      return { now: '求救已收到，正在等待受理', next: '值班台正在响铃。请留在原地，不要扒门。' };
    case 'accepted':
      return { now: `已受理${by}`, next: `值班人员正在安排救援${expected(expectedAtMs, nowMs)}。` };
    case 'dispatched':
      return { now: `已受理${by}，救援人员在途`, next: `救援人员已出发${expected(expectedAtMs, nowMs)}。` };
    case 'arrived':
      return { now: `已受理${by}，救援人员已到现场`, next: '请听从救援人员指挥，等他们从外面开门。' };
    case 'released':
      return { now: '人员已脱困', next: '如仍有人被困，请立即拨打电话。' };
    case 'completed':
    case 'falseCall':
      return { now: '这次求救已结束', next: '如仍被困，请再次呼叫或拨打电话。' };
  }
}

function callBackNote(callBack: string | undefined): string {
  if (callBack === 'left') return '<p class="note">回拨号码已告知值班人员。</p>';
  return callBack === 'unread'
    ? '<p class="note">回拨号码无法识别，没有留下；求救不受影响，需要时请拨打电话。</p>'
    : '';
}

/** The live status of a call, loaded again every five seconds until it is over. */
export function callPageText({ hotline, code, progress, nowMs, callBack }: CallPageParts): string {
  const said =
    progress === undefined
      ? { now: '正在读取救援进展', next: '页面会自动刷新。如一直看不到进展，请拨打电话。' }
      : words(progress, nowMs);
  const isClosed = progress?.isClosed === true;
  const isUnheard = progress === undefined || (progress.waitedMs ?? 0) >= hotlineAfterMs;
  const again = isClosed
    ? `<div class="calls">${callForm(code, '仍被困')}${telephoneLink(hotline, '打电话')}</div>`
    : telephoneLink(hotline, isUnheard ? '请拨打热线' : '打电话', isUnheard);
  const urge =
    isUnheard && progress !== undefined && !isClosed
      ? '<p class="wrong" role="alert">还没有人受理，请现在拨打救援热线。求救仍然有效，值班台仍在响铃。</p>'
      : '';
  return pageText(
    '救援进展',
    `<header>${platformLine}<h1>救援进展</h1></header>
<section class="card" role="status"><p class="now">${said.now}</p><p class="note">${said.next}</p>${urge}${callBackNote(callBack)}</section>
<div class="card">${again}${secondNumber(hotline)}</div>
${whileWaiting}
${isClosed ? '' : '<p class="second">页面每 5 秒自动刷新，请不要关闭。</p>'}`,
    isClosed ? {} : { refreshSeconds },
  );
}

/** The call could not be recorded: the page does not pretend, and keeps both ways to call. */
export function callFailedText(hotline: string | undefined, code: string, isUnknown: boolean): string {
  const why = isUnknown
    ? '没有找到这个二维码对应的电梯，求救没有发出。'
    : '系统暂时没有记录您的求救，请立即拨打电话，或再试一次。';
  return pageText(
    '请拨打救援热线',
    `<header>${platformLine}<h1>请立即拨打电话</h1></header><p class="wrong" role="alert">${why}</p>
<div class="card">${telephoneLink(hotline, '请拨打热线', true)}${secondNumber(hotline)}</div>
${isUnknown ? '' : `<div class="card">${callForm(code, '再试一次')}</div>`}${whileWaiting}`,
  );
}
