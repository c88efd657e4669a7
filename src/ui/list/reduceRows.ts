import type { LoadFailure } from '../failure/toLoadFailure.ts';
import type { ListPage, RowId } from './listTypes.ts';

/**
 * The rows of a list. `ready` keeps the last good page while the next one is on its way, and when a reload of the same query failed
 * (`problem`): old rows that are marked as such are better than none. Rows never outlive their query. `round` grows with each wish to reload.
 */
export type RowsState<Row> =
  | { kind: 'loading'; round: number }
  | { kind: 'failed'; round: number; failure: LoadFailure; isRetrying: boolean }
  | {
      kind: 'ready';
      round: number;
      key: string;
      page: ListPage<Row>;
      atMs: number;
      isLoading: boolean;
      isStale: boolean;
      problem: LoadFailure | null;
    };

export type RowsEvent<Row> =
  | { kind: 'asked'; round: number }
  | { kind: 'loaded'; key: string; page: ListPage<Row>; atMs: number }
  | { kind: 'failed'; key: string; failure: LoadFailure }
  | { kind: 'reload' }
  | { kind: 'patch'; row: Row; rowId: (row: Row) => RowId }
  | { kind: 'remove'; id: RowId; rowId: (row: Row) => RowId }
  | { kind: 'stale' }
  | { kind: 'fresh' };

export function reduceRows<Row>(state: RowsState<Row>, event: RowsEvent<Row>): RowsState<Row> {
  switch (event.kind) {
    case 'asked':
      if (event.round !== state.round) return state;
      if (state.kind === 'ready') return { ...state, isLoading: true };
      return state.kind === 'failed' ? { ...state, isRetrying: true } : state;
    case 'loaded':
      return {
        kind: 'ready',
        round: state.round,
        key: event.key,
        page: event.page,
        atMs: event.atMs,
        isLoading: false,
        isStale: false,
        problem: null,
      };
    case 'failed':
      if (state.kind === 'ready' && state.key === event.key && event.failure.kind !== 'denied')
        return { ...state, isLoading: false, problem: event.failure };
      return { kind: 'failed', round: state.round, failure: event.failure, isRetrying: false };
    case 'reload':
      return { ...state, round: state.round + 1 };
    case 'patch':
      if (state.kind !== 'ready') return state;
      return {
        ...state,
        page: {
          ...state.page,
          list: state.page.list.map((row) => (event.rowId(row) === event.rowId(event.row) ? event.row : row)),
        },
      };
    case 'remove': {
      if (state.kind !== 'ready') return state;
      const list = state.page.list.filter((row) => event.rowId(row) !== event.id);
      return {
        ...state,
        page: { ...state.page, list, total: state.page.total - (state.page.list.length - list.length) },
      };
    }
    case 'stale':
      return state.kind === 'ready' ? { ...state, isStale: true } : state;
    case 'fresh':
      // Changes that we were not notified of are known only to the server.
      return state.kind === 'ready' && state.isStale ? { ...state, round: state.round + 1 } : state;
  }
}
