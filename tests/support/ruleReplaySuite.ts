import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RuleBody } from '../../src/contract/rules/alarmRule.ts';
import { ruleFiringEvents } from '../../src/contract/events/alarmRule.ts';
import { createRuleDesk } from '../../server/domain/rules/ruleDesk.ts';
import { projections } from '../../server/lifecycleEntries.ts';
import type { Firing } from '../../server/rules/alarmRules/firing.ts';
import { foldTest } from '../../server/rules/alarmRules/testRunFold.ts';
import { openTestLog } from '../../server/rules/alarmRules/testRunLog.ts';
import { TestRunTally } from '../../server/rules/alarmRules/testRunTally.ts';
import type { LogPlace } from '../../server/rules/alarmRules/testRunTask.ts';
import { runAlarmRules } from '../../server/rules/runAlarmRules.ts';
import { VirtualClock } from '../../server/runtime/virtualClock.ts';
import type { Subscription } from '../../server/store/eventStore.ts';
import { sqliteFileName } from '../../server/store/sqlite/sqliteFile.ts';
import { activateRule } from './activateRule.ts';
import { openTestStore, type TestStore } from './openTestStore.ts';
import { ReplayCity } from './ruleReplay/replayCity.ts';
import { beginOf, isHeardBy, replayCases, type History } from './ruleReplay/replayHistories.ts';
import { longestWaitSeconds } from './ruleReplay/replayRules.ts';
import { principalOf, smallCity } from './smallCity.ts';

const fail = (error: unknown): never => {
  throw error;
};
const dayMs = 86_400_000;
/** In the soak as many as show what one history in some hundred does. */
const cases = process.env.TIAN_SOAK === '1' ? 1_000 : 12;
const secondsPerCase = 5;

/** The members of a firing that a test run decides. */
type Told = Pick<Firing, 'kind' | 'positions' | 'elevatorId' | 'priority' | 'reason' | 'gathered' | 'late'>;
const told = ({ kind, positions, elevatorId, priority, reason, gathered, late }: Told): Told => ({
  kind,
  positions,
  elevatorId,
  priority,
  reason,
  gathered,
  late,
});
const byPosition = (a: Told, b: Told): number =>
  (a.positions.at(-1) ?? 0) - (b.positions.at(-1) ?? 0) || a.kind.localeCompare(b.kind);

class AllFirings extends TestRunTally {
  readonly firings: Firing[] = [];

  override add(firing: Firing): void {
    super.add(firing);
    this.firings.push(firing);
  }
}

/** A test run of a rule finds what the live run did with it; `databaseUrl` for PostgreSQL. */
export function ruleReplaySuite(name: string, databaseUrl: () => Promise<string | undefined>): void {
  describe(name, { timeout: Math.max(120, cases * secondsPerCase) * 1_000 }, () => {
    const clock = new VirtualClock(Date.UTC(2026, 5, 1));
    let log: LogPlace;
    let opened: TestStore;
    let city: ReplayCity;
    let live: Subscription;
    beforeAll(async () => {
      const url = await databaseUrl();
      opened = await openTestStore({ clock, projections, databaseUrl: url });
      log =
        url === undefined
          ? { kind: 'sqlite', path: join(opened.dataDir, sqliteFileName) }
          : { kind: 'postgres', databaseUrl: url };
      city = await ReplayCity.found(opened.store, clock);
    });
    afterAll(async () => {
      await city.domain.close();
      await opened.dispose();
    });

    const startLive = (): void => {
      live = runAlarmRules({ store: opened.store, clock, directory: city.domain.directory, onError: fail });
    };
    const firingsOf = (ruleId: number) => opened.store.readStream(`ruleFiring-${ruleId}`);

    /** Time goes on as it does for a server; what is hours away is reached by setting the calendar. */
    async function wait(seconds: number): Promise<void> {
      if (seconds > 600) clock.step((seconds - 5) * 1_000);
      await clock.advance(Math.min(seconds, 5 + (seconds > 600 ? 0 : seconds)) * 1_000);
    }

    async function play({ steps, down, restartsAfter, restartsAfterFiring }: History, ruleId: number): Promise<void> {
      let isDown = false;
      let fired = 0;
      let restartsLeft = restartsAfterFiring.times;
      for (const [index, [what, seconds]] of steps.entries()) {
        if (index === down?.from) {
          await live.close();
          isDown = true;
        }
        await city.happen(what);
        await wait(seconds);
        const firedNow = restartsLeft === 0 ? fired : (await firingsOf(ruleId)).length;
        const isAfterFiring = firedNow > fired;
        fired = firedNow;
        const isRestart = isAfterFiring && index >= restartsAfterFiring.from;
        if (isRestart) restartsLeft -= 1;
        if (!isDown && (isRestart || restartsAfter.includes(index))) {
          await live.close();
          startLive();
        }
        if (index === down?.upTo) {
          startLive();
          isDown = false;
        }
      }
    }

    const didLive = async (ruleId: number) =>
      (await firingsOf(ruleId))
        .map(({ data, receivedAtMs }) => ({ ...told(ruleFiringEvents['ruleFiring.fired'].parse(data)), receivedAtMs }))
        .toSorted(byPosition);
    async function findsInTest(body: RuleBody, fromMs: number): Promise<readonly Firing[]> {
      const connection = await openTestLog(log);
      try {
        const tally = new AllFirings();
        const task = {
          log,
          fromMs,
          toMs: clock.nowMs() + 1,
          body,
          active: null,
          others: [],
          scope: { kind: 'all' },
        } as const;
        await foldTest(task, connection, () => {}, tally);
        return tally.firings.toSorted(byPosition);
      } finally {
        await connection.close();
      }
    }
    /** Waits until the live run has done what the test finds: time goes on meanwhile, as it does for a server. */
    async function expectSame(ruleId: number, body: RuleBody, fromMs: number): Promise<void> {
      const found = await findsInTest(body, fromMs);
      await expect
        .poll(
          async () => {
            await clock.advance(1_000);
            return (await didLive(ruleId)).map(told);
          },
          { timeout: 60_000, interval: 5 },
        )
        .toEqual(found.map(told));
      for (const [index, { receivedAtMs }] of (await didLive(ruleId)).entries())
        expect(receivedAtMs).toBeGreaterThanOrEqual(found[index]?.atMs ?? Number.NaN);
    }

    test('finds what the live run did with the same rule, also across restarts', async () => {
      let firings = 0;
      await fc.assert(
        fc.asyncProperty(replayCases, async ({ body, history }) => {
          await city.rest();
          // Long enough for every rule to forget the earlier history.
          clock.step(beginOf(history, clock.nowMs() + 4 * dayMs) - clock.nowMs());
          for (const what of history.before) if (!isHeardBy(body, what)) await city.happen(what);
          await clock.advance(1_000);
          const fromMs = clock.nowMs();
          startLive();
          const id = await activateRule({ store: opened.store, clock, domain: city.domain }, body);
          try {
            await play(history, id);
            await wait(longestWaitSeconds[history.pace]);
            await expectSame(id, body, fromMs);
            // Of priority 1: it fires at once, after everything that fell due before.
            await city.call();
            await expectSame(id, body, fromMs);
          } finally {
            await live.close();
            await retire(id);
          }
          firings += (await didLive(id)).length;
        }),
        { numRuns: cases, endOnFailure: true },
      );
      // Chance decides how often they fire; a run in which hardly one does shows nothing.
      expect(firings).toBeGreaterThan(cases / 4);
    });

    async function retire(id: number): Promise<void> {
      const { store } = opened;
      const desk = createRuleDesk({ store, clock, directory: city.domain.directory, findings: async () => [] });
      const by = await principalOf(store, smallCity.users.super);
      await desk.setState(by, { id, version: 1, state: 'retired', reason: '试跑完成' });
    }
  });
}
