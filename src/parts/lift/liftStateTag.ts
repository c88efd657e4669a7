import type { StatusTagProps, Tone } from '../../ui/StatusTag/StatusTag.tsx';

const tones: readonly Tone[] = ['ok', 'medium', 'neutral'];

/** Returns the tag of a lift that is in use, out of use or scrapped (0 to 2). */
export const liftStateTag = ({
  state,
  stateResult,
}: {
  readonly state: number;
  readonly stateResult: string;
}): StatusTagProps => ({
  label: stateResult,
  tone: tones[state] ?? 'neutral',
  ...(state === 2 ? { icon: 'ban' } : {}),
});

/** The same where only a lift that is not in use asks for a word; an earlier server did not say. */
export const unusedLiftTag = ({
  state = 0,
  stateResult = '',
}: {
  readonly state?: number | undefined;
  readonly stateResult?: string | undefined;
}): StatusTagProps | null => (state === 0 ? null : liftStateTag({ state, stateResult }));
