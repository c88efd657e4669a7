export { HandOverNotice, type HandOverNoticeProps } from './HandOverNotice.tsx';
