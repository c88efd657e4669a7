/** One chunk: what every page inside needs. */
export { ScreenSlot } from './ScreenSlot.tsx';
export { SignedInLayout } from './SignedInLayout.tsx';
