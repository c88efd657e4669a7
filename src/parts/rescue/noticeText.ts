/**
 * Returns the words for the progress of the notices: `level` rounds in this wait, `rounds` since the call, which differ once a claim lapsed
 * and the ladder began again. The number of a round is always counted from the call. A round of notices is never called a level: levels are
 * those of the rescue that is sent.
 */
export function noticeText(level: number, rounds = level): string {
  if (level > 0) return `已通知第 ${Math.max(level, rounds)} 轮`;
  return rounds > 0 ? `重新振铃后尚未通知（此前已通知 ${rounds} 轮）` : '尚未升级通知';
}

/** The same where only the rounds of this wait are known, because a claim lapsed before: their count, and no number of a round. */
export const noticeTextAfterLapse = (level: number): string =>
  level > 0 ? `重新振铃后已通知 ${level} 轮` : '重新振铃后尚未通知';
