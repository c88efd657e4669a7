import { readListViews, removeListViews, saveListView } from '../../domain/base/listViews.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';

export const listViewHandlers = ({
  store,
}: {
  readonly store: EventStore;
}): Pick<Handlers, 'listViews' | 'listViewSave' | 'listViewDelete'> => ({
  listViews: (_input, { principal }) => readListViews(store, principal.userId),
  listViewSave: (input, { principal }) => saveListView(store, principal.userId, input),
  async listViewDelete(ids, { principal }) {
    return { removed: await removeListViews(store, principal.userId, ids) };
  },
});
