import { topicOf } from '../../src/contract/device.ts';
import type { DeviceType } from '../../src/contract/deviceTypes.ts';
import { seededRandom } from '../runtime/random.ts';
import type { Send } from './simDevice.ts';

/** A camera or a screen of a lift: it has no car to report, and says how it is by its status. */
export interface SimAccessory {
  readonly elevatorId: number;
  readonly deviceKey: string;
  readonly deviceType: Exclude<DeviceType, 'COL'>;
  readonly model: string;
  readonly firmware: string;
  readonly reportPeriodMs: number;
}

/** How it takes commands, always the same way. */
export const tempers = ['obeys', 'refuses', 'late', 'twice'] as const;
export type Temper = (typeof tempers)[number];

const lateMs = { least: 20_000, most: 45_000 } as const;
const soonMs = { least: 400, most: 1_600 } as const;
const busy = { code: 3, message: '设备忙，请稍后重试' } as const;

/** The same for the same seed: seven of ten obey, one refuses, one answers late, one twice. */
export function temperOf(deviceKey: string, seed: number): Temper {
  const hash = Array.from(deviceKey).reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16_777_619), seed);
  return seededRandom(hash).pickWeighted([
    ['obeys', 7],
    ['refuses', 1],
    ['late', 1],
    ['twice', 1],
  ]);
}

export interface SimAccessoryParts {
  readonly temper: Temper;
  /** In [0, 1). */
  readonly chance: () => number;
  readonly later: (delayMs: number, action: () => void) => void;
}

export class SimAccessoryDevice {
  readonly #accessory: SimAccessory;
  readonly #parts: SimAccessoryParts;
  readonly #answers = new Map<number, object>();

  constructor(accessory: SimAccessory, parts: SimAccessoryParts) {
    this.#accessory = accessory;
    this.#parts = parts;
  }

  sign(send: Send): void {
    const { deviceKey, model, firmware } = this.#accessory;
    send(topicOf(deviceKey, 'status'), { online: true, model, firmware }, 1);
  }

  /** A command that comes again is not carried out again; if it was answered, it is answered again. */
  take(commandId: number, identifier: string, send: Send): void {
    const { temper, chance, later } = this.#parts;
    const topic = topicOf(this.#accessory.deviceKey, 'reply');
    send(topic, { command_id: commandId, received: true }, 1);
    const known = this.#answers.get(commandId);
    if (known !== undefined) {
      send(topic, known, 1);
      return;
    }
    // That a rescue is over is never refused.
    const result = temper === 'refuses' && identifier !== 'sos_status' ? busy : { code: 0 };
    const answer = { command_id: commandId, ...result };
    this.#answers.set(commandId, answer);
    const { least, most } = temper === 'late' ? lateMs : soonMs;
    later(least + chance() * (most - least), () => {
      send(topic, answer, 1);
      if (temper === 'twice') send(topic, answer, 1);
    });
  }
}
