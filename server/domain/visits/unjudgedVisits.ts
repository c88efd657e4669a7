import { streamName } from '../../../src/contract/streamName.ts';
import type { VisitFlag } from '../../../src/contract/visits/visitKinds.ts';
import { visitLifecycle } from '../../../src/machines/visitLifecycle.ts';
import type { DecisionParts } from '../decide.ts';

/** The last report of a stay speaks for a minute after it, and needs a moment on its way. */
const afterCheckOutMs = 2 * 60_000;
/** † The second worker's telephone may be without network in the shaft for so long before the record is taken for one person's. */
export const secondWorkerMs = 24 * 3_600_000;
/** A platform that was down for a day has many to judge; the next round takes the rest. */
const mostAtOnce = 200;

/** A submitted visit that waits for the device's word, with what its check-ins say already. */
interface Unjudged {
  readonly id: number;
  readonly stay: { readonly elevatorId: number; readonly fromMs: number; readonly toMs: number };
  readonly flags: readonly VisitFlag[];
}

/** Submitted visits without the device's word, whose stay is over for long enough; those on paper have no stay. */
export async function unjudgedVisits({ store, clock }: DecisionParts): Promise<readonly Unjudged[]> {
  const nowMs = clock.nowMs();
  const rows = await store.rows
    .selectFrom('visits')
    .select([
      'id',
      'elevator_id',
      'checked_in_at_ms',
      'checked_out_at_ms',
      'checked_in_num',
      'workers_needed',
      'rejected_num',
    ])
    .where('evidence', '=', '')
    .where('is_paper', '=', 0)
    .where('checked_out_at_ms', 'is not', null)
    .where('checked_out_at_ms', '<=', nowMs - afterCheckOutMs)
    .where('stage', 'in', ['submitted', 'signed'])
    .where((eb) =>
      eb.or([
        eb('checked_in_num', '>=', eb.ref('workers_needed')),
        eb('submitted_at_ms', '<=', nowMs - secondWorkerMs),
      ]),
    )
    .orderBy('checked_out_at_ms')
    .limit(mostAtOnce)
    .execute();
  return Promise.all(
    rows.map(async (row): Promise<Unjudged> => {
      const toMs = row.rejected_num === 0 ? row.checked_out_at_ms : await firstCheckOut(store, row.id);
      return {
        id: row.id,
        stay: {
          elevatorId: row.elevator_id,
          fromMs: row.checked_in_at_ms ?? row.checked_out_at_ms ?? 0,
          toMs: toMs ?? row.checked_out_at_ms ?? 0,
        },
        flags: row.checked_in_num < row.workers_needed ? ['oneWorker'] : [],
      };
    }),
  );
}

/** A rejected record is mostly put right at a desk: the stay is the one after which it was first submitted. */
async function firstCheckOut(store: DecisionParts['store'], id: number): Promise<number | undefined> {
  const events = (await store.readStream(streamName('visit', id))).map(({ type, data, actor, atMs, receivedAtMs }) =>
    visitLifecycle.parseEvent({ type, data, actor, atMs, receivedAtMs }),
  );
  const began = events.findLastIndex(({ type }) => type === 'visit.brokenOff');
  for (const event of events.slice(began + 1)) if (event.type === 'visit.submitted') return event.data.checkedOutAtMs;
  return undefined;
}
