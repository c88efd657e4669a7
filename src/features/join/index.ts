export { JoinPage, type JoinState } from './JoinPage.tsx';
