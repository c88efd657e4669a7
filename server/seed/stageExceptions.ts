import * as z from 'zod';
import { streamName } from '../../src/contract/streamName.ts';
import { faultLifecycle } from '../../src/machines/faultLifecycle.ts';
import { incidentLifecycle } from '../../src/machines/incidentLifecycle.ts';
import { unsweptLifts } from '../../src/machines/incidentMachine.ts';
import { scooterLifecycle } from '../../src/machines/scooterLifecycle.ts';
import { deviceActor } from '../domain/actors.ts';
import { decide, loadState } from '../domain/decide.ts';
import type { Directory, ElevatorInfo } from '../domain/city/directory.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Clock } from '../runtime/clock.ts';
import { run, UniqueConflictError, type EventActor, type EventStore } from '../store/eventStore.ts';
import { importCorrelation } from '../store/importedEvent.ts';
import { demoDeviceKey } from './demoCity.ts';
import { alarmRaisedEvent } from './demoStories.ts';
import { exceptionStories } from './exceptionHistory.ts';
import { openStories, type OpenStory } from './openStories.ts';
import { hourMs } from './plannedException.ts';

const stagedKey = 'demo.exceptions';
const stagedSchema = z.object({
  stagedAtMs: z.number(),
  streams: z.array(z.object({ prefix: z.enum(['fault', 'scooter', 'incident']), id: z.number().int() })),
});
type Staged = z.infer<typeof stagedSchema>;
/** Stories older than this are ended at the next start, and started again. */
const staleAfterMs = 2 * hourMs;
const cutLifts = 18;

/** Closes stories of an earlier start that nobody ended. */
const curtain: EventActor = { kind: 'simulator', id: 'demo', name: '演示系统' };
const over = '演示场景结束';

interface Stage {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly directory: Directory;
}

/**
 * The open records of the alarm centre when somebody opens the demo: faults in every stage, two scooters, a few incidents. Runs
 * at each start; does nothing as long as the last ones are fresh.
 */
export async function stageExceptions(stage: Stage): Promise<void> {
  const { store, clock, directory } = stage;
  const nowMs = clock.nowMs();
  const row = await store.rows.selectFrom('store_meta').select('value').where('key', '=', stagedKey).executeTakeFirst();
  const staged = row === undefined ? undefined : stagedSchema.parse(JSON.parse(row.value));
  if (staged !== undefined && nowMs - staged.stagedAtMs < staleAfterMs) return;
  for (const one of staged?.streams ?? []) await dropCurtain(stage, one);
  const streams: Staged['streams'] = [];
  const stories = await exceptionStories({ store, directory });
  for (const story of openStories(nowMs, liftsOfOneCommunity(directory))) {
    const id = await begin(stage, story, stories);
    if (id !== undefined) streams.push({ prefix: story.prefix, id });
  }
  const value = JSON.stringify({ stagedAtMs: nowMs, streams } satisfies Staged);
  await store.write(function* (queries) {
    yield* run(
      queries
        .insertInto('store_meta')
        .values({ key: stagedKey, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value })),
    );
  });
}

/** The first community that has enough. */
function liftsOfOneCommunity(directory: Directory): readonly number[] {
  const homes = new Map<number, number[]>();
  for (const { id, responsible, isScrapped } of directory.elevators()) {
    if (isScrapped) continue;
    const home = homes.get(responsible.communityId) ?? [];
    home.push(id);
    homes.set(responsible.communityId, home);
    if (home.length === cutLifts) return home;
  }
  return [];
}

/** On the first candidate that has nothing like it open; undefined if none is free. */
async function begin(
  { store, directory }: Stage,
  story: OpenStory,
  stories: Awaited<ReturnType<typeof exceptionStories>>,
): Promise<number | undefined> {
  for (const elevatorId of story.candidates) {
    const elevator = directory.elevator(elevatorId);
    if (elevator === undefined || elevator.isScrapped) continue;
    try {
      const alarmId = story.prefix === 'scooter' ? await raiseAlarm(store, elevator, story.raisedAtMs) : null;
      const id = await store.nextId('rescue');
      const request = await stories.storyOf(id, { ...story, elevatorId }, alarmId);
      if (request === undefined) continue;
      await store.append(request);
      return id;
    } catch (error) {
      if (!(error instanceof UniqueConflictError)) throw error;
    }
  }
  return undefined;
}

async function raiseAlarm(store: EventStore, elevator: ElevatorInfo, raisedAtMs: number): Promise<number> {
  const alarmId = await store.nextId('alarm');
  await store.append({
    stream: streamName('alarm', alarmId),
    expectedVersion: 'none',
    actor: deviceActor(demoDeviceKey(elevator.id)),
    correlationId: importCorrelation,
    events: [
      alarmRaisedEvent(alarmId, { kind: 'moto', receivedAtMs: raisedAtMs - 40, atMs: raisedAtMs - 700 }, elevator),
    ],
  });
  return alarmId;
}

/** Someone may have closed it, or taken a step that only they can follow. */
async function dropCurtain({ store, clock }: Stage, { prefix, id }: Staged['streams'][number]): Promise<void> {
  const stream = streamName(prefix, id);
  const parts = { store, clock };
  try {
    if (prefix === 'fault')
      await decide(parts, faultLifecycle, {
        stream,
        actor: curtain,
        choose: (state) =>
          state.matches({ occurred: { handling: 'repaired' } })
            ? { type: 'fault.confirmed', data: { note: over } }
            : { type: 'fault.judgedFalse', data: { reason: over } },
      });
    else if (prefix === 'scooter')
      await decide(parts, scooterLifecycle, {
        stream,
        actor: curtain,
        choose: () => ({ type: 'scooter.remotelyReleased', data: { reason: over } }),
      });
    else await closeIncident(parts, stream);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

async function closeIncident(
  parts: { readonly store: EventStore; readonly clock: Clock },
  stream: string,
): Promise<void> {
  const append = (type: string, data: object) =>
    decide(parts, incidentLifecycle, { stream, actor: curtain, choose: () => ({ type, data }) });
  const { state } = await loadState(parts.store, incidentLifecycle, stream);
  for (const { elevatorId } of unsweptLifts(state.context))
    await append('incident.swept', { elevatorId, way: 'intercom', note: over });
  await append('incident.closed', { note: over });
}
