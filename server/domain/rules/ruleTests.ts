import type { RuleBody } from '../../../src/contract/rules/alarmRule.ts';
import { ruleTestResultSchema, type RuleTest, type RuleTestResult } from '../../../src/contract/rules/alarmRuleRow.ts';
import type { Principal } from '../../access/principal.ts';
import { run, type EventStore } from '../../store/eventStore.ts';

/** The id of the newest finished test of exactly this version, by any user; undefined if there is none. */
export async function findFinishedTest(
  { rows }: Pick<EventStore, 'rows'>,
  ruleId: number,
  version: number,
): Promise<number | undefined> {
  const found = await rows
    .selectFrom('rule_tests')
    .select('id')
    .where('rule_id', '=', ruleId)
    .where('version', '=', version)
    .orderBy('finished_at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.id;
}

/** Keeps a finished test of a saved version; the same id a second time changes nothing. */
export async function keepFinishedTest(
  store: Pick<EventStore, 'write'>,
  test: {
    readonly id: number;
    readonly ruleId: number;
    readonly version: number;
    readonly userId: number;
    readonly days: number;
    readonly finishedAtMs: number;
    readonly result: RuleTestResult;
  },
): Promise<void> {
  await store.write(function* (queries) {
    yield* run(
      queries
        .insertInto('rule_tests')
        .values({
          id: test.id,
          rule_id: test.ruleId,
          version: test.version,
          user_id: test.userId,
          days: test.days,
          finished_at_ms: test.finishedAtMs,
          firings: test.result.firings,
          result: JSON.stringify(test.result),
        })
        .onConflict((conflict) => conflict.column('id').doNothing()),
    );
  });
}

/** The result of a user's own kept test; undefined if there is none. */
export async function findKeptResult(
  { rows }: Pick<EventStore, 'rows'>,
  { testId, userId }: { readonly testId: number; readonly userId: number },
): Promise<RuleTestResult | undefined> {
  const found = await rows
    .selectFrom('rule_tests')
    .select('result')
    .where('id', '=', testId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return found === undefined ? undefined : ruleTestResultSchema.parse(JSON.parse(found.result));
}

/** A saved version of a rule, or what stands in the editor. */
export type TestWish =
  | { readonly id: number; readonly version: number; readonly days: 7 | 30 | 90 }
  | { readonly body: RuleBody; readonly id?: number | undefined; readonly days: 7 | 30 | 90 };

/** Test runs of alarm rules: each user has one at a time, and no one else sees it. */
export interface RuleTestRuns {
  /** Returns the test's id at once. Throws NotFound for a rule out of sight, Refusal while another one of the user goes on. */
  start(by: Principal, wish: TestWish): Promise<number>;
  /** Throws NotFound for a test of somebody else. */
  find(by: Principal, testId: number): Promise<RuleTest>;
  cancel(by: Principal, testId: number): Promise<void>;
  /** Ends those that go on. */
  close(): Promise<void>;
}
