import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { pageOf, pageQuerySchema } from '../envelope.ts';
import { deviceCredentialsSchema } from './device.ts';
import { idText, plainText } from '../text.ts';

/** A variant of the list of users: those who may answer calls, for a hand-over. */
export const userOptions = defineEndpoint({
  method: 'GET',
  path: '/api/user/list',
  variant: 'options',
  permission: 'rescue.handle',
  group: 'access',
  summary: '可转交救援单的人员',
  input: pageQuerySchema.extend({ can: z.literal('rescue.answer') }),
  output: pageOf(z.object({ id: z.number(), name: z.string(), role_label: z.string(), online: z.boolean() })),
});

const userId = z.number('请指定人员').int().positive('请指定人员');
const reason = plainText(500).trim().min(2, '请填写原因（至少 2 字）');
const endedSessions = z.object({ ended_sessions: z.number() });

/**
 * Ours, beside the specification's calls: ending immediately what a person or a device may do. The caller must look
 * after all the lifts of that person and must not rank lower; calls that the person claimed without taking a step ring
 * again.
 */
export const userDisable = defineEndpoint({
  method: 'POST',
  path: '/api/user/disable',
  permission: 'user.access',
  group: 'access',
  summary: '停用账号：其登录与实时连接立即结束',
  input: z.object({ id: userId, reason }),
  output: endedSessions,
});

/** Old tokens stay invalid: the person signs in again. */
export const userEnable = defineEndpoint({
  method: 'POST',
  path: '/api/user/enable',
  permission: 'user.access',
  group: 'access',
  summary: '启用账号',
  input: z.object({ id: userId, reason }),
  output: z.object({}),
});

export const userSessionsEnd = defineEndpoint({
  method: 'POST',
  path: '/api/user/sessions/end',
  permission: 'user.access',
  group: 'access',
  summary: '结束一名人员的全部登录',
  input: z.object({ id: userId, reason }),
  output: endedSessions,
});

/** The password is in this answer and nowhere else; it opens nothing but the change to one of the person's own. */
export const userPasswordReset = defineEndpoint({
  method: 'POST',
  path: '/api/user/password/reset',
  permission: 'user.access',
  group: 'access',
  summary: '重置密码：返回一次性密码，下次登录须修改',
  input: z.object({ id: userId, reason }),
  output: z.object({ password: z.string(), ended_sessions: z.number() }),
});

/**
 * The secret is in this answer and nowhere else. Connections that were opened with the one before are closed; an
 * external broker must be given it.
 */
export const deviceSecretRenew = defineEndpoint({
  method: 'POST',
  path: '/api/elevator/device/renew-secret',
  permission: 'device.secret',
  group: 'device',
  summary: '更换设备的 MQTT 密钥：旧密钥立即失效',
  input: z.object({ device_key: idText, reason: plainText(500).trim().min(2, '请填写原因（至少 2 字）').optional() }),
  output: deviceCredentialsSchema,
});
