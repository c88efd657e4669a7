import type { ReadTurns } from './readTurns.ts';

/** The part of the turns that the broker uses. */
export type Turns<Connection extends object> = Pick<
  ReadTurns<Connection>,
  'behindMs' | 'isShort' | 'take' | 'isHolding' | 'forget' | 'deferred'
>;

/** No turns: every connection is read as its bytes arrive, and nothing is put off. */
export const plainTurns = <Connection extends object>(): Turns<Connection> => ({
  behindMs: 0,
  isShort: false,
  take: (_connection, arrived) => arrived.read(),
  isHolding: () => false,
  forget: () => undefined,
  deferred: () => undefined,
});
