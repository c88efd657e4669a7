import { createDomain, type LoadedDomain } from '../../server/domain/createDomain.ts';
import { watchDeadlines, type DeadlineWatch } from '../../server/domain/deadlines.ts';
import type { ConsolePresence } from '../../server/ports/consolePresence.ts';
import { projections } from '../../server/lifecycleEntries.ts';
import type { Channels } from '../../server/notify/adapter.ts';
import { reconcileRules } from '../../server/domain/rules/reconcileRules.ts';
import { runAlarmRules } from '../../server/rules/runAlarmRules.ts';
import { followExceptions } from '../../server/rules/followExceptions.ts';
import { runRuleActions, type RuleActions } from '../../server/rules/runRuleActions.ts';
import { runRules } from '../../server/rules/runRules.ts';
import { shippedRules } from '../../server/rules/shippedRules.ts';
import { watchClaimers, type ClaimerWatch } from '../../server/rules/watchClaimers.ts';
import { watchCalendar, type CalendarWatch } from '../../server/domain/devices/watchCalendar.ts';
import { createSteadyClock } from '../../server/runtime/steadyClock.ts';
import { VirtualClock } from '../../server/runtime/virtualClock.ts';
import type { EventStore, Subscription } from '../../server/store/eventStore.ts';
import { FleetState } from '../../server/telemetry/fleetState.ts';
import { openRecorder, type Recorder } from '../../server/telemetry/recorder.ts';
import { openTestStore, type TestStore } from './openTestStore.ts';
import { writeSmallCity } from './smallCity.ts';

export interface TestDomain {
  readonly clock: VirtualClock;
  readonly store: EventStore;
  readonly domain: LoadedDomain;
  readonly fleet: FleetState;
  /** The state of the consoles: whether one could sound now, and the users who have none open. */
  readonly consoles: { armed: boolean; readonly away: Set<number> };
  /** Troubles as operators saw them. */
  readonly troubles: readonly string[];
  /** The rules see nothing more until the restart. */
  stopRules(): Promise<void>;
  /** The rules about faults, scooters and incidents, shipped ones among them, see nothing more until the restart. */
  stopExceptionRules(): Promise<void>;
  /** Nothing falls due until the restart. */
  stopDeadlines(): Promise<void>;
  /** As after a crash: everything in memory is gone, the store is opened again. `whileDown` runs in between. */
  restart(whileDown?: () => void | Promise<void>): Promise<void>;
  dispose(): Promise<void>;
}

const fail = (error: unknown) => {
  throw error;
};

/** The small city with its rules and deadlines running on a virtual clock; in SQLite unless a PostgreSQL is given. */
export async function openDomain({
  databaseUrl,
  channels,
  mostPerMinute,
}: {
  readonly databaseUrl?: string | undefined;
  /** The channels of alarm rules' actions; without them no action sends. */
  readonly channels?: Channels | undefined;
  /** See `runAlarmRules`. */
  readonly mostPerMinute?: number | undefined;
} = {}): Promise<TestDomain> {
  const systemTime = new VirtualClock();
  let clock = createSteadyClock(systemTime);
  const testStore: TestStore = await openTestStore({ clock, projections, databaseUrl });
  await writeSmallCity(testStore.store);
  const consoles = { armed: true, away: new Set<number>() };
  const registry: ConsolePresence = {
    isAnyArmedFor: () => consoles.armed,
    isOnline: (userId) => !consoles.away.has(userId),
  };
  let domain: LoadedDomain;
  let rules: Subscription;
  let exceptionRules: Subscription;
  let alarmRules: Subscription;
  let ruleActions: RuleActions;
  let deadlines: DeadlineWatch;
  let fleet: FleetState;
  let recorder: Recorder;
  let claimers: ClaimerWatch;
  let calendar: CalendarWatch;
  const troubles: string[] = [];

  async function start(): Promise<void> {
    const { store } = testStore;
    calendar = await watchCalendar({
      store,
      clock,
      onTrouble(trouble, error) {
        if (error !== undefined) fail(error);
        troubles.push(trouble);
      },
    });
    fleet = new FleetState();
    recorder = await openRecorder({ store, clock, fleet, onTrouble: (_trouble, error) => fail(error) });
    calendar.onStepped((byMs) => recorder.calendarMoved(byMs));
    domain = await createDomain({ store, clock, recorder, fleet });
    const { settings, directory, commands } = domain;
    const parts = { store, clock, settings, directory, commands, recorder, onError: fail };
    rules = runRules({ ...parts, consoles: registry });
    exceptionRules = followExceptions(parts);
    await reconcileRules({ store, clock }, shippedRules);
    ruleActions = runRuleActions({ ...parts, channels });
    alarmRules = runAlarmRules({ store, clock, directory, mostPerMinute, onError: fail });
    deadlines = watchDeadlines({ store, clock }, fail);
    claimers = watchClaimers({ store, clock, consoles: registry }, fail);
  }
  async function stopAlarmRules(): Promise<void> {
    await alarmRules.close();
    await ruleActions.close();
  }
  async function stop(): Promise<void> {
    await claimers.close();
    await deadlines.close();
    await rules.close();
    await exceptionRules.close();
    await stopAlarmRules();
    await domain.close();
    await recorder.close();
    await calendar.close();
  }

  await start();
  return {
    clock: systemTime,
    troubles,
    consoles,
    get store() {
      return testStore.store;
    },
    get fleet() {
      return fleet;
    },
    get domain() {
      return domain;
    },
    stopRules: () => rules.close(),
    async stopExceptionRules() {
      await exceptionRules.close();
      await stopAlarmRules();
    },
    stopDeadlines: () => deadlines.close(),
    async restart(whileDown) {
      await stop();
      await whileDown?.();
      clock = createSteadyClock(systemTime);
      await testStore.reopen({ clock });
      await start();
    },
    async dispose() {
      await stop();
      await testStore.dispose();
    },
  };
}
