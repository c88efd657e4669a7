export { HandOverNotice } from './HandOverNotice.tsx';
export type { HandOverAnswer } from './useHandOverKeys.ts';
