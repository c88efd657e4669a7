import { describe, expect, it } from 'vitest';
import type { AlarmEvent, AlarmEventType } from '../contract/events/alarm.ts';
import type { Actor } from '../contract/events/storedEvent.ts';
import { alarmLifecycle, isAlarmVisible } from './alarmLifecycle.ts';
import type { AlarmSnapshot } from './alarmMachine.ts';

const t0 = 1_700_000_000_000;
const minuteMs = 60_000;
const device: Actor = { kind: 'device', id: 'COL-1', name: '采集器' };
const system: Actor = { kind: 'system', id: 'clock', name: '系统' };
const zhang: Actor = { kind: 'user', id: 1, name: '张伟', roleType: 2 };

function fact(
  type: AlarmEventType,
  { actor = zhang, atMs = t0, data = {} }: { actor?: Actor; atMs?: number; data?: object } = {},
): AlarmEvent {
  const example = alarmLifecycle.example(alarmLifecycle.initial(), type, actor, atMs);
  return alarmLifecycle.parseEvent({ ...example, data: { ...example.data, ...data } });
}
const fold = (...events: AlarmEvent[]): AlarmSnapshot => alarmLifecycle.fold(events);
const refusal = (state: AlarmSnapshot, event: AlarmEvent): string => {
  expect(alarmLifecycle.can(state, event)).toBe(false);
  return alarmLifecycle.explainRefusal(state, event);
};

const raised = fact('alarm.raised', { actor: device });
const repeated = fact('alarm.repeated', { actor: device });
const worsened = fact('alarm.worsened', { actor: device, data: { level: 1 } });
const cleared = fact('alarm.cleared', { actor: device });
const acknowledged = fact('alarm.acknowledged');
const shelved = fact('alarm.shelved', { data: { untilMs: t0 + 30 * minuteMs } });
const completed = fact('alarm.completed');
const judgedFalse = fact('alarm.judgedFalse');
const handlingMissed = fact('alarm.deadlinePassed', {
  actor: system,
  atMs: t0 + 10 * minuteMs,
  data: { kind: 'handle' },
});
const shelfEnded = fact('alarm.deadlinePassed', { actor: system, atMs: t0 + 30 * minuteMs, data: { kind: 'shelf' } });

describe('an alarm', () => {
  it('shows its handling as the specification numbers it', () => {
    expect(alarmLifecycle.statusIndex(fold(raised))).toBe(0);
    expect(alarmLifecycle.statusIndex(fold(raised, completed))).toBe(1);
    expect(alarmLifecycle.statusIndex(fold(raised, judgedFalse))).toBe(2);
    expect(alarmLifecycle.statusIndex(fold(raised, handlingMissed))).toBe(3);
  });
  it('handled late is handled, and stays overdue', () => {
    const state = fold(raised, handlingMissed, completed);
    expect(alarmLifecycle.statusIndex(state)).toBe(1);
    expect(state.context.overdue).toBe(true);
  });
  it('stays visible when cleared until someone acknowledges it', () => {
    expect(isAlarmVisible(fold(raised, cleared))).toBe(true);
    expect(isAlarmVisible(fold(raised, cleared, acknowledged))).toBe(false);
    expect(isAlarmVisible(fold(raised, acknowledged))).toBe(true);
    expect(alarmLifecycle.isClosed(fold(raised, cleared, acknowledged))).toBe(false);
  });
  it('takes one picture, also when it is closed already, and stays as it is otherwise', () => {
    const pictured = fact('alarm.pictured', { actor: device });
    for (const before of [
      [raised],
      [raised, cleared],
      [raised, completed],
      [raised, judgedFalse, fact('alarm.hidden')],
    ]) {
      const [without, state] = [fold(...before), fold(...before, pictured)];
      expect(state.context).toEqual({ ...without.context, hasPicture: true });
      expect(state.value).toEqual(without.value);
      expect(refusal(state, pictured)).toBe('该报警已有图片，保留先收到的一张');
    }
    expect(refusal(fold(), pictured)).toBe('该报警不存在，请刷新后重试');
    expect(refusal(fold(raised), fact('alarm.pictured'))).toBe('只有设备可以报告该情况');
  });
  it('is acknowledged once, by a person', () => {
    expect(refusal(fold(raised, acknowledged), fact('alarm.acknowledged'))).toBe('张伟 已确认');
    expect(alarmLifecycle.can(fold(raised), { ...acknowledged, actor: device })).toBe(false);
  });
  it('counts every message that an event of many stands for', () => {
    const many = fact('alarm.repeated', { actor: device, data: { times: 41 } });
    expect(fold(raised, repeated, many).context.repeatCount).toBe(42);
  });
  it('loses its acknowledgement when it worsens, and is shown again', () => {
    const state = fold(raised, acknowledged, shelved, worsened);
    expect(state.context).toMatchObject({ acknowledgedBy: null, priority: 1, shelvedUntilMs: null });
    expect(isAlarmVisible(state)).toBe(true);
    expect(refusal(state, worsened)).toBe('报警级别没有加重');
  });
  it('that comes back after it was cleared must be acknowledged again', () => {
    const state = fold(raised, acknowledged, cleared, repeated);
    expect(state.matches({ raised: { condition: 'active' } })).toBe(true);
    expect(state.context).toMatchObject({ acknowledgedBy: null, repeatCount: 1 });
  });
  it('of priority 1 is never shelved', () => {
    expect(refusal(fold(raised, worsened), shelved)).toBe('紧急报警不能搁置，请立即处理');
  });
  it('is shelved until a later time, with a reason, and comes back automatically or by hand', () => {
    const state = fold(raised, shelved);
    expect(isAlarmVisible(state)).toBe(false);
    expect(alarmLifecycle.deadlines(state)).toEqual([
      { kind: 'handle', dueAtMs: t0 + 10 * minuteMs },
      { kind: 'shelf', dueAtMs: t0 + 30 * minuteMs },
    ]);
    expect(alarmLifecycle.can(state, { ...shelfEnded, receivedAtMs: shelfEnded.receivedAtMs - 1 })).toBe(false);
    expect(isAlarmVisible(fold(raised, shelved, shelfEnded))).toBe(true);
    expect(isAlarmVisible(fold(raised, shelved, fact('alarm.unshelved')))).toBe(true);
    expect(refusal(fold(raised), fact('alarm.shelved', { data: { untilMs: t0 } }))).toBe('搁置截止时间须晚于现在');
    expect(refusal(fold(raised), fact('alarm.unshelved'))).toBe('该报警未搁置');
    expect(() => fact('alarm.shelved', { data: { reason: '' } })).toThrow();
  });
  it('is shelved for at most eight hours', () => {
    const [eightHours, longer] = [0, 1].map((more) =>
      fact('alarm.shelved', { data: { untilMs: t0 + 8 * 60 * minuteMs + more } }),
    );
    expect(eightHours && alarmLifecycle.contradictions(fold(raised), eightHours)).toEqual([]);
    expect(longer && alarmLifecycle.contradictions(fold(raised), longer)).toEqual([
      { field: 'untilMs', message: '最长搁置 8 小时，请选择更早的时间' },
    ]);
  });
  it('tells its story in words', () => {
    const words = [raised, shelved, worsened, shelfEnded, completed].map((event) =>
      alarmLifecycle.describeEvent(event),
    );
    expect(words).toEqual([
      { title: '发生电动车入梯报警', detail: '' },
      { title: '搁置', detail: '至 11-15 06:43，正在施工' },
      { title: '加重为紧急', detail: '' },
      { title: '搁置到期，恢复显示', detail: '' },
      { title: '完成', detail: '' },
    ]);
  });
  it('runs out of time even while shelved', () => {
    expect(alarmLifecycle.statusIndex(fold(raised, shelved, handlingMissed))).toBe(3);
  });
  it('is never closed by its device', () => {
    expect(alarmLifecycle.can(fold(raised), { ...completed, actor: device })).toBe(false);
    expect(alarmLifecycle.can(fold(raised), { ...judgedFalse, actor: device })).toBe(false);
    expect(alarmLifecycle.can(fold(raised), { ...completed, actor: system })).toBe(true);
  });
  it('is reported by its device only', () => {
    expect(refusal(fold(raised), fact('alarm.cleared'))).toBe('只有设备可以报告该情况');
    expect(alarmLifecycle.allowedActions(fold(raised), zhang)).toEqual([
      'alarm.acknowledged',
      'alarm.shelved',
      'alarm.completed',
      'alarm.judgedFalse',
    ]);
  });
  it('once closed accepts no repeats, but still records when the condition ended', () => {
    const state = fold(raised, shelved, completed);
    expect(alarmLifecycle.deadlines(state)).toEqual([]);
    expect(state.matches({ raised: { display: 'shown' } })).toBe(true);
    expect(refusal(state, repeated)).toBe('该报警已处理完成，不能再操作');
    expect(alarmLifecycle.can(state, worsened)).toBe(false);
    expect(alarmLifecycle.can(state, cleared)).toBe(true);
    expect(alarmLifecycle.can(fold(raised, cleared, completed), repeated)).toBe(false);
    expect(refusal(fold(raised, judgedFalse), completed)).toBe('该报警已判定为误报，不能再操作');
  });
  it('is deleted only when closed, and once', () => {
    const hidden = fact('alarm.hidden');
    expect(refusal(fold(raised), hidden)).toBe('只能删除已处理的报警，请先完成或判定误报');
    expect(refusal(fold(raised, completed, hidden), hidden)).toBe('该报警记录已删除');
  });
  it('turns its deadlines into events', () => {
    expect(alarmLifecycle.eventForDeadline({ kind: 'shelf', dueAtMs: 0 })).toEqual({
      type: 'alarm.deadlinePassed',
      data: { kind: 'shelf' },
    });
    expect(alarmLifecycle.can(fold(raised), { ...handlingMissed, receivedAtMs: t0 })).toBe(false);
  });
});
