import { describe, expect, it } from 'vitest';
import type { DeviceEvent, DeviceEventType } from '../contract/events/device.ts';
import type { Actor } from '../contract/events/storedEvent.ts';
import { deviceLifecycle, deviceLoadIndex, silentAfterMs } from './deviceLifecycle.ts';
import type { DeviceSnapshot } from './deviceMachine.ts';

const t0 = 1_700_000_000_000;
const minuteMs = 60_000;
const device: Actor = { kind: 'device', id: 'COL-1', name: '采集器' };
const system: Actor = { kind: 'system', id: 'gateway', name: '网关' };
const zhang: Actor = { kind: 'user', id: 1, name: '张伟', roleType: 1 };

function fact(
  type: DeviceEventType,
  { actor = zhang, atMs = t0, data = {} }: { actor?: Actor; atMs?: number; data?: object } = {},
): DeviceEvent {
  const example = deviceLifecycle.example(deviceLifecycle.initial(), type, actor, atMs);
  return deviceLifecycle.parseEvent({ ...example, data: Object.assign({}, example.data, data) });
}
const fold = (...events: DeviceEvent[]): DeviceSnapshot => deviceLifecycle.fold(events);
const refusal = (state: DeviceSnapshot, event: DeviceEvent): string => {
  expect(deviceLifecycle.can(state, event)).toBe(false);
  return deviceLifecycle.explainRefusal(state, event);
};

const bound = fact('device.bound');
const reported = (load: 0 | 1 | 2 = 1, atMs = t0): DeviceEvent =>
  fact('device.reported', { actor: device, atMs, data: { load } });
const lost = (atMs = t0): DeviceEvent => fact('device.lost', { actor: device, atMs });
const silent = fact('device.silent', { actor: system });
const disabled = fact('device.disabled');
const flapped = (atMs: number): DeviceEvent => fact('device.flapped', { actor: system, atMs });
/** Online and offline again, `count` changes one minute apart, from `fromMs`. */
const flips = (count: number, fromMs: number): DeviceEvent[] =>
  Array.from({ length: count }, (_, index) =>
    index % 2 === 0 ? lost(fromMs + index * minuteMs) : reported(1, fromMs + index * minuteMs),
  );

describe('a device', () => {
  it('is not activated until it reports, then online, offline and online again', () => {
    const states = [
      [bound],
      [bound, reported()],
      [bound, reported(), lost()],
      [bound, reported(), lost(), reported()],
    ].map((events) => fold(...events));
    expect(states.map((state) => deviceLifecycle.statusIndex(state))).toEqual([0, 1, 2, 1]);
  });
  it('is offline after three missed report periods, not before', () => {
    expect(silentAfterMs(fold(bound))).toBe(15_000);
    expect(deviceLifecycle.statusIndex(fold(bound, reported(), silent))).toBe(2);
    expect(refusal(fold(bound, reported()), fact('device.silent', { actor: system, data: { missedPeriods: 2 } }))).toBe(
      '连续 3 个周期未上报才算离线',
    );
  });
  it('reports its load; what stays the same is no event', () => {
    expect(
      [0, 1, 2].map((load) =>
        deviceLoadIndex(fold(bound, reported(), reported(2), ...(load === 2 ? [] : [reported(load === 0 ? 0 : 1)]))),
      ),
    ).toEqual([0, 1, 2]);
    expect(refusal(fold(bound, reported(1)), reported(1))).toBe('设备状态没有变化');
    expect(refusal(fold(bound, reported(2)), reported(2))).toBe('设备状态没有变化');
  });
  it('has an unknown load while it is not online', () => {
    for (const event of [lost(), silent, disabled, fact('device.unbound')]) {
      expect(deviceLoadIndex(fold(bound, reported(2), event))).toBe(0);
    }
  });
  it('that is unbound or disabled is not heard', () => {
    expect(refusal(fold(), reported())).toBe('该设备未绑定电梯，请先绑定');
    expect(refusal(fold(bound, reported(), disabled), reported(2))).toBe('该设备已禁用，请先启用');
    expect(deviceLifecycle.statusIndex(fold(bound, disabled))).toBe(3);
    expect(deviceLifecycle.statusIndex(fold(bound, disabled, fact('device.enabled')))).toBe(2);
  });
  it('is bound to one lift at a time', () => {
    expect(refusal(fold(bound), bound)).toBe('该设备已绑定电梯，请先解绑');
    expect(deviceLifecycle.can(fold(bound, reported(), fact('device.unbound')), bound)).toBe(true);
  });
  it('speaks for itself: people disable it, and do not report for it', () => {
    expect(refusal(fold(bound), fact('device.reported'))).toBe('只有设备可以报告该情况');
    expect(refusal(fold(bound, reported()), fact('device.lost'))).toBe('只有设备可以报告该情况');
    expect(refusal(fold(bound, reported()), { ...disabled, actor: device })).toBe('须由人员操作');
    expect(deviceLifecycle.allowedActions(fold(bound, reported()), zhang)).toEqual([
      'device.disabled',
      'device.unbound',
      'device.terminalChosen',
      'device.modelSynced',
    ]);
  });
});

describe('the message codes of a device', () => {
  const [known, unknown] = deviceLifecycle
    .examples(fold(bound), device, t0)
    .filter(({ type }) => type === 'device.codeRaised');
  const over = fact('device.codeCleared', { actor: device });
  const missed = fact('device.selfTestMissed', { actor: system });
  const words = (event: DeviceEvent | undefined) => event && deviceLifecycle.describeEvent(event);

  it('are recorded whatever its state, and change none; an unbound device has none', () => {
    for (const state of [
      fold(bound),
      fold(bound, reported()),
      fold(bound, reported(), lost()),
      fold(bound, disabled),
    ]) {
      for (const event of [over, missed]) {
        expect(deviceLifecycle.can(state, event)).toBe(true);
        expect(refusal(state, { ...event, actor: zhang })).toMatch(/只有设备可以报告该情况|已禁用/);
      }
    }
    expect(refusal(fold(), over)).toBe('该设备未绑定电梯，请先绑定');
    expect(deviceLifecycle.statusIndex(fold(bound, reported(), over, missed))).toBe(1);
  });

  it('are said in words, and one that is unknown as the vendor says it', () => {
    expect(words(known)).toEqual({ title: '报告消息码', detail: '03 开门故障' });
    expect(words(unknown)).toEqual({ title: '报告消息码', detail: '未知代码 E-62，出现 7 次' });
    expect(words(over)).toEqual({ title: '报告消息码消除', detail: '03 开门故障' });
    expect(words(missed)).toEqual({ title: '记录求救自检超时', detail: '最近一次自检 2023-11-15 06:13:20' });
  });
});

describe('flapping', () => {
  it('is reported as flapping once, for at least four flips in ten minutes', () => {
    const four = [bound, reported(1, t0), ...flips(4, t0 + minuteMs)];
    expect(deviceLifecycle.can(fold(...four.slice(0, -1)), flapped(t0 + 5 * minuteMs))).toBe(false);
    expect(deviceLifecycle.can(fold(...four), flapped(t0 + 5 * minuteMs))).toBe(true);
    const said = fold(...four, flapped(t0 + 5 * minuteMs), ...flips(4, t0 + 6 * minuteMs));
    expect(refusal(said, flapped(t0 + 10 * minuteMs))).toBe('该设备未频繁上下线，或已提示过');
  });
  it('is reported again after the device has been steady for ten minutes', () => {
    const quietUntilMs = t0 + 20 * minuteMs;
    const state = fold(
      bound,
      reported(1, t0),
      ...flips(4, t0 + minuteMs),
      flapped(t0 + 5 * minuteMs),
      ...flips(4, quietUntilMs),
    );
    expect(deviceLifecycle.can(state, flapped(quietUntilMs + 4 * minuteMs))).toBe(true);
  });
  it('is not four flips over an hour', () => {
    const slow = [
      lost(t0 + 15 * minuteMs),
      reported(1, t0 + 30 * minuteMs),
      lost(t0 + 45 * minuteMs),
      reported(1, t0 + 60 * minuteMs),
    ];
    expect(deviceLifecycle.can(fold(bound, reported(1, t0), ...slow), flapped(t0 + 61 * minuteMs))).toBe(false);
  });
});
