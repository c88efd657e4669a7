export { HandOverNotice, type HandOverNoticeProps } from './HandOverNotice.tsx';
export type { HandOverAnswer } from './useHandOverKeys.ts';
