import { describe, expect, it } from 'vitest';
import { rescueStepSchema } from '../contract/endpoints/rescue.ts';
import { rescueCompletion, type RescueEvent, type RescueEventType } from '../contract/events/rescue.ts';
import type { RescueResult } from '../contract/events/rescueResult.ts';
import type { Actor } from '../contract/events/storedEvent.ts';
import { describeChanges, describeResult } from './describeResult.ts';
import { resultBefore } from './rescueContradictions.ts';
import { rescueLifecycle, rescueStage } from './rescueOrderLifecycle.ts';
import type { RescueSnapshot } from './rescueOrderMachine.ts';

const zhang: Actor = { kind: 'user', id: 1, name: '张伟', roleType: 3 };
const li: Actor = { kind: 'user', id: 2, name: '李娜', roleType: 3 };
const chief: Actor = { kind: 'user', id: 3, name: '王主任', roleType: 5 };
const none: RescueResult = {
  peopleNum: 0,
  cause: 'human',
  wasTrapped: false,
  injuredNum: 0,
  vulnerableNum: 0,
  handedTo: 'none',
  calledBack: true,
};
const three: RescueResult = { ...none, cause: 'door', peopleNum: 3, wasTrapped: true };

function fact(type: RescueEventType, data: object = {}, actor = zhang): RescueEvent {
  const example = rescueLifecycle.example(rescueLifecycle.initial(), type, actor, 1_000);
  return rescueLifecycle.parseEvent({ ...example, data: { ...example.data, ...data } });
}
const begun = [fact('rescue.raised'), fact('rescue.accepted'), fact('rescue.dispatched'), fact('rescue.arrived')];
const fold = (...events: RescueEvent[]): RescueSnapshot => rescueLifecycle.fold([...begun, ...events]);
const released = (people: number) => fact('rescue.released', { people });
const completed = (data: object) => fact('rescue.completed', data);
const correct = (changes: object, actor = zhang) => fact('rescue.corrected', { reason: '与现场核对', changes }, actor);
const problems = (state: RescueSnapshot, event: RescueEvent) =>
  Object.fromEntries(rescueLifecycle.contradictions(state, event).map(({ field, message }) => [field, message]));

const check = (data: object) =>
  rescueCompletion(null)
    .safeParse({ ...three, ...data })
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

describe('a result whose figures contradict each other is refused beside the field', () => {
  it.each([
    ['more injured than trapped', { injuredNum: 9 }, 'injuredNum: 受伤人数不能多于被困人数（3 人）'],
    ['more vulnerable than trapped', { vulnerableNum: 4 }, 'vulnerableNum: 不能多于被困人数（3 人）'],
    ['trapped, but no one', { peopleNum: 0 }, 'peopleNum: 确有人员被困，被困人数至少为 1'],
    ['no one trapped, but three', { wasTrapped: false }, 'peopleNum: 无人被困时须为 0'],
    [
      'no one trapped, but one injured',
      { wasTrapped: false, peopleNum: 0, injuredNum: 1 },
      'injuredNum: 无人被困时须为 0；其他伤者写入备注',
    ],
    [
      'no one trapped, but handed to 120',
      { wasTrapped: false, peopleNum: 0, handedTo: '120' },
      'handedTo: 无人被困时请选“无需”；其他情况写入备注',
    ],
    [
      'no one trapped, but released by hand',
      { wasTrapped: false, peopleNum: 0, releaseWay: 'handWinding' },
      'releaseWay: 无人被困时须留空',
    ],
  ])('%s', (_case, data, message) => {
    expect(check(data)).toEqual([message]);
  });

  it('lets every possible one through', () => {
    expect(check({ injuredNum: 3, vulnerableNum: 3, handedTo: '120' })).toEqual([]);
    expect(check(none)).toEqual([]);
  });

  it('is checked for every client, before any order is looked at', () => {
    const step = { id: 1, event: 'rescue.completed', data: { ...three, injuredNum: 9 } };
    expect(rescueStepSchema.safeParse(step).error?.issues[0]?.path).toEqual(['data', 'injuredNum']);
  });
});

describe('what was registered before counts', () => {
  it('after three were released somebody was trapped, and no fewer than three', () => {
    expect(problems(fold(released(3)), completed(none))).toEqual({
      wasTrapped: '已登记脱困 3 人，不能选择无人被困；如登记有误，请先改正脱困人数',
    });
    expect(problems(fold(released(3)), completed({ ...three, peopleNum: 2 }))).toHaveProperty('peopleNum');
    expect(problems(fold(released(3)), completed({ ...three, peopleNum: 4 }))).toEqual({});
  });
  it('a count that was registered wrongly is put right with a word why', () => {
    const wrong = { ...three, peopleNum: 2, releasedNum: 2 };
    expect(problems(fold(released(30)), completed(wrong))).toEqual({
      note: '脱困人数与登记的 30 人不同，请在备注中说明原因',
    });
    expect(problems(fold(released(30)), completed({ ...wrong, note: '误录为 30' }))).toEqual({});
  });
  it('an order with people released is no false call, and is not offered as one', () => {
    expect(problems(fold(released(3)), fact('rescue.judgedFalse'))).toHaveProperty('reason');
    expect(rescueLifecycle.allowedActions(fold(released(3)), zhang)).not.toContain('rescue.judgedFalse');
    expect(rescueLifecycle.allowedActions(fold(released(0)), zhang)).toContain('rescue.judgedFalse');
  });
  it('an impossible result that an earlier version stored still folds', () => {
    const state = fold(released(3), completed({ ...none, injuredNum: 9 }));
    expect(rescueStage(state)).toBe('completed');
    expect(state.context.result).toMatchObject({ wasTrapped: false, injuredNum: 9 });
  });
});

describe('a correction after closing', () => {
  const closed = fold(released(3), completed({ ...three, injuredNum: 2 }));

  it('changes the figures and leaves the order closed', () => {
    const state = rescueLifecycle.apply(closed, correct({ injuredNum: 0 }));
    expect(rescueStage(state)).toBe('completed');
    expect(state.context).toMatchObject({ correctedCount: 1, result: { ...three, injuredNum: 0 } });
  });
  it('is made by the user who was responsible or by a superior, with a reason', () => {
    expect(rescueLifecycle.can(closed, correct({ injuredNum: 0 }, li))).toBe(false);
    expect(rescueLifecycle.explainRefusal(closed, correct({ injuredNum: 0 }, li))).toContain('管理员可以更正');
    expect(rescueLifecycle.can(closed, correct({ injuredNum: 0 }, chief))).toBe(true);
    expect(() => fact('rescue.corrected', { reason: '' })).toThrow('请填写更正原因');
    expect(() => fact('rescue.corrected', { changes: {} })).toThrow('请至少更正一项');
  });
  it('must follow the same rules, together with what stays as it was', () => {
    expect(problems(closed, correct({ injuredNum: 4 }))).toEqual({
      'changes.injuredNum': '受伤人数不能多于被困人数（3 人）',
    });
    expect(problems(closed, correct({ wasTrapped: false }))).toHaveProperty(['changes.wasTrapped']);
    expect(problems(closed, correct({ ...none, releasedNum: 0 }))).toEqual({});
    expect(problems(closed, correct({ injuredNum: 2 }))).toEqual({ changes: '与原记录相同，请至少更正一项' });
  });
  it('is offered for a result of earlier times that contradicts itself', () => {
    const impossible = fold(released(3), completed({ ...none, injuredNum: 9 }));
    expect(rescueLifecycle.allowedActions(impossible, zhang)).toContain('rescue.corrected');
  });
  it('is not possible while the order is open', () => {
    expect(rescueLifecycle.can(fold(released(3)), correct({ injuredNum: 0 }))).toBe(false);
  });
  it('turns a false call into a rescue once it gives the whole result', () => {
    const judged = fold(fact('rescue.judgedFalse'));
    expect(problems(judged, correct({ peopleNum: 1 }))).toHaveProperty(['changes.wasTrapped']);
    expect(problems(judged, correct({ peopleNum: 1, wasTrapped: true }))).toHaveProperty(['changes.cause']);
    expect(problems(judged, correct(three))).toEqual({});
    expect(rescueStage(rescueLifecycle.apply(judged, correct(three)))).toBe('completed');
  });
  it('says what stood there before', () => {
    const before = resultBefore(closed.context, { injuredNum: 0, releasedNum: 4 });
    expect(before).toEqual({ injuredNum: 2, releasedNum: 3 });
    expect(describeChanges({ injuredNum: 0, releasedNum: 4 }, before)).toEqual([
      '脱困人数 3 人 改为 4 人',
      '受伤人数 2 人 改为 0 人',
    ]);
    expect(describeChanges({ cause: 'door' }, {})).toEqual(['原因 未填 改为 门系统故障']);
  });
});

it('reads as one sentence before it is kept permanently', () => {
  expect(describeResult({ ...three, releasedNum: 3, injuredNum: 1, vulnerableNum: 2, handedTo: '120' })).toBe(
    '确有 3 人被困，登记脱困 3 人，受伤 1 人，其中老幼病残孕 2 人，移交 120 急救，原因为门系统故障，已电话回访',
  );
  expect(describeResult({ ...none, calledBack: false })).toBe('无人被困，原因为人为原因，未电话回访');
});

describe('the way of release', () => {
  it('may be left open, is said in words, and is corrected and taken away', () => {
    expect(check({})).toEqual([]);
    expect(describeResult({ ...three, releaseWay: 'levelOpening' })).toContain('脱困方式为平层开门');
    expect(describeResult(three)).not.toContain('脱困方式');
    const state = fold(completed({ ...three, releaseWay: 'levelOpening' }), correct({ releaseWay: 'handWinding' }));
    expect(state.context.result?.releaseWay).toBe('handWinding');
    expect(describeChanges({ releaseWay: '' }, { releaseWay: 'handWinding' })).toEqual([
      '脱困方式 手动盘车 改为 未登记',
    ]);
  });

  it('is absent from results that were stored before it', () => {
    expect(fold(completed(three)).context.result).not.toHaveProperty('releaseWay');
  });
});
