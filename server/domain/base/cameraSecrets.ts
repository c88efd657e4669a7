import { createSealedSecrets, type SealedSecrets } from './sealedSecrets.ts';

/** Seals the passwords with which pictures are fetched from cameras. */
export type CameraSecrets = SealedSecrets;

/** With the site's device key; the purpose is what the passwords of every site are sealed with, and never changes. */
export const createCameraSecrets = (siteKey: Buffer): CameraSecrets => createSealedSecrets(siteKey, ':cameras:1');
