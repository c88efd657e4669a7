import * as z from 'zod';
import { decide } from '../../server/domain/decide.ts';
import { unlessRefused } from '../../server/domain/refusal.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { rescueLifecycle } from '../../src/machines/rescueOrderLifecycle.ts';
import { smallCity } from '../support/smallCity.ts';
import { startBenchServer, tellReady } from './benchServer.ts';
import { writeLoadLifts } from './fleetLoadLifts.ts';
import type { StoryEvent } from './ringsStory.ts';

/**
 * A whole server over many lifts, in a process of its own. Arguments: lifts. On `close 12` it takes order 12 and judges it false; on
 * `story` it tells what the log has of alarms and orders.
 */
const lifts = Number(process.argv[2]);
const readAtOnce = 1_000;
const server = await startBenchServer({
  prepare: (store) => writeLoadLifts(store, { lifts, periodSeconds: 3_600 }),
});
const { store } = server;
const desk = { kind: 'user', id: smallCity.users.dispatcher1, name: '张伟', supervises: true } as const;

async function close(orderId: number): Promise<void> {
  for (const draft of [
    { type: 'rescue.accepted', data: {} },
    { type: 'rescue.judgedFalse', data: { reason: '压测结束' } },
  ])
    await unlessRefused(
      decide({ store, clock: systemClock }, rescueLifecycle, {
        stream: `rescue-${orderId}`,
        actor: desk,
        choose: () => draft,
      }),
    );
}

const dataSchema = z.object({
  elevatorId: z.number().optional(),
  deviceEventId: z.string().optional(),
  orderId: z.number().optional(),
});

async function story(): Promise<readonly StoryEvent[]> {
  const told: StoryEvent[] = [];
  for (let after = 0; ;) {
    const events = await store.readAll(after, readAtOnce);
    for (const { position, stream, type, data, causationPosition, receivedAtMs } of events) {
      after = position;
      if (!stream.startsWith('alarm-') && !stream.startsWith('rescue-')) continue;
      told.push({ position, stream, type, cause: causationPosition, atMs: receivedAtMs, ...dataSchema.parse(data) });
    }
    if (events.length === 0) return told;
  }
}

process.on('message', (message) => {
  const [order, id] = String(message).split(' ');
  if (order === 'close') close(Number(id)).catch((error: unknown) => console.error(error));
  if (order === 'story') void story().then((answer) => process.send?.(answer));
});
tellReady(server);
