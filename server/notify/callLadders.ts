import { run, type EventStore } from '../store/eventStore.ts';
import type { CallLadderTable } from '../store/rowTables.ts';

/** Returns the ladder of a rescue order, and the event with which its rounds began; undefined before its first round. */
export const findCallLadder = (
  { rows }: Pick<EventStore, 'rows'>,
  orderId: number,
): Promise<CallLadderTable | undefined> =>
  rows.selectFrom('call_ladders').selectAll().where('order_id', '=', orderId).executeTakeFirst();

/** Keeps the ladder of a call; a later beginning keeps the ladder and moves the rounds. Repeated it changes nothing. */
export async function keepCallLadder(
  store: EventStore,
  { orderId, ladderId, position }: { readonly orderId: number; readonly ladderId: number; readonly position: number },
): Promise<void> {
  await store.write(function* (queries) {
    yield* run(
      queries
        .insertInto('call_ladders')
        .values({ order_id: orderId, ladder_id: ladderId, begun_position: position })
        .onConflict((conflict) =>
          conflict
            .column('order_id')
            .doUpdateSet({ begun_position: position })
            .where('call_ladders.begun_position', '<', position),
        ),
    );
  });
}
