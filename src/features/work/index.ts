export type { StatedPlace, Telephone } from './model/actions.ts';
export { fitPhoto } from './model/fitPhoto.ts';
export { WorkPage, type WorkPlace } from './WorkPage.tsx';
