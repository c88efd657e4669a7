import { deviceLifecycle } from '../../../src/machines/deviceLifecycle.ts';
import { run, type Queries, type TransactionSteps } from '../../store/eventStore.ts';
import { clockActor } from '../actors.ts';
import { decide, type DecisionParts } from '../decide.ts';
import { deviceStream } from './deviceStream.ts';
import type { BoundDevice } from '../domain.ts';

/** A device that tests its emergency call, and then not for so long, has missed its test (design: decisions). */
export const selfTestLimitMs = 72 * 60 * 60_000;

/** The time of each device's last test of its emergency call: in a row of its own, since nothing follows from a test that was made. */
export class SelfTests {
  readonly #parts: DecisionParts;
  readonly #kept = new Map<string, number>();

  constructor(parts: DecisionParts) {
    this.#parts = parts;
  }

  /** `atMs` by the device's clock. The same test, said again, and one before it are no news; a clock that was ahead is put right. */
  async record({ deviceKey, elevatorId }: BoundDevice, atMs: number): Promise<void> {
    const { store, clock } = this.#parts;
    if (this.#kept.get(deviceKey) === atMs) return;
    const known = await store.rows
      .selectFrom('device_self_tests')
      .select(['elevator_id', 'tested_at_ms'])
      .where('device_key', '=', deviceKey)
      .executeTakeFirst();
    const nowMs = clock.nowMs();
    const isNews =
      known?.elevator_id !== elevatorId ||
      atMs > known.tested_at_ms ||
      (atMs < known.tested_at_ms && known.tested_at_ms > nowMs);
    if (isNews) {
      const row = { elevator_id: elevatorId, tested_at_ms: atMs, received_at_ms: nowMs, is_missed: 0 as const };
      await store.write(function* (queries) {
        yield* run(
          queries
            .insertInto('device_self_tests')
            .values({ device_key: deviceKey, ...row })
            .onConflict((conflict) => conflict.column('device_key').doUpdateSet(row)),
        );
      });
    }
    this.#kept.set(deviceKey, atMs);
  }
}

/** Records every test that is missed by now, once: the next test ends the miss. The limit runs from when we heard of the last one. */
export async function recordMissedSelfTests(parts: DecisionParts): Promise<void> {
  const { store, clock } = parts;
  const missed = await store.rows
    .selectFrom('device_self_tests as t')
    .innerJoin('devices as d', (join) =>
      join.onRef('d.device_key', '=', 't.device_key').onRef('d.elevator_id', '=', 't.elevator_id'),
    )
    .select(['t.device_key', 't.elevator_id', 't.tested_at_ms', 't.received_at_ms'])
    .where('t.is_missed', '=', 0)
    .where('t.received_at_ms', '<=', clock.nowMs() - selfTestLimitMs)
    .where('d.is_disabled', '=', 0)
    .where((row) => row.or([row('d.device_type', '=', 'COL'), row('d.is_rescue_terminal', '=', 1)]))
    .execute();
  for (const { device_key: deviceKey, elevator_id: elevatorId, tested_at_ms, received_at_ms } of missed)
    await decide(parts, deviceLifecycle, {
      stream: deviceStream(deviceKey),
      actor: clockActor,
      messageId: `self-test:${deviceKey}:${elevatorId}:${received_at_ms}`,
      choose: (state) =>
        state.matches({ status: 'unbound' })
          ? undefined
          : { type: 'device.selfTestMissed', data: { elevatorId, lastAtMs: tested_at_ms } },
      *effects(queries) {
        yield* run(
          queries
            .updateTable('device_self_tests')
            .set({ is_missed: 1 })
            .where('device_key', '=', deviceKey)
            .where('received_at_ms', '=', received_at_ms),
        );
      },
    });
}

/** The calendar was moved: who tested an hour ago has still tested an hour ago. */
export function* moveSelfTests(queries: Queries, byMs: number): TransactionSteps {
  yield* run(
    queries.updateTable('device_self_tests').set((row) => ({ received_at_ms: row('received_at_ms', '+', byMs) })),
  );
}
