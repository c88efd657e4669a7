import { describe, expect, it } from 'vitest';
import type { ScooterEvent } from '../contract/events/scooter.ts';
import type { Actor } from '../contract/events/storedEvent.ts';
import { isScooterActive, scooterLifecycle, scooterStageOf } from './scooterLifecycle.ts';
import type { ScooterSnapshot } from './scooterMachine.ts';

const t0 = 1_700_000_000_000;
const minuteMs = 60_000;
const camera: Actor = { kind: 'device', id: 'CAM-1', name: '摄像机' };
const system: Actor = { kind: 'system', id: 'clock', name: '系统' };
const zhang: Actor = { kind: 'user', id: 1, name: '张伟', roleType: 2 };
const li: Actor = { kind: 'user', id: 2, name: '李娜', roleType: 2 };

function fact(
  type: ScooterEvent['type'],
  { actor = zhang, atMs = t0, data = {} }: { actor?: Actor; atMs?: number; data?: object } = {},
): ScooterEvent {
  const example = scooterLifecycle.example(scooterLifecycle.initial(), type, actor, atMs);
  return scooterLifecycle.parseEvent({ ...example, data: { ...example.data, ...data } });
}
const fold = (...events: ScooterEvent[]): ScooterSnapshot => scooterLifecycle.fold(events);
const refusal = (state: ScooterSnapshot, event: ScooterEvent): string => {
  expect(scooterLifecycle.can(state, event)).toBe(false);
  return scooterLifecycle.explainRefusal(state, event);
};
const stageAfter = (...events: ScooterEvent[]): string | undefined => scooterStageOf(fold(...events));

const detected = fact('scooter.detected', { actor: camera });
const detectedAndHeld = fact('scooter.detected', { actor: camera, data: { isDoorHeld: true } });
const phoned = fact('scooter.detected', { data: { source: 'person', deviceKey: '', isDoorHeld: true } });
const repeated = fact('scooter.repeated', { actor: camera });
const held = fact('scooter.holdAcknowledged', { actor: camera });
const visited = fact('scooter.visited');
const removed = fact('scooter.removed');
const cleared = fact('scooter.cleared', { actor: camera });
const released = fact('scooter.released', { actor: li });
const remotelyReleased = fact('scooter.remotelyReleased', { actor: li });
const judgedFalse = fact('scooter.judgedFalse');
const hidden = fact('scooter.hidden');
const missed = (atMs: number): ScooterEvent => fact('scooter.deadlinePassed', { actor: system, atMs });

describe('a scooter in a car', () => {
  it('is seen, its door is held, someone comes, moves it out and releases the lift', () => {
    const states = [
      [detected],
      [detected, held],
      [detected, held, visited],
      [detected, held, visited, removed],
      [detected, held, visited, removed, released],
    ].map((events) => fold(...events));
    expect(states.map(scooterStageOf)).toEqual(['detected', 'doorHeld', 'personOnSite', 'removed', 'released']);
    expect(states.map((state) => scooterLifecycle.statusIndex(state))).toEqual([0, 0, 0, 1, 2]);
    expect(states.map(({ context }) => context.isDoorHeld)).toEqual([false, true, true, true, false]);
  });
  it('begins with a held door where the camera says so at once', () => {
    expect(stageAfter(detectedAndHeld)).toBe('doorHeld');
  });
  it('that was rung in is not held: only the camera knows that', () => {
    const state = fold(phoned);
    expect(scooterStageOf(state)).toBe('detected');
    expect(state.context.isDoorHeld).toBe(false);
    expect(isScooterActive(state)).toBe(false);
    expect(scooterStageOf(fold(phoned, held))).toBe('doorHeld');
    expect(isScooterActive(fold(phoned, held))).toBe(true);
  });
  it('moved out of a door that no one holds is over at once', () => {
    expect(stageAfter(detected, removed)).toBe('released');
    expect(stageAfter(detected, visited, removed)).toBe('released');
    expect(stageAfter(detected, held, removed)).toBe('removed');
    expect(stageAfter(detected, visited, held, removed)).toBe('removed');
  });
  it('is released from the desk by a reason, at every stage before', () => {
    for (const before of [[detected], [detected, held], [detected, visited], [detected, held, removed]])
      expect(stageAfter(...before, remotelyReleased)).toBe('released');
    expect(fold(detected, held, remotelyReleased).context.closedBy?.name).toBe('李娜');
  });
  it('is judged false, and that counts as finished', () => {
    const state = fold(detected, held, judgedFalse);
    expect(scooterStageOf(state)).toBe('falseAlarm');
    expect(scooterLifecycle.statusIndex(state)).toBe(2);
    expect(state.context.isDoorHeld).toBe(false);
  });
});

describe('what the camera reports', () => {
  it('releases a lift whose scooter was moved out, and closes nothing else', () => {
    expect(stageAfter(detected, held, removed, cleared)).toBe('released');
    expect(stageAfter(detected, cleared)).toBe('detected');
    expect(stageAfter(detected, visited, cleared)).toBe('personOnSite');
  });
  it('ends the hold, so that moving it out ends the event', () => {
    const state = fold(detected, held, cleared);
    expect(scooterStageOf(state)).toBe('detected');
    expect(state.context.isDoorHeld).toBe(false);
    expect(stageAfter(detected, held, cleared, removed)).toBe('released');
    expect(stageAfter(detected, held, visited, cleared, removed)).toBe('released');
  });
  it('holds again when it sees the scooter again', () => {
    const state = fold(detected, cleared, repeated);
    expect(isScooterActive(state)).toBe(true);
    expect(state.context).toMatchObject({ clearedAtMs: null, repeatCount: 1 });
  });
  it('cannot be claimed by a person', () => {
    expect(refusal(fold(detected), fact('scooter.holdAcknowledged'))).toBe('只有设备可以报告该情况');
    expect(refusal(fold(detected), fact('scooter.cleared'))).toBe('只有设备可以报告该情况');
  });
  it('is taken once', () => {
    expect(refusal(fold(detected, held), held)).toBe('梯门已保持打开');
    expect(refusal(fold(detected, cleared), cleared)).toBe('设备没有在报告电动车');
    expect(refusal(fold(detected, judgedFalse), held)).toBe('张伟 已判定为误报，不能再操作');
    expect(refusal(fold(detected, removed), repeated)).toBe('张伟 已处理完成，不能再操作');
  });
});

describe('the steps of people', () => {
  it('tell the second who was first', () => {
    expect(refusal(fold(detected, visited), fact('scooter.visited', { actor: li }))).toBe('张伟 已登记到场');
    const state = fold(detected, held, removed);
    expect(refusal(state, fact('scooter.removed', { actor: li }))).toBe('张伟 已移出电动车，请恢复运行');
    expect(refusal(state, judgedFalse)).toBe('张伟 已移出电动车，不能判定误报，请恢复运行');
    expect(refusal(fold(detected, held, removed, released), removed)).toBe('李娜 已处理完成，不能再操作');
  });
  it('release the lift only after the scooter is out', () => {
    expect(refusal(fold(detected, held), released)).toBe('请先登记移出，再恢复运行；如保持有误，请远程解除');
  });
  it('are people’s alone', () => {
    expect(refusal(fold(detected), fact('scooter.removed', { actor: camera }))).toBe('须由人员移出');
    expect(refusal(fold(detected, held), fact('scooter.remotelyReleased', { actor: system }))).toBe('须由人员远程解除');
  });
  it('delete what is closed, once', () => {
    expect(refusal(fold(detected), hidden)).toBe('只能删除已关闭的电动车记录，请先处理完成或判定误报');
    expect(refusal(fold(detected, judgedFalse, hidden), hidden)).toBe('该电动车记录已删除');
  });
  it('begin with a report, of which there is one', () => {
    expect(refusal(scooterLifecycle.initial(), visited)).toBe('该电动车事件不存在，请刷新后重试');
    expect(refusal(fold(detected), detected)).toBe('该电动车事件已存在，请刷新后查看');
  });
});

describe('the limit of a scooter', () => {
  const late = missed(t0 + 10 * minuteMs);
  it('runs until it is moved out', () => {
    const due = [{ kind: 'handle', dueAtMs: t0 + 10 * minuteMs }];
    expect(scooterLifecycle.deadlines(fold(detected))).toEqual(due);
    expect(scooterLifecycle.deadlines(fold(detected, held, visited))).toEqual(due);
    expect(scooterLifecycle.deadlines(fold(detected, held, removed))).toEqual([]);
  });
  it('shows 3 while it is still inside, and stays in the record', () => {
    expect(scooterLifecycle.describeState(fold(detected, held, late))).toBe('3 已超时 · 梯门已保持');
    const state = fold(detected, held, late, removed);
    expect(scooterLifecycle.statusIndex(state)).toBe(1);
    expect(state.context.overdue).toBe(true);
  });
  it('is recorded by the clock alone, once, and not too early', () => {
    const words = '当前状态不能自动记录超时';
    expect(refusal(fold(detected), missed(t0 + 10 * minuteMs - 1))).toBe(words);
    expect(refusal(fold(detected, late), late)).toBe(words);
    expect(refusal(fold(detected), { ...late, actor: zhang })).toBe(words);
  });
});

it('a scooter’s timeline says why the lift was released from afar', () => {
  expect(scooterLifecycle.describeEvent(remotelyReleased)).toEqual({ title: '远程解除', detail: '实为轮椅' });
  expect(scooterLifecycle.describeEvent(detectedAndHeld)).toEqual({
    title: '发现电动车',
    detail: '设备报警，梯门已保持打开',
  });
});
