import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { userInfoSchema } from '../entities/session.ts';
import { wireTime } from '../envelope.ts';
import { plainText } from '../text.ts';

/**
 * Ours, beside the specification's calls: a wall signs in as its own read-only user with a device-bound cookie.
 * An administrator makes a pairing code; the wall's browser redeems it once and from then on renews its cookie automatically.
 * The page in a car (`/cabin`) is paired in the same way, for one lift, which is the only one that it sees.
 */
export const wallPair = defineEndpoint({
  method: 'POST',
  path: '/api/wall/pairing',
  permission: 'config.edit',
  group: 'wall',
  summary: '生成大屏配对码（10 分钟内有效，仅可用一次）',
  input: z.object({
    name: plainText(50, { absent: '请填写大屏名称', tooLong: '最多 50 字' }).trim().min(1, '请填写大屏名称'),
    /** Pairs the page in this lift's car instead of a wall. */
    elevator_id: z.number('请选择电梯').int().positive('请选择电梯').optional(),
  }),
  output: z.object({ code: z.string(), expires_at: wireTime }),
});

/** The kind of a display; each kind has a cookie of its own. */
const displayKind = z.enum(['wall', 'cabin']).default('wall');

export const wallRedeem = defineEndpoint({
  method: 'POST',
  path: '/api-open/wall/redeem',
  permission: 'open',
  group: 'wall',
  summary: '大屏用配对码登录',
  input: z.object({
    code: z
      .string('请输入配对码')
      .trim()
      .regex(/^\d{8}$/, '配对码为 8 位数字'),
    as: displayKind,
  }),
  output: z.object({ token: z.string(), userInfo: userInfoSchema }),
});

/**
 * With the wall's cookie: a fresh token for calls and socket, and the next cookie; the previous cookie keeps working
 * for a while, so that a lost response strands no wall.
 */
export const wallRenew = defineEndpoint({
  method: 'POST',
  path: '/api-open/wall/renew',
  permission: 'open',
  group: 'wall',
  summary: '大屏续签',
  input: z.object({ as: displayKind }),
  output: z.object({ token: z.string(), userInfo: userInfoSchema }),
});

/** `last_seen_at` is exact to about a minute. */
export const pairedWallSchema = z.object({
  id: z.number(),
  name: z.string(),
  paired_at: wireTime,
  /** Name of the administrator who made its code. */
  paired_by: z.string().optional(),
  last_seen_at: wireTime.nullable(),
  /** Of the page in a car: its lift. */
  elevator_tag: z.string().nullable(),
});
export type PairedWallRow = z.infer<typeof pairedWallSchema>;

export const wallList = defineEndpoint({
  method: 'GET',
  path: '/api/wall/list',
  permission: 'config.view',
  group: 'wall',
  summary: '已配对的大屏',
  input: z.object({}),
  output: z.array(pairedWallSchema),
});

export const wallRevoke = defineEndpoint({
  method: 'POST',
  path: '/api/wall/revoke',
  permission: 'config.edit',
  group: 'wall',
  summary: '撤销大屏',
  input: z.object({ id: z.number('请指定大屏').int().positive('请指定大屏') }),
  output: z.object({}),
});
