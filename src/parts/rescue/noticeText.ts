/**
 * How far the notices have gone: `level` rounds in this wait, `earlier` notices before a claim lapsed and the rounds
 * began again. A round of notices is never called a level: levels are those of the rescue that is sent.
 */
export function noticeText(level: number, earlier = 0): string {
  if (level > 0) return `已通知第 ${level} 轮`;
  return earlier > 0 ? `重新振铃后尚未通知（此前已通知 ${earlier} 次）` : '尚未升级通知';
}
