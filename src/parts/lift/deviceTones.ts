import type { StatusIndex } from '../../contract/labels.ts';
import type { Tone } from '../../ui/StatusTag/StatusTag.tsx';

/** By a device's status: not activated, online, offline, disabled. Someone disabled it on purpose and has to enable it again. */
const tones: Readonly<Record<StatusIndex, Tone>> = { 0: 'neutral', 1: 'ok', 2: 'offline', 3: 'medium' };
export const deviceTone = (status: StatusIndex): Tone => tones[status];
