import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { idsInAddress } from '../rows.ts';

/** A company on a plate; the telephone may be empty, and so may the name where no one is responsible. */
const plateCompanySchema = z.object({ name: z.string(), telephone: z.string() });

/** The texts to print for the car of one lift. */
export const plateRowSchema = z.object({
  id: z.number(),
  tag: z.string(),
  community_name: z.string(),
  addr: z.string(),
  /** Six digits. */
  rescue_code: z.string(),
  registration_code: z.string(),
  /** The address in the QR code: fixed for as long as the lift exists. */
  url: z.string(),
  use_unit: plateCompanySchema,
  maintenance: plateCompanySchema,
  /** `2026-11-30`, or empty if it was not entered. */
  next_inspection_on: z.string(),
});
export type PlateRow = z.infer<typeof plateRowSchema>;

/** Plates for one print; ten sheets of eight. */
export const mostPlates = 80;

export const elevatorPlates = defineEndpoint({
  method: 'GET',
  path: '/api/elevator/plates',
  permission: 'elevator.view',
  group: 'elevator',
  summary: '轿厢标牌与二维码的内容；ids 为以逗号分隔的电梯编号，最多 80 台；管辖范围以外的不返回',
  input: z.object({ ids: idsInAddress(mostPlates) }),
  output: z.object({
    /** The beginning of every code's address: `https://lift.example.cn`. */
    base_url: z.string(),
    /** An operator has set it (PUBLIC_URL); otherwise it is the address by which this page was opened. */
    is_base_url_set: z.boolean(),
    hotline: z.string(),
    list: z.array(plateRowSchema),
  }),
});
