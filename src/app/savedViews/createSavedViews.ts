import { BehaviorSubject, filter, map, shareReplay, switchMap } from 'rxjs';
import type { Call } from '../../contract/call.ts';
import type { OutputOf } from '../../contract/endpoint.ts';
import { listViewDelete, listViews, listViewSave } from '../../contract/endpoints/listView.ts';
import { loadWithRetry } from '../../streams/loading/loadWithRetry.ts';
import type { SavedView, SavedViews } from '../../ui/list/savedViews.ts';

const toView = ({ is_default: isDefault, ...view }: OutputOf<typeof listViews>[number]): SavedView => ({
  ...view,
  isDefault,
});

/** The user's views of all lists: read once, when the first list is shown, and again after each change. */
export function createSavedViews(call: Call): SavedViews {
  const changed$ = new BehaviorSubject<void>(undefined);
  const views$ = changed$.pipe(
    switchMap(() => loadWithRetry(() => call(listViews, {}, { quiet: true }))),
    filter((state) => state.kind === 'ready'),
    map(({ value }) => value.map(toView)),
    shareReplay({ bufferSize: 1, refCount: false }),
  );
  return {
    views$,
    async save({ isDefault, id, list, name, params, hidden }) {
      await call(
        listViewSave,
        {
          list,
          name,
          params: { ...params },
          hidden: [...hidden],
          is_default: isDefault,
          ...(id === undefined ? {} : { id }),
        },
        { quiet: true },
      );
      changed$.next();
    },
    async remove(id) {
      await call(listViewDelete, { id }, { quiet: true });
      changed$.next();
    },
  };
}
