import { describe, expect, it } from 'vitest';
import type { DeviceCommandEvent, DeviceCommandEventType } from '../contract/events/deviceCommand.ts';
import type { Actor } from '../contract/events/storedEvent.ts';
import { commandState, deviceCommandLifecycle } from './deviceCommandLifecycle.ts';
import type { DeviceCommandSnapshot } from './deviceCommandMachine.ts';

const t0 = 1_700_000_000_000;
const minuteMs = 60_000;
const device: Actor = { kind: 'device', id: 'COL-1', name: '采集器' };
const system: Actor = { kind: 'system', id: 'clock', name: '系统' };
const zhang: Actor = { kind: 'user', id: 1, name: '张伟', roleType: 2 };

function fact(
  type: DeviceCommandEventType,
  { actor = zhang, atMs = t0, data = {} }: { actor?: Actor; atMs?: number; data?: object } = {},
): DeviceCommandEvent {
  const example = deviceCommandLifecycle.example(deviceCommandLifecycle.initial(), type, actor, atMs);
  return deviceCommandLifecycle.parseEvent({ ...example, data: Object.assign({}, example.data, data) });
}
const fold = (...events: DeviceCommandEvent[]): DeviceCommandSnapshot => deviceCommandLifecycle.fold(events);
const refusal = (state: DeviceCommandSnapshot, event: DeviceCommandEvent): string => {
  expect(deviceCommandLifecycle.can(state, event)).toBe(false);
  return deviceCommandLifecycle.explainRefusal(state, event);
};

const queued = fact('command.queued');
const sent = fact('command.sent', { actor: system, atMs: t0 + minuteMs });
const acknowledged = fact('command.acknowledged', { actor: device, atMs: t0 + minuteMs });
const succeeded = fact('command.resulted', { actor: device, data: { code: 0 } });
const failed = fact('command.resulted', { actor: device, data: { code: 5, message: '音量模块无响应' } });
const expired = fact('command.deadlinePassed', { actor: system, atMs: t0 + 60 * minuteMs, data: { kind: 'expire' } });
const timedOut = fact('command.deadlinePassed', { actor: system, atMs: t0 + 2 * minuteMs, data: { kind: 'result' } });
const retried = fact('command.retried', {
  atMs: t0 + 2 * 60 * minuteMs,
  data: { expiresAtMs: t0 + 3 * 60 * minuteMs },
});

describe('a command', () => {
  it('is delivered only when its device says so', () => {
    expect(commandState(fold(queued, sent))).toBe('sent');
    expect(commandState(fold(queued, sent, acknowledged))).toBe('delivered');
    expect(refusal(fold(queued, sent), { ...acknowledged, actor: system })).toBe('只有设备可以确认收到或报告结果');
    expect(deviceCommandLifecycle.can(fold(queued), acknowledged)).toBe(false);
  });
  it('has the result that its device reports, also without an acknowledgement before', () => {
    expect(commandState(fold(queued, sent, acknowledged, succeeded))).toBe('succeeded');
    expect(commandState(fold(queued, sent, acknowledged, failed))).toBe('failed');
    expect(commandState(fold(queued, sent, succeeded))).toBe('succeeded');
    expect(deviceCommandLifecycle.can(fold(queued, sent), { ...succeeded, actor: zhang })).toBe(false);
    expect(deviceCommandLifecycle.can(fold(queued, sent), { ...failed, actor: zhang })).toBe(false);
  });
  it('waits for an offline device until its time to live', () => {
    expect(deviceCommandLifecycle.deadlines(fold(queued))).toEqual([{ kind: 'expire', dueAtMs: t0 + 60 * minuteMs }]);
    expect(deviceCommandLifecycle.can(fold(queued), { ...expired, receivedAtMs: t0 })).toBe(false);
    expect(commandState(fold(queued, expired))).toBe('expired');
    expect(refusal(fold(queued), { ...sent, actor: zhang })).toBe('指令由网关发送');
    expect(refusal(fold(queued), { ...sent, receivedAtMs: t0 + 60 * minuteMs })).toBe('该指令已过有效期，不再发送');
  });
  it('once sent must have its result in time, counted from the sending', () => {
    expect(deviceCommandLifecycle.deadlines(fold(queued, sent))).toEqual([
      { kind: 'result', dueAtMs: t0 + 2 * minuteMs },
    ]);
    expect(deviceCommandLifecycle.can(fold(queued, sent), { ...timedOut, receivedAtMs: t0 + 2 * minuteMs - 1 })).toBe(
      false,
    );
    expect(commandState(fold(queued, sent, acknowledged, timedOut))).toBe('timedOut');
    expect(deviceCommandLifecycle.can(fold(queued, sent), expired)).toBe(false);
  });
  it('is sent again when its device reconnects, and its time starts over', () => {
    const state = fold(queued, sent, { ...sent, receivedAtMs: t0 + 5 * minuteMs });
    expect(state.context.attempts).toBe(2);
    expect(deviceCommandLifecycle.deadlines(state)).toEqual([{ kind: 'result', dueAtMs: t0 + 6 * minuteMs }]);
    expect(refusal(fold(queued, sent, acknowledged), sent)).toBe('该指令已送达，不再发送');
  });
  it('that timed out still accepts a late result: it has happened after all', () => {
    expect(commandState(fold(queued, sent, timedOut, succeeded))).toBe('succeeded');
    expect(commandState(fold(queued, sent, timedOut, failed))).toBe('failed');
  });
  it('is cancelled only before it is sent, by a person', () => {
    const cancelled = fact('command.cancelled');
    expect(commandState(fold(queued, cancelled))).toBe('cancelled');
    expect(refusal(fold(queued, sent), cancelled)).toBe('该指令已发送，不能取消');
    expect(deviceCommandLifecycle.can(fold(queued), { ...cancelled, actor: device })).toBe(false);
  });
  it('may be retried after it failed, timed out, expired or was cancelled', () => {
    for (const events of [
      [queued, sent, failed],
      [queued, sent, timedOut],
      [queued, expired],
      [queued, fact('command.cancelled')],
    ]) {
      const state = fold(...events, retried);
      expect(commandState(state)).toBe('queued');
      expect(deviceCommandLifecycle.deadlines(state)).toEqual([{ kind: 'expire', dueAtMs: t0 + 3 * 60 * minuteMs }]);
    }
    expect(refusal(fold(queued, sent, succeeded), retried)).toBe('该指令已执行成功，无需重试');
    expect(refusal(fold(queued, sent), retried)).toBe('该指令已发送，请等待结果');
    expect(refusal(fold(queued, expired), { ...retried, receivedAtMs: t0 + 4 * 60 * minuteMs })).toBe(
      '有效期须晚于现在',
    );
  });
  it('shows 0 waiting, 1 with the device, 2 closed, 3 not carried out in time', () => {
    const states = [
      [queued],
      [queued, sent],
      [queued, sent, acknowledged],
      [queued, sent, succeeded],
      [queued, sent, failed],
      [queued, expired],
      [queued, sent, timedOut],
    ];
    expect(states.map((events) => deviceCommandLifecycle.statusIndex(fold(...events)))).toEqual([0, 1, 1, 2, 2, 3, 3]);
    expect(states.map((events) => deviceCommandLifecycle.isClosed(fold(...events)))).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
      true,
    ]);
  });
});
