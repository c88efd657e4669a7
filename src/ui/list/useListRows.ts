import { useCallback, useContext, useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { ReconnectsContext } from '../live/ReconnectsContext.ts';
import { toLoadFailure } from '../failure/toLoadFailure.ts';
import { reduceRows, type RowsEvent, type RowsState } from './reduceRows.ts';
import type { ListPage, ListScreenDefinition, LoadList, SubscribeList } from './listTypes.ts';

/** Many changes in a short time ask for one reload. */
const RELOAD_PAUSE_MS = 300;

interface ListRows<Row> {
  state: RowsState<Row>;
  reload: () => void;
}

/**
 * The rows of the query in `request`, reloaded when it changes, on request, and when the live source says
 * so. A newer request aborts the older one, so a late response never shows under another filter.
 */
export function useListRows<Row, Query>(
  screen: ListScreenDefinition<Row, Query>,
  request: { key: string; query: Query },
  subscribe: SubscribeList<Row> | undefined,
  readNowMs: () => number,
): ListRows<Row> {
  const [state, dispatch] = useReducer(reduceRows<Row>, { kind: 'loading', round: 0 });
  const { key, query } = request;
  const { load, rowId } = screen;
  const { round } = state;

  const readNow = useEffectEvent(readNowMs);
  // `query` is a new object on every render; `key` tells whether it differs.
  const ask = useEffectEvent((from: LoadList<Row, Query>, signal: AbortSignal) => from(query, signal));

  /** A change reported while an answer is on its way waits for it: changes that keep coming must not put off every answer. */
  const underWay = useRef({ isAsking: false, hasChanged: false });

  useEffect(() => {
    const abort = new AbortController();
    underWay.current = { isAsking: true, hasChanged: false };
    dispatch({ kind: 'asked', round });
    const settle = (event: RowsEvent<Row>): void => {
      if (abort.signal.aborted) return;
      const { hasChanged } = underWay.current;
      underWay.current = { isAsking: false, hasChanged: false };
      dispatch(event);
      if (hasChanged) dispatch({ kind: 'reload' });
    };
    ask(load, abort.signal).then(
      (page: ListPage<Row>) => settle({ kind: 'loaded', key, page, atMs: readNow() }),
      (error: unknown) => settle({ kind: 'failed', key, failure: toLoadFailure(error) }),
    );
    return () => abort.abort();
  }, [load, key, round]);

  const reload = useCallback(() => dispatch({ kind: 'reload' }), []);

  // A list that could not be read is read again as soon as the server can be reached: no one has to find the button.
  const reconnects = useContext(ReconnectsContext);
  const readAgain = useEffectEvent(() => {
    const failure = state.kind === 'failed' ? state.failure : state.kind === 'ready' ? state.problem : null;
    if (failure?.kind === 'offline') reload();
  });
  useEffect(() => {
    if (reconnects > 0) readAgain();
  }, [reconnects]);

  useEffect(() => {
    if (subscribe === undefined) return;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const stop = subscribe((change) => {
      if (change.kind === 'patch' || change.kind === 'remove') return dispatch({ ...change, rowId });
      if (change.kind !== 'refetch') return dispatch(change);
      timer ??= setTimeout(() => {
        timer = null;
        if (underWay.current.isAsking) underWay.current.hasChanged = true;
        else dispatch({ kind: 'reload' });
      }, RELOAD_PAUSE_MS);
    });
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [subscribe, rowId]);

  return { state, reload };
}
