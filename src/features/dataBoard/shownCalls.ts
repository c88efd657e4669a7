import type { BoardCall } from './boardCalls.ts';

/** The number of cards that the column holds at their full height, and closer together. */
export const fullCards = 4;
const closeCards = 8;

/** The content of the column of rescues from top to bottom: a call, or how many calls stand between its neighbours. */
export type ShownCall =
  | { readonly kind: 'call'; readonly call: BoardCall }
  | { readonly kind: 'between'; readonly count: number; readonly unanswered: number };

/** The oldest and the newest call that no one has answered. */
function endsOf(calls: readonly BoardCall[]): readonly BoardCall[] {
  const waiting = calls
    .filter(({ isUnanswered }) => isUnanswered)
    .toSorted((a, b) => a.sinceMs - b.sinceMs || a.id - b.id);
  return [...waiting.slice(0, 1), ...waiting.slice(-1)];
}

/**
 * The cards for calls that come worst first. Where there are more than the column holds, the newest and the oldest unanswered one
 * and the one in the centre always have a card, the worst take the rest, and each gap says how many calls stand in it.
 */
export function shownCalls(calls: readonly BoardCall[], current: BoardCall | null): readonly ShownCall[] {
  if (calls.length <= closeCards) return calls.map((call) => ({ kind: 'call', call }));
  // A gap takes about half a card: one card fewer leaves room for it.
  const room = closeCards - 1;
  const kept = new Set(endsOf(calls).map(({ id }) => id));
  if (current !== null) kept.add(current.id);
  for (const { id } of calls) if (kept.size < room) kept.add(id);
  const shown: ShownCall[] = [];
  let between: BoardCall[] = [];
  const closeGap = (): void => {
    if (between.length > 0)
      shown.push({
        kind: 'between',
        count: between.length,
        unanswered: between.filter(({ isUnanswered }) => isUnanswered).length,
      });
    between = [];
  };
  for (const call of calls) {
    if (!kept.has(call.id)) {
      between.push(call);
      continue;
    }
    closeGap();
    shown.push({ kind: 'call', call });
  }
  closeGap();
  return shown;
}
