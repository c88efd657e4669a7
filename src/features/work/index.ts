export type { StatedPlace, Telephone, WorkActions } from './model/actions.ts';
export { fitPhoto } from './model/fitPhoto.ts';
export {
  draftSchema,
  emptyDraft,
  keptMineSchema,
  keptPhotoSchema,
  keptSessionSchema,
  nextToSend,
  photosOfStep,
  queuedSchema,
  withUploadedPhotos,
  type KeptMine,
  type KeptPhoto,
  type KeptWorkSession,
  type Queued,
} from './model/kept.ts';
export {
  openingState,
  reduceWork,
  type KeptOfUser,
  type UnsentOf,
  type WorkEvent,
  type WorkState,
} from './model/workState.ts';
export { WorkPage, type WorkPlace } from './WorkPage.tsx';
