import * as z from 'zod';
import { reportedCodes } from '../../../src/contract/device.ts';
import { doorStates, type AlarmKind } from '../../../src/contract/labels.ts';
import { idText } from '../../../src/contract/text.ts';
import { codeTable, type VendorAdapter } from './vendor.ts';

/** 蓝启 (invented): short names, times in Unix seconds, yes and no as 1 and 0, speed in mm/s, codes as numbers. */

export const lanqiKinds = {
  11: 'trapped',
  12: 'SOS',
  13: 'screamForHelp',
  14: 'fall_down',
  21: 'over_speed',
  22: 'overshoot',
  23: 'runWithDoorOpen',
  31: 'moto',
  32: 'gasCylinder',
  33: 'breakElevator',
  34: 'overLoad',
  41: 'longTimeOpen',
  42: 'openCloseLoop',
  43: 'runWithoutPeople',
  44: 'camCovered',
  45: 'warn_shake',
} as const satisfies Readonly<Record<number, AlarmKind>>;

/** Codes whose meaning differs from ours (design: domain, vendors disagree on 08–11). */
export const lanqiCodes = { 8: '04', 9: '02', 10: '05', 11: '07' } as const;

const isKind = (type: number): type is keyof typeof lanqiKinds => type in lanqiKinds;

const seconds = z
  .number()
  .int()
  .min(0)
  .max(4_102_444_800)
  .transform((time) => time * 1_000);
const bit = z.literal([0, 1]);

export const lanqi: VendorAdapter = {
  telemetry: z
    .object({
      t: seconds,
      sm: z.number().int().min(0).max(7),
      run: bit,
      dir: z.literal([0, 1, 2]),
      dz: bit,
      fl: z.number().int().min(-20).max(300),
      dr: z.literal([0, 1, 2, 3]),
      pn: z.number().int().min(0).max(200),
      v: z.number().int().min(-30_000).max(30_000).optional(),
      kg: z.number().min(0).max(50_000).optional(),
      err: reportedCodes.optional(),
      hrs: z.number().min(0).optional(),
      cnt: z.number().int().min(0).optional(),
    })
    .transform(({ t, sm, run, dir, dz, fl, dr, pn, v, kg, err, hrs, cnt }) => ({
      at: t,
      service_mode: sm,
      car_status: run,
      direction: dir,
      door_zone: dz === 1,
      floor: fl,
      door: doorStates[dr],
      people: pn,
      ...(v === undefined ? {} : { speed: v / 1_000 }),
      ...(kg === undefined ? {} : { load: kg }),
      ...(err === undefined ? {} : { codes: err }),
      ...(hrs === undefined ? {} : { hours: hrs }),
      ...(cnt === undefined ? {} : { runs: cnt }),
    })),
  event: z
    .object({ id: idText, t: seconds, type: z.number().refine(isKind, '未知的报警类型'), on: bit.default(1) })
    .transform(({ id, t, type, on }) => ({
      id,
      at: t,
      kind: lanqiKinds[type],
      ...(on === 0 ? { cleared: true } : {}),
    })),
  codes: codeTable(lanqiCodes),
  helpMark: /"type"\s*:\s*"?1[123]\b|"err"\s*:\s*\[[^\]]{0,400}\b90\b/,
  weightyMember: /\\|"(?:kind|codes|type|err)"/i,
};
