/** The moment at which stories stand still. */
export const storyNowMs = Date.parse('2026-03-04T15:06:07+08:00');
