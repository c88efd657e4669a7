import * as z from 'zod';
import { reportedCodes } from '../../../src/contract/device.ts';
import type { AlarmKind, DoorState } from '../../../src/contract/labels.ts';
import { chinaOffsetMs } from '../../../src/contract/time.ts';
import { idText } from '../../../src/contract/text.ts';
import { codeTable, type VendorAdapter } from './vendor.ts';

/** 恒桉 (invented): words, local times without offset, no and yes as 1 and 2, codes as text. */

export const henganKinds = {
  KR: 'trapped',
  AN: 'SOS',
  HH: 'screamForHelp',
  SD: 'fall_down',
  CS: 'over_speed',
  CD: 'overshoot',
  KMZT: 'runWithDoorOpen',
  DDC: 'moto',
  MQ: 'gasCylinder',
  PH: 'breakElevator',
  CZ: 'overLoad',
  CSJKM: 'longTimeOpen',
  FFKG: 'openCloseLoop',
  WRYX: 'runWithoutPeople',
  ZD: 'camCovered',
  YCZD: 'warn_shake',
} as const satisfies Readonly<Record<string, AlarmKind>>;

/** Codes whose meaning differs from ours (design: domain, vendors disagree on 08–11). */
export const henganCodes = { '09': '06', '10': '03', '11': '01' } as const;

export const henganModes = { STOP: 0, AUTO: 1, CHECK: 2, FIRE: 3, FIREMAN: 4, UPS: 5, QUAKE: 6, OTHER: 7 } as const;
export const henganDoors = { C: 'closed', OG: 'opening', O: 'open', CG: 'closing' } as const satisfies Readonly<
  Record<string, DoorState>
>;
export const henganDirections = { N: 0, U: 1, D: 2 } as const;

const keysOf = <Key extends string>(table: Readonly<Record<Key, unknown>>) =>
  z.string().refine((key): key is Key => Object.hasOwn(table, key), '未知的取值');

/** `2026-11-21 08:30:00`, the city's time. */
const localTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, '时间须为 2026-11-21 08:30:00 的形式')
  .transform((text) => Date.parse(`${text.replace(' ', 'T')}Z`) - chinaOffsetMs)
  .refine((ms) => Number.isFinite(ms), '没有这样的时间');
const no = 1;
const yes = 2;
const noOrYes = z.literal([no, yes]);

export const hengan: VendorAdapter = {
  telemetry: z
    .object({
      time: localTime,
      serviceMode: keysOf(henganModes),
      carStatus: noOrYes,
      direction: keysOf(henganDirections),
      doorZone: noOrYes,
      floor: z.number().int().min(-20).max(300),
      door: keysOf(henganDoors),
      passengers: z.number().int().min(0).max(200),
      speedMps: z.number().min(-30).max(30).optional(),
      loadKg: z.number().min(0).max(50_000).optional(),
      codes: reportedCodes.optional(),
    })
    .transform(
      ({ time, serviceMode, carStatus, direction, doorZone, floor, door, passengers, speedMps, loadKg, codes }) => ({
        at: time,
        service_mode: henganModes[serviceMode],
        car_status: carStatus === yes ? (1 as const) : (0 as const),
        direction: henganDirections[direction],
        door_zone: doorZone === yes,
        floor,
        door: henganDoors[door],
        people: passengers,
        ...(speedMps === undefined ? {} : { speed: speedMps }),
        ...(loadKg === undefined ? {} : { load: loadKg }),
        ...(codes === undefined ? {} : { codes }),
      }),
    ),
  event: z
    .object({ id: idText, time: localTime, alarm: keysOf(henganKinds), holds: noOrYes.default(yes) })
    .transform(({ id, time, alarm, holds }) => ({
      id,
      at: time,
      kind: henganKinds[alarm],
      ...(holds === no ? { cleared: true } : {}),
    })),
  codes: codeTable(henganCodes),
  helpMark: /"alarm"\s*:\s*"\s*(?:KR|AN|HH)\b|"codes"\s*:\s*\[[^\]]{0,400}"90"/i,
  weightyMember: /\\|"(?:kind|codes|alarm)"/i,
};
