import { mostFiringsPerMinute, type RuleBody, type RuleFinding } from '../../../src/contract/rules/alarmRule.ts';
import type { RuleTestResult } from '../../../src/contract/rules/alarmRuleRow.ts';
import { startOfDayMs, toDisplayTime, toWireTime } from '../../../src/contract/time.ts';
import type { ReachedPeople } from './testRunPeople.ts';
import type { TestRunFindings, TestRunTask } from './testRunTask.ts';

const dayMs = 86_400_000;
/** ISA-18.2: more alarms in an hour are more than a person handles. */
const mostInAnHour = 6;

/** The rule and version that a test was of; null where it was not saved. */
export interface TestSubject {
  readonly ruleId: number | null;
  readonly version: number | null;
  readonly activeVersion: number | null;
  /** Names of other rules by id. */
  readonly names: ReadonlyMap<number, string>;
}

/** Returns the findings of a test as people read them. */
export function toTestResult(
  { fromMs, toMs, body }: Pick<TestRunTask, 'fromMs' | 'toMs' | 'body'>,
  found: TestRunFindings,
  reached: ReachedPeople,
  { ruleId, version, activeVersion, names }: TestSubject,
  durationMs: number,
): RuleTestResult {
  const counts = new Map(found.byDay);
  const days: RuleTestResult['by_day'] = [];
  for (let atMs = startOfDayMs(fromMs); atMs < toMs; atMs += dayMs) {
    const day = toDisplayTime(atMs).slice(0, 10);
    days.push({ day, count: counts.get(day) ?? 0 });
  }
  return {
    rule_id: ruleId,
    version,
    from: toWireTime(fromMs),
    to: toWireTime(toMs),
    events: found.events,
    duration_ms: Math.round(durationMs),
    firings: found.firings,
    gathered: found.gathered,
    by_day: days,
    by_hour_of_week: found.byHourOfWeek.map((hours) => [...hours]),
    by_kind: found.byKind.map(([name, count]) => ({ name, count })),
    by_community: found.byCommunity.map(({ id, name, count }) => ({ community_id: id, name, count })),
    list: found.newest.toReversed().map((firing, index) => ({
      position: found.newest.length - index,
      at: toWireTime(firing.atMs),
      elevator_id: firing.elevatorId,
      tag: firing.tag,
      addr: firing.addr,
      community_name: firing.responsible.communityName,
      reason: firing.reason,
      gathered: firing.gathered,
      diff: firing.diff,
    })),
    people: reached.people,
    messages: reached.messages,
    compared: found.compared === null || activeVersion === null ? null : { version: activeVersion, ...found.compared },
    overlaps: found.overlaps.flatMap(({ ruleId: id, count }) => {
      const name = names.get(id);
      return name === undefined ? [] : [{ rule_id: id, name, count }];
    }),
    findings: [...findingsOf(body, found, reached)],
  };
}

const warning = (field: string, message: string): RuleFinding => ({ severity: 'warning', field, message });

function* findingsOf(body: RuleBody, found: TestRunFindings, reached: ReachedPeople): Generator<RuleFinding> {
  if (found.firings === 0) yield warning('listens', '这段时间内一次也没有触发，请检查监听的事件和条件');
  const operators = Math.max(1, reached.num);
  const { atMs, count } = found.mostInAnHour;
  if (count > mostInAnHour * operators)
    yield warning(
      'when',
      `${toDisplayTime(atMs).slice(5, 13)} 时起一小时内触发 ${count} 次，平均每位通知对象超过 ${mostInAnHour} 次（ISA-18.2），请增加重复次数或冷却时间`,
    );
  if (found.mostInAMinute > mostFiringsPerMinute)
    yield warning('when', `一分钟内最多触发 ${found.mostInAMinute} 次，启用后会被自动暂停`);
  const isNotifying = body.actions.some(({ no }) => no === 1 || no === 2 || no === 7);
  if (found.firings > 0 && isNotifying && reached.num === 0)
    yield warning('actions', '没有任何人会收到通知，请检查通知对象的联系方式和渠道');
  const beyond = reached.people.reduce((sum, person) => sum + person.beyond_limit, 0);
  if (beyond > 0)
    yield warning(
      'actions',
      `有 ${beyond} 次电话超过渠道对同一号码的限制（每分钟 1 次、每小时 5 次、每天 20 次），不会拨出`,
    );
  if (reached.isCut) yield warning('actions', '触发太多，通知对象只统计了其中一部分');
}
