import { describe, expect, test } from 'vitest';
import type { VisitEvent, VisitWorker } from '../contract/events/visit.ts';
import type { Actor } from '../contract/events/storedEvent.ts';
import { visitExamples } from './exampleVisit.ts';
import { visitLifecycle } from './visitLifecycle.ts';
import type { VisitSnapshot } from './visitMachine.ts';

const dayMs = 86_400_000;
/** The midnight with which the due day begins. */
const dueMs = Date.parse('2026-11-30T00:00:00.000+08:00');
const zhou: VisitWorker = { personId: 31, userId: 301, name: '周工' };
const wu: VisitWorker = { personId: 32, userId: 302, name: '吴工' };
const accountOf = ({ userId, name }: VisitWorker): Actor => ({ kind: 'user', id: userId ?? 0, name });
const officer: Actor = { kind: 'user', id: 401, name: '郑安' };
const clock: Actor = { kind: 'system', id: 'clock', name: '系统时钟' };

const examples = visitExamples(visitLifecycle.initial(), dueMs);
const happen = (type: VisitEvent['type'], data: object, actor: Actor, atMs: number): VisitEvent =>
  visitLifecycle.parseEvent({ type, data, actor, atMs, receivedAtMs: atMs });

const planned = (over: object = {}) =>
  happen(
    'visit.planned',
    {
      ...examples['visit.planned'][0],
      dueStartMs: dueMs,
      overdueAtMs: dueMs + dayMs,
      earliestAtMs: dueMs - 5 * dayMs,
      workers: [zhou, wu],
      ...over,
    },
    clock,
    dueMs - 10 * dayMs,
  );
const checkIn = (worker: VisitWorker, atMs = dueMs) =>
  happen('visit.checkedIn', { ...examples['visit.checkedIn'][0], worker }, accountOf(worker), atMs);
const submit = (worker: VisitWorker, atMs = dueMs + 3_600_000) =>
  happen('visit.submitted', { ...examples['visit.submitted'][0], worker }, accountOf(worker), atMs);
const cosign = (worker: VisitWorker, atMs = dueMs + 3_700_000) =>
  happen('visit.cosigned', { worker, signature: '10,20 30,40' }, accountOf(worker), atMs);
const countersign = (atMs = dueMs + 2 * dayMs) =>
  happen('visit.countersigned', { signature: '10,20 30,40' }, officer, atMs);
const reject = (atMs = dueMs + 2 * dayMs) => happen('visit.rejected', { reason: '底坑照片不清楚' }, officer, atMs);
const passes = (kind: 'due' | 'overdue', atMs: number) => happen('visit.deadlinePassed', { kind }, clock, atMs);

const after = (...events: readonly VisitEvent[]): VisitSnapshot => visitLifecycle.fold(events);
const refusal = (state: VisitSnapshot, event: VisitEvent): string => {
  expect(visitLifecycle.can(state, event)).toBe(false);
  return visitLifecycle.explainRefusal(state, event);
};

test('a visit runs from its planning to the signature of the safety officer', () => {
  const working = after(planned(), checkIn(zhou));
  expect([visitLifecycle.statusIndex(after(planned())), visitLifecycle.statusIndex(working)]).toEqual([0, 1]);
  const submitted = after(planned(), checkIn(zhou), checkIn(wu), submit(zhou));
  expect(submitted.value).toBe('submitted');
  const signed = after(planned(), checkIn(zhou), checkIn(wu), submit(zhou), cosign(wu), countersign());
  expect([signed.value, visitLifecycle.statusIndex(signed)]).toEqual(['signed', 2]);
});

describe('the clock of the law', () => {
  test('a visit is due on its day, and overdue when that day has ended', () => {
    const due = after(planned(), passes('due', dueMs));
    expect([due.value, visitLifecycle.statusIndex(due)]).toEqual(['due', 0]);
    const late = after(planned(), passes('due', dueMs), passes('overdue', dueMs + dayMs));
    expect(visitLifecycle.statusIndex(late)).toBe(3);
    expect(visitLifecycle.deadlines(late)).toEqual([]);
  });

  test('a submitted visit stops the clock: no delay of the officer makes it overdue', () => {
    const submitted = after(planned(), checkIn(zhou), checkIn(wu), submit(zhou));
    expect(visitLifecycle.deadlines(submitted)).toEqual([]);
    expect(visitLifecycle.can(submitted, passes('overdue', dueMs + 9 * dayMs))).toBe(false);
  });

  test('a visit that was late stays marked, although index 3 ends with its submission', () => {
    const made = after(
      planned(),
      passes('due', dueMs),
      passes('overdue', dueMs + dayMs),
      checkIn(zhou, dueMs + dayMs),
      submit(zhou, dueMs + dayMs + 3_600_000),
    );
    expect([visitLifecycle.statusIndex(made), made.context.overdue]).toEqual([1, true]);
  });

  test('a rejected visit is to be made good within a day, even past its due day', () => {
    const rejectedMs = dueMs + 2 * dayMs;
    const again = after(planned(), checkIn(zhou), checkIn(wu), submit(zhou), cosign(wu), reject(rejectedMs));
    expect([again.value, visitLifecycle.statusIndex(again)]).toEqual(['working', 1]);
    expect(visitLifecycle.deadlines(again)).toEqual([{ kind: 'overdue', dueAtMs: rejectedMs + dayMs }]);
    const remade = visitLifecycle.apply(again, submit(zhou, rejectedMs + 3_600_000));
    expect(remade.context.signed).toEqual([31]);
  });

  test('work may begin five days before the due day and not earlier', () => {
    const early = checkIn(zhou, dueMs - 5 * dayMs - 1);
    expect(refusal(after(planned()), early)).toBe('未到可维保时间，2026-11-25 起可签到');
    expect(visitLifecycle.can(after(planned()), checkIn(zhou, dueMs - 5 * dayMs))).toBe(true);
  });
});

describe('two workers, each by an account of his own', () => {
  test('nobody checks in for a colleague, and no stranger checks in', () => {
    const forColleague = happen(
      'visit.checkedIn',
      { ...examples['visit.checkedIn'][0], worker: wu },
      accountOf(zhou),
      dueMs,
    );
    expect(refusal(after(planned()), forColleague)).toBe('只能以本人账号签到和签名');
    const impostor = happen(
      'visit.checkedIn',
      { ...examples['visit.checkedIn'][0], worker: { ...zhou, userId: 303 } },
      { kind: 'user', id: 303, name: '冯工' },
      dueMs,
    );
    expect(refusal(after(planned()), impostor)).toBe('只能以本人账号签到和签名');
    const stranger: VisitWorker = { personId: 33, userId: 303, name: '冯工' };
    expect(refusal(after(planned()), checkIn(stranger))).toContain('您不是该工单的维保人员');
  });

  test('the first who checked in answers the items, the second only signs', () => {
    const both = after(planned(), checkIn(wu), checkIn(zhou));
    expect(refusal(both, submit(zhou))).toBe('由首位签到的维保人员提交记录，您只需签名');
    expect(visitLifecycle.can(both, submit(wu))).toBe(true);
    expect(visitLifecycle.can(both, cosign(zhou))).toBe(true);
  });

  test('the second telephone may come online after the record: his check-in and signature still count', () => {
    const submitted = after(planned(), checkIn(zhou), submit(zhou));
    expect(refusal(submitted, countersign())).toBe('维保人员尚未全部签名，暂不能会签');
    expect(refusal(submitted, cosign(wu))).toBe('请先签到');
    const whole = after(planned(), checkIn(zhou), submit(zhou), checkIn(wu), cosign(wu));
    expect(visitLifecycle.can(whole, countersign())).toBe(true);
  });

  test('where a region wants one worker, one signature is enough', () => {
    const alone = after(planned({ workersNeeded: 1, workers: [zhou] }), checkIn(zhou), submit(zhou));
    expect(visitLifecycle.can(alone, countersign())).toBe(true);
  });

  test('who has checked in stays on the visit', () => {
    const working = after(planned(), checkIn(zhou));
    const boss: Actor = { kind: 'user', id: 500, name: '维保管理员' };
    const without = happen('visit.assigned', { workers: [wu], plannedOn: null }, boss, dueMs);
    expect(refusal(working, without)).toBe('已签到的维保人员须保留');
  });
});

test('a signed record is closed for good: what is to be corrected stands beside it', () => {
  const signed = after(planned(), checkIn(zhou), checkIn(wu), submit(zhou), cosign(wu), countersign());
  for (const event of [submit(zhou), reject(), checkIn(zhou)]) expect(refusal(signed, event)).toContain('记录不再改变');
  expect(
    visitLifecycle.can(signed, happen('visit.amended', { text: '补充：已更换油杯' }, accountOf(zhou), dueMs)),
  ).toBe(true);
});

test('work that was broken off waits again as it did before', () => {
  const broken = happen('visit.brokenOff', { reason: '业主要求改期' }, accountOf(zhou), dueMs - dayMs);
  expect(after(planned(), checkIn(zhou, dueMs - dayMs), broken).value).toBe('planned');
  const onDueDay = happen('visit.brokenOff', { reason: '业主要求改期' }, accountOf(zhou), dueMs);
  const state = after(planned(), checkIn(zhou), onDueDay);
  expect([state.value, state.context.checkedIn]).toEqual(['due', []]);
});

test('a record on paper is marked permanently, and rejected it waits to be entered again', () => {
  const boss: Actor = { kind: 'user', id: 500, name: '维保管理员' };
  const paper = happen('visit.enteredFromPaper', { ...examples['visit.enteredFromPaper'][0] }, boss, dueMs);
  const entered = after(planned(), paper);
  expect([entered.value, entered.context.isPaper]).toEqual(['submitted', true]);
  expect(visitLifecycle.can(entered, countersign())).toBe(true);
  expect(after(planned(), paper, reject()).value).toBe('due');
});
