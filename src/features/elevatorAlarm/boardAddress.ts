import { boardViews, type BoardAsked } from './alarmSources.ts';

/** The part of the board's state that the address keeps, so that a link shows the same. */
export function askedOf(params: URLSearchParams): BoardAsked {
  const page = Number(params.get('page') ?? '1');
  const grouped = params.get('grouped');
  return {
    view: boardViews.find((view) => view === params.get('view')) ?? 'todo',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    grouped: grouped === null ? undefined : grouped === '1',
  };
}

/** The alarm whose detail is open. */
export function openIdOf(params: URLSearchParams): number | null {
  const id = Number(params.get('id') ?? '');
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** With these changes; null removes a member. */
export function withChanges(
  params: URLSearchParams,
  changes: Readonly<Record<string, string | null>>,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [key, value] of Object.entries(changes))
    if (value === null) next.delete(key);
    else next.set(key, value);
  return next;
}

/** Returns true if the server is asked for the same board. */
export const asksAlike = (one: BoardAsked, other: BoardAsked): boolean =>
  one.view === other.view && one.page === other.page && one.grouped === other.grouped;
