import type { ElevatorProven } from '../../src/contract/endpoints/probe.ts';
import { callForHelpKinds } from '../../src/contract/labels.ts';
import { toWireTime } from '../../src/contract/time.ts';
import { testCallMark } from '../domain/records/testCalls.ts';
import type { EventStore } from '../store/eventStore.ts';

interface Proof<By extends string> {
  readonly atMs: number;
  readonly by: By;
}

const latestOf = <By extends string>(proofs: readonly (Proof<By> | null)[]): { at: string; by: By } | null => {
  const known = proofs.filter((proof) => proof !== null);
  const [latest] = known.toSorted((a, b) => b.atMs - a.atMs);
  return latest === undefined ? null : { at: toWireTime(latest.atMs), by: latest.by };
};

/** Returns when and by what this lift's way to us was last proven. `heardAtMs`: its devices' last sign of life in this process, epoch ms. */
export async function findLiftProven(
  { rows }: Pick<EventStore, 'rows'>,
  elevatorId: number,
  heardAtMs: number | null,
): Promise<ElevatorProven> {
  const alarms = rows
    .selectFrom('alarms as a')
    .where('a.elevator_id', '=', elevatorId)
    .orderBy('a.raised_at_ms', 'desc')
    .select('a.raised_at_ms')
    .limit(1);
  const [selfTest, call, event, online] = await Promise.all([
    rows
      .selectFrom('device_self_tests')
      .select(['tested_at_ms', 'received_at_ms'])
      .where('elevator_id', '=', elevatorId)
      .orderBy('tested_at_ms', 'desc')
      .limit(1)
      .executeTakeFirst(),
    alarms
      .leftJoin('alarm_rescues as r', 'r.alarm_id', 'a.id')
      .leftJoin('rescue_orders as o', 'o.id', 'r.order_id')
      .where('a.kind', 'in', callForHelpKinds)
      .where((where) => where.or([where('o.note', 'is', null), where('o.note', 'not like', `${testCallMark}%`)]))
      .executeTakeFirst(),
    alarms.executeTakeFirst(),
    rows
      .selectFrom('device_states')
      .select('changed_at_ms')
      .where('elevator_id', '=', elevatorId)
      .where('status', '=', 1)
      .orderBy('changed_at_ms', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ]);
  return {
    help: latestOf([
      // A device's clock may be ahead.
      selfTest === undefined
        ? null
        : { atMs: Math.min(selfTest.tested_at_ms, selfTest.received_at_ms), by: 'selfTest' },
      call === undefined ? null : { atMs: call.raised_at_ms, by: 'call' },
    ]),
    signal: latestOf([
      heardAtMs === null ? null : { atMs: heardAtMs, by: 'report' },
      online === undefined ? null : { atMs: online.changed_at_ms, by: 'report' },
      event === undefined ? null : { atMs: event.raised_at_ms, by: 'event' },
    ]),
  };
}
