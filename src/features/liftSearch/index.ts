export { LiftSearch } from './LiftSearch.tsx';
export { createLiftSearch } from './createLiftSearch.ts';
