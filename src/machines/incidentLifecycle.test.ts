import { describe, expect, it } from 'vitest';
import type { IncidentEvent } from '../contract/events/incident.ts';
import type { Actor } from '../contract/events/storedEvent.ts';
import { incidentLifecycle, incidentStageOf, isIncidentActive } from './incidentLifecycle.ts';
import { unsweptLifts, type IncidentSnapshot } from './incidentMachine.ts';

const t0 = 1_700_000_000_000;
const minuteMs = 60_000;
const device: Actor = { kind: 'device', id: 'COL-1', name: '采集器' };
const system: Actor = { kind: 'system', id: 'clock', name: '系统' };
const zhang: Actor = { kind: 'user', id: 1, name: '张伟', roleType: 5 };
const li: Actor = { kind: 'user', id: 2, name: '李娜', roleType: 5 };

function fact(
  type: IncidentEvent['type'],
  { actor = zhang, atMs = t0, data = {} }: { actor?: Actor; atMs?: number; data?: object } = {},
): IncidentEvent {
  const example = incidentLifecycle.example(incidentLifecycle.initial(), type, actor, atMs);
  return incidentLifecycle.parseEvent({ ...example, data: { ...example.data, ...data } });
}
const fold = (...events: IncidentEvent[]): IncidentSnapshot => incidentLifecycle.fold(events);
const refusal = (state: IncidentSnapshot, event: IncidentEvent): string => {
  expect(incidentLifecycle.can(state, event)).toBe(false);
  return incidentLifecycle.explainRefusal(state, event);
};
const stageAfter = (...events: IncidentEvent[]): string | undefined => incidentStageOf(fold(...events));

const words = (event: IncidentEvent) => incidentLifecycle.describeEvent(event);

const tagOf = (id: number): string => `DT-${String(id).padStart(4, '0')}`;
const child = (id: number) => ({ elevatorId: id, tag: tagOf(id), addr: `${id} 号楼` });
/** A power cut of the lifts 1 to `num`. */
const powerCut = (num: number): IncidentEvent =>
  fact('incident.opened', {
    actor: system,
    data: { source: 'group', kind: 'powerCut', children: Array.from({ length: num }, (_, index) => child(index + 1)) },
  });
const sweep = (id: number, actor: Actor = zhang): IncidentEvent =>
  fact('incident.swept', { actor, data: { elevatorId: id, way: 'camera' } });
const restore = (id: number): IncidentEvent => fact('incident.restored', { actor: device, data: { elevatorId: id } });
const join = (id: number): IncidentEvent => fact('incident.joined', { actor: system, data: child(id) });

const opened = fact('incident.opened', { actor: device });
const repeated = fact('incident.repeated', { actor: device });
const checked = fact('incident.checked');
const ended = fact('incident.ended', { actor: device });
const absorbed = fact('incident.absorbed', { actor: system });
const closed = fact('incident.closed', { actor: li });
const hidden = fact('incident.hidden');
const missed = (atMs: number): IncidentEvent => fact('incident.deadlinePassed', { actor: system, atMs });

describe('an incident of one lift', () => {
  it('is opened, checked and closed', () => {
    const states = [[opened], [opened, checked], [opened, checked, closed]].map((events) => fold(...events));
    expect(states.map(incidentStageOf)).toEqual(['opened', 'checking', 'closed']);
    expect(states.map((state) => incidentLifecycle.statusIndex(state))).toEqual([0, 1, 2]);
  });
  it('closes on its own when it ends before anyone looks into it', () => {
    const state = fold(opened, ended);
    expect(incidentStageOf(state)).toBe('closed');
    expect(isIncidentActive(state)).toBe(false);
    expect(state.context).toMatchObject({ clearedAtMs: t0, closedAtMs: t0 });
  });
  it('that someone looks into is closed by a person, though the device reports its end', () => {
    const state = fold(opened, checked, ended);
    expect(incidentStageOf(state)).toBe('checking');
    expect(isIncidentActive(state)).toBe(false);
    expect(refusal(state, ended)).toBe('设备已报告结束');
  });
  it('holds again when the device reports it again', () => {
    const state = fold(opened, checked, restore(1), repeated);
    expect(isIncidentActive(state)).toBe(true);
    expect(state.context).toMatchObject({ clearedAtMs: null, repeatCount: 1 });
    expect(incidentLifecycle.can(state, restore(1))).toBe(true);
  });
  it('becomes a part of an incident of several', () => {
    expect(stageAfter(opened, absorbed)).toBe('closed');
    expect(stageAfter(opened, checked, absorbed)).toBe('closed');
    expect(refusal(fold(opened), join(2))).toBe('该事件只涉及一台电梯，不能并入其他电梯');
  });
  it('needs no sweep, and may have one', () => {
    expect(stageAfter(opened, sweep(1))).toBe('checking');
    expect(stageAfter(opened, sweep(1), closed)).toBe('closed');
  });
  it('is checked before it is closed, and tells the second who checks', () => {
    expect(refusal(fold(opened), closed)).toBe('请先开始核查，再关闭');
    expect(refusal(fold(opened, checked), fact('incident.checked', { actor: li }))).toBe('张伟 已开始核查');
    expect(refusal(fold(opened, checked, closed), checked)).toBe('李娜 已关闭该事件，不能再操作');
    expect(refusal(fold(opened, checked, closed), repeated)).toBe('李娜 已关闭该事件，不能再操作');
  });
});

describe('18 lifts of one community without power', () => {
  const eighteen = Array.from({ length: 18 }, (_, index) => index + 1);
  it('are one incident that closes once each car is confirmed empty by a named person', () => {
    const before = fold(powerCut(18), ...eighteen.slice(1).map((id) => sweep(id)));
    expect(incidentLifecycle.can(before, closed)).toBe(false);
    const after = incidentLifecycle.apply(before, sweep(1, li));
    expect(unsweptLifts(after.context)).toEqual([]);
    expect(after.context.swept).toHaveLength(18);
    expect(after.context.swept.at(-1)).toEqual({ elevatorId: 1, by: '李娜' });
    expect(incidentStageOf(incidentLifecycle.apply(after, closed))).toBe('closed');
  });
  it('are not closed while a car remains, and the refusal names those that do', () => {
    const rest = fold(powerCut(18), ...eighteen.slice(3).map((id) => sweep(id)));
    expect(refusal(rest, closed)).toBe('还有 3 台未确认：DT-0001、DT-0002、DT-0003');
    expect(refusal(fold(powerCut(18)), closed)).toBe(
      '还有 18 台未确认：DT-0001、DT-0002、DT-0003、DT-0004、DT-0005 等',
    );
  });
  it('are not confirmed from afar where somebody calls for help or was seen in the car, nor closed over a call', () => {
    const seen = (data: object) => fact('incident.swept', { data: { elevatorId: 1, way: 'intercom', ...data } });
    const state = fold(powerCut(2));
    expect(refusal(state, seen({ callOrderId: 12 }))).toBe('DT-0001 有人求救，请先处理救援单 12');
    expect(refusal(state, seen({ callOrderId: 12, way: 'onSite' }))).toBe('DT-0001 有人求救，请先处理救援单 12');
    expect(refusal(state, seen({ peopleNum: 2 }))).toBe(
      'DT-0001 的设备报告轿厢内有 2 人，请先联系轿厢；须到现场查看后才能确认无人',
    );
    expect(incidentLifecycle.can(state, seen({ peopleNum: 2, way: 'onSite' }))).toBe(true);
    const over = fact('incident.closed', { data: { calling: ['DT-0002'] } });
    expect(refusal(fold(powerCut(2), sweep(1), sweep(2)), over)).toBe('DT-0002 仍有人求救，请先处理救援单');
  });
  it('take a confirmation back, once, and are then not closed without it', () => {
    const back = fact('incident.unswept', { actor: li, data: { elevatorId: 1, tag: 'DT-0001', note: '选错了电梯' } });
    const state = fold(powerCut(2), sweep(1), sweep(2), back);
    expect(words(back)).toEqual({ title: '撤回轿厢无人的确认：DT-0001', detail: '选错了电梯' });
    expect(refusal(state, closed)).toBe('还有 1 台未确认：DT-0001');
    expect(refusal(state, back)).toBe('DT-0001 尚未确认轿厢无人，无需撤回');
    expect(incidentLifecycle.can(state, sweep(1))).toBe(true);
  });
  it('whose power goes a second time keep in mind which confirmations that voided, until they are given again', () => {
    const state = fold(powerCut(3), sweep(1), sweep(2), restore(1), restore(3), join(1), join(3));
    expect(state.context.voided).toEqual([1]);
    expect(incidentLifecycle.apply(state, sweep(1)).context.voided).toEqual([]);
    const again = fact('incident.joined', { actor: system, data: { ...child(1), isAgain: true } });
    expect(words(again).detail).toContain('再次断电，须重新确认轿厢无人');
  });
  it('are checked by the first sweep, and each car is swept once', () => {
    const state = fold(powerCut(3), sweep(2));
    expect(incidentStageOf(state)).toBe('checking');
    expect(state.context.checkedBy?.name).toBe('张伟');
    expect(refusal(state, sweep(2, li))).toBe('DT-0002 已由 张伟 确认轿厢无人');
    expect(refusal(state, sweep(9))).toBe('该电梯不在此事件中，请刷新后重新选择');
    expect(incidentLifecycle.can(state, sweep(3))).toBe(true);
  });
  it('are more when another loses its power: its car is to be swept too', () => {
    const state = fold(powerCut(2), sweep(1), sweep(2), join(3));
    expect(refusal(state, closed)).toBe('还有 1 台未确认：DT-0003');
    expect(refusal(state, join(3))).toBe('DT-0003 已在此事件中');
    expect(stageAfter(powerCut(2), sweep(1), sweep(2), join(3), sweep(3), closed)).toBe('closed');
  });
  it('lose their power again: that car has to be swept again', () => {
    const state = fold(powerCut(2), sweep(1), sweep(2), restore(1), join(1));
    expect(refusal(state, closed)).toBe('还有 1 台未确认：DT-0001');
    expect(incidentLifecycle.can(state, restore(1))).toBe(true);
  });
  it('take no further lift once closed: what goes dark then is another incident', () => {
    const state = fold(powerCut(2), sweep(1), sweep(2), restore(1), restore(2), closed);
    expect(refusal(state, join(3))).toBe('李娜 已关闭该事件，不能再操作');
    expect(refusal(state, join(1))).toBe('李娜 已关闭该事件，不能再操作');
  });
  it('have power again when each device says so, which closes nothing', () => {
    expect(isIncidentActive(fold(powerCut(2), restore(1)))).toBe(true);
    const state = fold(powerCut(2), restore(2), restore(1));
    expect(isIncidentActive(state)).toBe(false);
    expect(incidentStageOf(state)).toBe('opened');
    expect(refusal(state, restore(1))).toBe('设备已报告恢复');
    expect(refusal(fold(powerCut(2)), restore(7))).toBe('该电梯不在此事件中');
    expect(isIncidentActive(fold(powerCut(2), restore(2), restore(1), join(3)))).toBe(true);
  });
  it('are neither ended by a device nor absorbed by another incident', () => {
    expect(refusal(fold(powerCut(2)), ended)).toBe('该事件涉及多台电梯，须由人员逐台确认后关闭');
    expect(refusal(fold(powerCut(2)), absorbed)).toBe('该事件涉及多台电梯，不能并入另一事件');
  });
});

describe('who reports what', () => {
  it('leaves looking, sweeping and closing to people', () => {
    expect(refusal(fold(opened), fact('incident.checked', { actor: device }))).toBe('须由人员开始核查');
    expect(refusal(fold(powerCut(2)), sweep(1, system))).toBe('须由人员确认轿厢无人');
    expect(refusal(fold(opened, checked), { ...closed, actor: system })).toBe('须由人员关闭');
  });
  it('takes no report of a device from a person', () => {
    for (const report of [ended, absorbed, join(2), restore(1)])
      expect(refusal(fold(opened), { ...report, actor: zhang })).toBe('只有设备或系统可以报告该情况');
  });
  it('is not reported by a device where a person rang it in, until the device reports it', () => {
    const phoned = fact('incident.opened', { data: { source: 'person', deviceKey: '', kind: 'other' } });
    expect(isIncidentActive(fold(phoned))).toBe(false);
    expect(isIncidentActive(fold(phoned, repeated))).toBe(true);
  });
  it('deletes what is closed, once', () => {
    expect(refusal(fold(opened), hidden)).toBe('只能删除已关闭的事件，请先关闭');
    expect(refusal(fold(opened, ended, hidden), hidden)).toBe('该事件记录已删除');
  });
  it('begins with a report, of which there is one', () => {
    expect(refusal(incidentLifecycle.initial(), checked)).toBe('该事件不存在，请刷新后重试');
    expect(refusal(fold(opened), opened)).toBe('该事件已存在，请刷新后查看');
  });
});

describe('the limit of an incident', () => {
  const late = missed(t0 + 10 * minuteMs);
  it('runs until someone looks into it', () => {
    expect(incidentLifecycle.deadlines(fold(powerCut(3)))).toEqual([{ kind: 'handle', dueAtMs: t0 + 10 * minuteMs }]);
    expect(incidentLifecycle.deadlines(fold(powerCut(3), sweep(1)))).toEqual([]);
    expect(incidentLifecycle.deadlines(fold(opened, ended))).toEqual([]);
  });
  it('shows 3 while no one does, and stays in the record', () => {
    expect(incidentLifecycle.describeState(fold(opened, late))).toBe('3 已超时 · 待核查');
    const state = fold(opened, late, checked);
    expect(incidentLifecycle.statusIndex(state)).toBe(1);
    expect(state.context.overdue).toBe(true);
    expect(stageAfter(opened, late, ended)).toBe('closed');
  });
  it('is recorded by the clock alone, once, and not too early', () => {
    const tooEarly = '当前状态不能自动记录超时';
    expect(refusal(fold(opened), missed(t0 + 10 * minuteMs - 1))).toBe(tooEarly);
    expect(refusal(fold(opened, late), late)).toBe(tooEarly);
    expect(refusal(fold(opened, checked), late)).toBe(tooEarly);
  });
});

it('an incident’s timeline names the lift and how its car was checked', () => {
  expect(words(powerCut(18))).toEqual({ title: '发生事件：多台停电', detail: '共 18 台电梯，多台同时' });
  const swept = fact('incident.swept', { data: { elevatorId: 1, tag: 'DT-0001', way: 'intercom', note: '无人应答' } });
  expect(words(swept)).toEqual({ title: '确认轿厢无人：DT-0001', detail: '经对讲确认，无人应答' });
  expect(words(restore(1))).toEqual({ title: '设备报告恢复', detail: '' });
});
