import { isInScope } from '../../access/scope.ts';
import { openingTypes, toRuleSource } from '../../domain/rules/ruleLog.ts';
import { compileRule, evaluate, initialState, rebuildMs, type CompiledRule, type RuleInput } from './evaluate.ts';
import type { Firing } from './firing.ts';
import { OtherAlarms } from './otherAlarms.ts';
import type { RuleEvent, RuleSource } from './ruleEvent.ts';
import type { LiftFacts } from './ruleEventOf.ts';
import { needsOpening } from './ruleOpening.ts';
import { RuleEventReader } from './ruleEventReader.ts';
import { readBaseData } from './testRunBaseData.ts';
import { positionBefore, readLog, type TestLog } from './testRunLog.ts';
import { neededBy } from './testRunNeeds.ts';
import { TestRunTally } from './testRunTally.ts';
import type { TestRunFindings, TestRunTask } from './testRunTask.ts';

/** A rule of the test with what becomes of its firings. */
interface Tested {
  readonly rule: CompiledRule;
  readonly give: (firing: Firing) => void;
  /** It may depend on any event that is read, and not only on what it listens to. */
  readonly takesAll: boolean;
  state: ReturnType<typeof initialState>;
}

/**
 * Folds the stored events through the rule by a virtual clock: the same steps as in the live run, and no effect. What came before the
 * time that is tested makes the state with which it begins.
 */
export async function foldTest(
  task: TestRunTask,
  log: TestLog,
  onProgress: (progress: number) => void,
  tally = new TestRunTally(),
): Promise<TestRunFindings> {
  const tested = testedBy(task, tally);
  const filter = neededBy(tested.map(({ rule }) => rule));
  if (filter.types.length === 0) return tally.findings(0, task.active !== null);
  const facts = await readBaseData(log);
  const remembersOpenings = filter.types.some((type) => needsOpening({ type }));
  const reader = new RuleEventReader({ ...facts, openingsOf: openingsOf(log), remembersOpenings });
  const [{ position: head }] = await log
    .query<{ readonly position: number }>('select position from log_head', [])
    .then(([row]) => [row ?? { position: 0 }] as const);
  const after = await positionBefore(log, task.fromMs - rebuildMs, head);
  const sees = sightOf(task, facts);
  const others = new OtherAlarms();
  let events = 0;
  for await (const page of readLog(log, filter, { after, upTo: head })) {
    const asked = others.without(page.events.filter(({ receivedAtMs }) => receivedAtMs < task.toMs));
    const seen = (await reader.read(asked, page.before)).flatMap((event) => sees(event) ?? []);
    // How much happens outside the caller's scope stays untold.
    events += task.scope.kind === 'all' ? asked.length : seen.filter(({ topic }) => topic !== '').length;
    for (const event of seen) step(tested, event);
    onProgress(head === after ? 1 : (page.upTo - after) / (head - after));
  }
  for (const one of tested) advance(one, { kind: 'tick', atMs: task.toMs });
  return tally.findings(events, task.active !== null);
}

function testedBy(task: TestRunTask, tally: TestRunTally): readonly Tested[] {
  const { fromMs, toMs, body, active, others } = task;
  const isInTime = ({ atMs }: Firing): boolean => atMs >= fromMs && atMs < toMs;
  const tested = (ruleId: number, of: typeof body, give: (firing: Firing) => void): Tested => {
    const rule = compileRule({ ruleId, version: 0, body: of });
    const { unless, when, recovery } = of;
    const takesAll =
      rule.watchesCollectors || rule.watchesStanding || unless.power_cut || when.held_seconds > 0 || recovery !== null;
    return { rule, takesAll, state: initialState(), give: (firing) => (isInTime(firing) ? give(firing) : undefined) };
  };
  const own = tested(0, body, (firing) => tally.add(firing));
  // Rules that listen to nothing in common never fire for the same event.
  const beside = others
    .map(({ ruleId, body: of }) => tested(ruleId, of, (firing) => tally.addOther(ruleId, firing)))
    .filter(({ rule }) => [...rule.topics].some((topic) => own.rule.topics.has(topic)));
  return [own, ...(active === null ? [] : [tested(0, active, (firing) => tally.addActive(firing))]), ...beside];
}

function step(tested: readonly Tested[], event: RuleEvent): void {
  const input: RuleInput = { kind: 'event', event };
  for (const one of tested) if (one.takesAll || one.rule.topics.has(event.topic)) advance(one, input);
}

function advance(one: Tested, input: RuleInput): void {
  const { state, firings } = evaluate(one.rule, one.state, input);
  one.state = state;
  for (const firing of firings) one.give(firing);
}

/**
 * An event of a lift that the caller is responsible for now, or was then; undefined for any other. A power cut is told without what it is
 * about: some of its lifts may be in sight.
 */
function sightOf(
  { scope }: TestRunTask,
  { lift }: Pick<LiftFacts, 'lift'>,
): (event: RuleEvent) => RuleEvent | undefined {
  if (scope.kind === 'all') return (event) => event;
  return (event) => {
    const now = lift(event.elevatorId)?.responsible;
    if (isInScope(scope, event.responsible) || (now !== undefined && isInScope(scope, now))) return event;
    return event.powerCut === undefined ? undefined : { ...event, topic: '', phase: 'noted' };
  };
}

const openingTypesSql = openingTypes.map((type) => `'${type}'`).join(', ');

function openingsOf(log: TestLog): (streams: readonly string[], before: number) => Promise<readonly RuleSource[]> {
  return async (streams, before) => {
    const places = streams.map((_, index) => (log.kind === 'sqlite' ? '?' : `$${index + 1}`)).join(', ');
    const last = log.kind === 'sqlite' ? '?' : `$${streams.length + 1}`;
    const rows = await log.query<Parameters<typeof toRuleSource>[0]>(
      `select position, stream, type, schema_version, data, at_ms, received_at_ms from events
        where stream in (${places}) and type in (${openingTypesSql}) and position < ${last} order by position`,
      [...streams, before],
    );
    return rows.map(toRuleSource);
  };
}
