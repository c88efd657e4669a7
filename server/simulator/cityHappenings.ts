import type { Random } from '../runtime/random.ts';
import { activityAt, meanActivity } from './dayProfile.ts';
import type { Rider } from './picture/drawCar.ts';
import type { SimAccessoryDevice } from './simAccessory.ts';
import type { SimDevice } from './simDevice.ts';

const dayMs = 86_400_000;
/** Faults that a collector reports by code, for 1,000 lifts a day; our own assumption, about as many as door alarms end as one. */
export const publishedFaultRate = 4;
const faultCodes = [
  ['03', 35],
  ['02', 35],
  ['07', 15],
  ['08', 10],
  ['01', 5],
] as const;
const faultMs = { least: 4 * 60_000, most: 20 * 60_000 } as const;
const scooterMs = { least: 60_000, most: 240_000 } as const;

/** Happenings soon after the start, so that anyone who opens the demo sees them live. */
export interface Opening {
  /** The camera that takes a wheelchair for a scooter; it holds the door until someone releases it. */
  readonly wheelchair?: string | undefined;
  /** Collectors of one community that lose their power within two minutes. */
  readonly powerCut?: readonly string[] | undefined;
  /** The collector that reports a fault of its door. */
  readonly fault?: string | undefined;
}
const wheelchairAfterMs = 20_000;
const faultAfterMs = 30_000;
const powerCutAfterMs = 45_000;
const powerCutSpreadMs = 55_000;
const powerBackAfterMs = 25 * 60_000;
const powerLost = '41';
const doorFault = '03';

export interface HappeningParts {
  readonly random: Random;
  readonly nowMs: () => number;
  readonly later: (delayMs: number, action: () => void) => void;
  readonly liftNum: number;
  readonly device: (deviceKey: string) => SimDevice | undefined;
  readonly anyQuietDevice: () => SimDevice | undefined;
  readonly cameras: readonly SimAccessoryDevice[];
  readonly camera: (deviceKey: string) => SimAccessoryDevice | undefined;
  readonly sendOf: (device: SimDevice) => Parameters<SimDevice['report']>[1];
  readonly sendOfCamera: (camera: SimAccessoryDevice) => Parameters<SimAccessoryDevice['leave']>[0];
}

/** Faults, power cuts and scooters of the city, each ended as a real device would end it. */
export function createHappenings(parts: HappeningParts) {
  const { random, nowMs, later, liftNum, device: deviceOf, anyQuietDevice, cameras, camera: cameraOf } = parts;
  const { sendOf, sendOfCamera } = parts;

  function reportCode(device: SimDevice, code: string, forMs: number): void {
    device.raiseCode(code, nowMs(), sendOf(device));
    later(forMs, () => device.clearCode(code, nowMs(), sendOf(device)));
  }

  function detect(camera: SimAccessoryDevice, rider: Rider, forMs: number): void {
    const send = sendOfCamera(camera);
    camera.detect(rider, send);
    later(forMs, () => camera.leave(send));
  }

  function scheduleFaults(perThousandDay: number): void {
    const perDay = (perThousandDay * liftNum) / 1_000;
    if (perDay <= 0) return;
    later((-Math.log(1 - random.next()) * dayMs * meanActivity) / perDay, () => {
      const device = random.isTrue(activityAt(nowMs())) ? anyQuietDevice() : undefined;
      if (device !== undefined && !device.hasCode)
        reportCode(device, random.pickWeighted(faultCodes), random.between(faultMs.least, faultMs.most));
      scheduleFaults(perThousandDay);
    });
  }

  return {
    scheduleFaults,

    /** A scooter rides into a lift with a camera, and is pushed out again; false where no camera is free to see it. */
    scooter(): boolean {
      const free = cameras.filter(({ isHolding }) => !isHolding);
      const camera = free[random.between(0, free.length - 1)];
      if (camera === undefined) return false;
      detect(camera, 'scooter', random.between(scooterMs.least, scooterMs.most));
      return true;
    },

    open({ wheelchair, powerCut = [], fault }: Opening): void {
      const camera = wheelchair === undefined ? undefined : cameraOf(wheelchair);
      if (camera !== undefined) later(wheelchairAfterMs, () => detect(camera, 'wheelchair', powerBackAfterMs));
      const faulty = fault === undefined ? undefined : deviceOf(fault);
      if (faulty !== undefined) later(faultAfterMs, () => reportCode(faulty, doorFault, faultMs.most));
      for (const deviceKey of powerCut) {
        const device = deviceOf(deviceKey);
        if (device === undefined) continue;
        later(powerCutAfterMs + random.next() * powerCutSpreadMs, () =>
          reportCode(device, powerLost, powerBackAfterMs + random.next() * powerCutSpreadMs),
        );
      }
    },
  };
}
