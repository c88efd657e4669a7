import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startOfDayMs, toWireTime } from '../../src/contract/time.ts';
import { openDomain, type TestDomain } from '../../tests/support/openDomain.ts';
import { principalOf, smallCity } from '../../tests/support/smallCity.ts';
import { findRecording } from '../queries/recordings.ts';
import { readReplayCity, readReplayRange } from '../queries/replay.ts';
import { run } from '../store/eventStore.ts';
import { pastMs, writeDemoPast } from './demoPast.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
let city: TestDomain;
beforeEach(async () => {
  city = await openDomain();
});
afterEach(() => city.dispose());

const writePast = (backMs = pastMs) =>
  writeDemoPast({
    store: city.store,
    clock: city.clock,
    backMs,
    onTrouble: (trouble, error) => {
      throw new Error(trouble, { cause: error });
    },
  }).done;
const replay = async (fromMs: number, toMs: number) =>
  readReplayCity(
    { store: city.store, directory: city.domain.directory },
    await principalOf(city.store, smallCity.users.super),
    fromMs,
    toMs,
  );

describe('yesterday in a fresh demo', () => {
  it('can be played minute by minute, with cars that move', async () => {
    const nowMs = city.clock.nowMs();
    await writePast();
    const range = await readReplayRange(city.store);
    expect(Date.parse(range.from ?? '')).toBe(nowMs - pastMs + minuteMs);
    expect(Date.parse(range.to ?? '')).toBe(nowMs);
    expect(range.spans).toEqual([{ from: range.from, to: range.to }]);
    const hour = await replay(nowMs - 10 * hourMs, nowMs - 9 * hourMs);
    expect(hour.frames).toHaveLength(61);
    for (const frame of hour.frames)
      expect(frame).toMatchObject({ id: [smallCity.lift.id, smallCity.farLift.id], status: [1, 1], call: [0, 0] });
    expect(new Set(hour.frames.map(({ floor }) => floor[0])).size).toBeGreaterThan(3);
  });

  it('shows a call where the log has one: the car stands still until it is freed, and has a recording', async () => {
    const dispatcher = await principalOf(city.store, smallCity.users.dispatcher1);
    const { orderId } = await city.domain.rescue.phoneIn(await principalOf(city.store, smallCity.users.admin), {
      elevatorId: smallCity.lift.id,
      callerPhone: '13800000000',
      requestId: 'r1',
    });
    await city.store.write(function* (queries) {
      yield* run(queries.deleteFrom('recording_chunks'));
      yield* run(queries.deleteFrom('recordings'));
    });
    const raisedAtMs = city.clock.nowMs();
    await city.clock.advance(20 * minuteMs);
    await city.domain.rescue.accept(dispatcher, { orderId });
    await city.domain.rescue.step(dispatcher, {
      id: orderId,
      event: 'rescue.dispatched',
      data: { level: 1, who: '值班组' },
    });
    await city.domain.rescue.step(dispatcher, { id: orderId, event: 'rescue.arrived', data: {} });
    await city.domain.rescue.step(dispatcher, { id: orderId, event: 'rescue.released', data: { people: 2 } });
    await city.clock.advance(20 * minuteMs);
    await writePast(2 * hourMs);
    const { frames, rescues } = await replay(raisedAtMs - 10 * minuteMs, raisedAtMs + 40 * minuteMs);
    expect(rescues).toMatchObject([{ id: orderId }]);
    const during = frames.filter(({ at_ms }) => at_ms >= raisedAtMs && at_ms < raisedAtMs + 20 * minuteMs);
    expect(during.map(({ service_mode, call }) => [service_mode[0], call[0]])).toEqual(during.map(() => [0, 1]));
    expect(new Set(during.map(({ floor }) => floor[0])).size).toBe(1);
    const after = frames.filter(({ at_ms }) => at_ms > raisedAtMs + 21 * minuteMs);
    expect(after.map(({ service_mode, call }) => [service_mode[0], call[0]])).toEqual(after.map(() => [1, 1]));
    expect(frames[0]).toMatchObject({ service_mode: [1, 1], call: [0, 0] });
    const recording = await findRecording(
      { store: city.store, directory: city.domain.directory },
      { rescueOrderId: orderId },
    );
    expect(recording).toMatchObject({
      incident_ms: raisedAtMs,
      is_open: false,
      from_ms: raisedAtMs - 5 * minuteMs,
      to_ms: raisedAtMs + 10 * minuteMs,
    });
    expect(recording?.samples.at_ms).toHaveLength(180);
    expect(recording?.samples.service_mode.at(-1)).toBe(0);
  }, 30_000);

  it('reaches yesterday 18:40 at any hour of the first start, and says where something is missing', async () => {
    await writePast(6 * hourMs);
    const nowMs = city.clock.nowMs();
    const latestStartMs = startOfDayMs(nowMs) + 24 * hourMs - minuteMs;
    expect(latestStartMs - pastMs).toBeLessThan(startOfDayMs(nowMs) - 24 * hourMs + 18.5 * hourMs);
    await city.store.write(function* (queries) {
      yield* run(
        queries
          .deleteFrom('minute_samples')
          .where('at_ms', '>', nowMs - 5 * hourMs)
          .where('at_ms', '<', nowMs - 2 * hourMs),
      );
      // A single late minute is no hole.
      yield* run(queries.deleteFrom('minute_samples').where('at_ms', '=', nowMs - 20 * minuteMs));
    });
    const { from, to, spans } = await readReplayRange(city.store);
    expect(spans).toEqual([
      { from, to: toWireTime(nowMs - 5 * hourMs) },
      { from: toWireTime(nowMs - 2 * hourMs), to },
    ]);
    expect(to).toBe(toWireTime(nowMs));
  });

  it('is written once, and never over real samples', async () => {
    await writePast(2 * hourMs);
    await city.store.write(function* (queries) {
      yield* run(queries.updateTable('minute_samples').set({ source: 'live' }));
    });
    const before = await city.store.rows.selectFrom('minute_samples').selectAll().orderBy('at_ms').execute();
    await writePast(2 * hourMs);
    expect(await city.store.rows.selectFrom('minute_samples').selectAll().orderBy('at_ms').execute()).toEqual(before);
  });
});
