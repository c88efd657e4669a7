import type { RuleTest } from '../../../src/contract/rules/alarmRuleRow.ts';
import type { Principal } from '../../access/principal.ts';
import { NoLongerAllowed, recordStop, stillAllowed } from '../../domain/longWork.ts';
import { NotFound, Refusal } from '../../domain/refusal.ts';
import { findKeptResult, keepFinishedTest, type RuleTestRuns, type TestWish } from '../../domain/rules/ruleTests.ts';
import { findVersion, parseBody, seenRule } from '../../domain/rules/ruleDesk.ts';
import { activeRulesBeside } from '../../domain/rules/ruleRows.ts';
import { resolveRecipients } from '../../domain/rules/resolveRecipients.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { OnTrouble } from '../../runtime/troubleLog.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { RuleBody } from '../../../src/contract/rules/alarmRule.ts';
import { reachedPeople } from './testRunPeople.ts';
import { toTestResult, type TestSubject } from './testRunResult.ts';
import type { LogPlace, TestRunTask } from './testRunTask.ts';
import { startTestRun } from './testRunThread.ts';

export interface RuleTestRunsParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly log: LogPlace;
  readonly onTrouble: OnTrouble;
}

interface Run {
  readonly testId: number;
  readonly userId: number;
  readonly work: () => Promise<void>;
  state: RuleTest['state'];
  progress: number;
  message: string;
  result: RuleTest['result'];
  stop: () => Promise<unknown>;
}

const mostAtOnce = 2;
/** Runs that are remembered: of those that ended, the oldest are forgotten first. */
const mostKept = 50;
const mostWaiting = 20;
const dayMs = 86_400_000;
const stoppedText = '试跑已中止，没有结果';

const unknownTest = () => new NotFound('试跑不存在或已过期，请重新试跑');
const isOn = ({ state }: Run): boolean => state === 'waiting' || state === 'running';

export function createRuleTestRuns(parts: RuleTestRunsParts): RuleTestRuns {
  const { store } = parts;
  const runs = new Map<number, Run>();
  let isClosed = false;

  function startNext(): void {
    const all = [...runs.values()];
    const places = mostAtOnce - all.filter(({ state }) => state === 'running').length;
    if (isClosed) return;
    for (const run of all.filter(({ state }) => state === 'waiting').slice(0, places)) {
      run.state = 'running';
      run.message = '正在试跑';
      void run
        .work()
        .catch((error: unknown) => fail(run, error))
        .catch((error: unknown) => parts.onTrouble('试跑报警规则出错', error))
        .finally(startNext);
    }
  }

  async function fail(run: Run, error: unknown): Promise<void> {
    if (run.state !== 'running') return;
    const isEnded = error instanceof NoLongerAllowed;
    try {
      if (isEnded) await recordStop(parts, error, { work: 'ruleTest', name: '试跑报警规则', outcome: stoppedText });
      else parts.onTrouble('试跑报警规则出错', error);
    } finally {
      run.state = 'failed';
      run.message = isEnded ? `${error.words}，${stoppedText}` : '试跑出错，请稍后重试';
    }
  }

  function forgetOld(): void {
    for (const [testId, run] of runs) {
      if (runs.size < mostKept) return;
      if (!isOn(run)) runs.delete(testId);
    }
  }

  /** Returns the run of a test if it is the caller's. */
  function own(by: Principal, testId: number): Run | undefined {
    const run = runs.get(testId);
    return run?.userId === by.userId ? run : undefined;
  }

  return {
    async start(by, wish) {
      const subject = await subjectOf(store, by, wish);
      const testId = await store.nextId('ruleTest');
      const on = [...runs.values()].filter(isOn);
      if (on.some(({ userId }) => userId === by.userId)) throw new Refusal('您有一个试跑正在进行，请等待完成或先取消');
      if (on.length >= mostWaiting) throw new Refusal('正在试跑的人较多，请稍后重试');
      forgetOld();
      const run: Run = {
        testId,
        userId: by.userId,
        state: 'waiting',
        progress: 0,
        message: '等待其他试跑完成',
        result: null,
        stop: async () => {},
        work: () => carryOut(parts, by, run, subject, wish.days),
      };
      runs.set(testId, run);
      startNext();
      return testId;
    },
    async find(by, testId) {
      const run = own(by, testId);
      if (run !== undefined) {
        const { state, progress, message, result } = run;
        return { test_id: testId, state, progress, message, result };
      }
      const result = await findKeptResult(store, { testId, userId: by.userId });
      if (result === undefined) throw unknownTest();
      return { test_id: testId, state: 'done', progress: 1, message: '试跑完成', result };
    },
    async cancel(by, testId) {
      const run = own(by, testId);
      if (run === undefined) throw unknownTest();
      if (!isOn(run)) return;
      run.state = 'cancelled';
      run.message = '已取消';
      await run.stop();
      startNext();
    },
    async close() {
      isClosed = true;
      for (const run of runs.values()) if (isOn(run)) run.state = 'cancelled';
      await Promise.all([...runs.values()].map((run) => run.stop()));
    },
  };
}

/** The rule under test, and those tested beside it. */
interface Subject extends TestSubject {
  readonly body: RuleBody;
  readonly active: RuleBody | null;
  readonly others: TestRunTask['others'];
}

async function subjectOf(store: EventStore, by: Principal, wish: TestWish): Promise<Subject> {
  const rule = wish.id === undefined ? undefined : await seenRule(store, by, wish.id);
  const version = 'version' in wish ? wish.version : null;
  const saved = version === null || wish.id === undefined ? undefined : await findVersion(store, wish.id, version);
  const body = 'body' in wish ? wish.body : saved;
  if (body === undefined) throw new NotFound('没有这个版本，请刷新后重试');
  const activeVersion =
    rule === undefined || rule.state !== 'active' || rule.active_version === version ? null : rule.active_version;
  const active =
    rule === undefined || activeVersion === null ? undefined : await findVersion(store, rule.id, activeVersion);
  const others = await activeRulesBeside(store, by, rule?.id);
  return {
    ruleId: rule?.id ?? null,
    version,
    activeVersion,
    body,
    active: active ?? null,
    others: others.map(({ id, body: text }) => ({ ruleId: id, body: parseBody(text) })),
    names: new Map(others.map(({ id, name }) => [id, name])),
  };
}

async function carryOut(
  { store, clock, log }: RuleTestRunsParts,
  by: Principal,
  run: Run,
  subject: Subject,
  days: 7 | 30 | 90,
): Promise<void> {
  const beganMs = performance.now();
  const toMs = clock.nowMs();
  const { body, active, others } = subject;
  const task: TestRunTask = { log, fromMs: toMs - days * dayMs, toMs, body, active, others, scope: by.scope };
  await stillAllowed(store, by);
  let asking: Promise<unknown> | undefined;
  let ended: unknown;
  const thread = startTestRun(task, (progress) => {
    run.progress = Math.min(progress, 0.99);
    // After each page of the log, unless the answer about an earlier one is still due.
    asking ??= stillAllowed(store, by)
      .catch((error: unknown) => {
        ended = error;
        return thread.cancel();
      })
      .finally(() => {
        asking = undefined;
      });
  });
  run.stop = thread.cancel;
  const found = await thread.found.catch((error: unknown) => {
    throw ended ?? error;
  });
  const { organization } = body;
  const reached = await reachedPeople(body, found, (to, lift, atMs) =>
    resolveRecipients({ store, clock }, to, lift, atMs, { organization }),
  );
  const result = toTestResult(task, found, reached, subject, performance.now() - beganMs);
  if (run.state !== 'running') return;
  await stillAllowed(store, by);
  const { ruleId, version } = subject;
  if (ruleId !== null && version !== null) {
    const { testId, userId } = run;
    await keepFinishedTest(store, { id: testId, ruleId, version, userId, days, finishedAtMs: clock.nowMs(), result });
  }
  run.result = result;
  run.progress = 1;
  run.state = 'done';
  run.message = '试跑完成';
}
