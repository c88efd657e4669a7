import { randomUUID } from 'node:crypto';
import type { DeviceEventMessage } from '../../../src/contract/device.ts';
import { refusalCodes } from '../../../src/contract/envelope.ts';
import type { Principal } from '../../access/principal.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Directory } from '../city/directory.ts';
import { openOrderOf } from './openRescue.ts';
import { requireElevatorInScope } from '../city/recordScope.ts';
import { Refusal } from '../refusal.ts';

/** Sends a device's event as the device itself would, over MQTT; resolves with the server's receipt. */
export type SendAsDevice = (deviceKey: string, event: Pick<DeviceEventMessage, 'id' | 'kind'>) => Promise<void>;

export interface TestCallsParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly directory: Directory;
  readonly sendAsDevice: SendAsDevice;
}

export interface TestCalls {
  /** Returns the note of the order of a device's event if that event is a test of ours; only this process knows, so no device can pretend. */
  noteOf(deviceEventId: string): string | undefined;
  /** Calls for help as the lift's collector and waits for the order. Throws NotFound out of scope, Refusal with what to do. */
  call(by: Principal, elevatorId: number): Promise<{ readonly orderId: number }>;
}

/** The beginning of the note of a test call's order. */
export const testCallMark = '测试呼叫：';

const orderWithinMs = 10_000;
const lookEveryMs = 50;
/** Tests of a running process; the oldest are forgotten. */
const mostKept = 100;

/** Calls for help that an administrator makes to see that a console rings: by the way of every other call, and marked. */
export function createTestCalls({ store, clock, directory, sendAsDevice }: TestCallsParts): TestCalls {
  const notes = new Map<string, string>();
  let isUnderWay = false;

  async function untilOrder(elevatorId: number): Promise<number> {
    for (let waitedMs = 0; waitedMs < orderWithinMs; waitedMs += lookEveryMs) {
      const orderId = await openOrderOf(store, elevatorId);
      if (orderId !== undefined) return orderId;
      await new Promise<void>((resolve) => clock.after(lookEveryMs, resolve));
    }
    throw new Refusal('求救已送达，但 10 秒内没有生成救援单，请查看服务器日志', refusalCodes.refused);
  }

  async function send(by: Principal, elevatorId: number): Promise<number> {
    const device = directory.collectorOf(elevatorId);
    if (device === undefined) throw new Refusal('该电梯没有绑定采集器，请先绑定', refusalCodes.notAllowedNow);
    if (device.vendor !== '' && device.vendor !== 'standard')
      throw new Refusal('该电梯的采集器使用厂商协议，请换一台使用标准协议的电梯测试', refusalCodes.notAllowedNow);
    if ((await openOrderOf(store, elevatorId)) !== undefined)
      throw new Refusal('该电梯有未结束的救援单，请结束后再测试', refusalCodes.notAllowedNow);
    const id = `test-${randomUUID()}`;
    if (notes.size >= mostKept) for (const [oldest] of [...notes].slice(0, 1)) notes.delete(oldest);
    notes.set(
      id,
      `${testCallMark}${by.name}发起，请按演练接听；确认轿厢内无人求救后再判为误报，其间的新报警按真实求救处理`,
    );
    try {
      await sendAsDevice(device.deviceKey, { id, kind: 'SOS' });
    } catch (error) {
      throw new Refusal(
        `测试呼叫没有送达消息服务器：${error instanceof Error ? error.message : String(error)}`,
        refusalCodes.refused,
      );
    }
    return untilOrder(elevatorId);
  }

  return {
    noteOf: (deviceEventId) => notes.get(deviceEventId),
    async call(by, elevatorId) {
      requireElevatorInScope(directory, by, elevatorId);
      if (isUnderWay) throw new Refusal('另一个测试呼叫正在发送，请稍候', refusalCodes.notAllowedNow);
      isUnderWay = true;
      try {
        return { orderId: await send(by, elevatorId) };
      } finally {
        isUnderWay = false;
      }
    },
  };
}
