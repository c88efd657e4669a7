import * as z from 'zod';

/** Names a session in the audit without being worth anything to who reads it. */
const sessionId = z.string();

/** Audit events of the stream `user-<user id>`: who came and went, from where. No secrets, hashes or phone numbers. */
export const userEvents = {
  'user.created': z.object({ userId: z.number().int().positive(), roleId: z.number().int().positive() }),
  'user.loggedIn': z.object({ sessionId, ip: z.string() }),
  /** Refused tries of about a minute in one event, so that guessing cannot fill the log. */
  'user.loginRefused': z.object({ count: z.number().int().positive(), ips: z.array(z.string()) }),
  /** A wall was paired, and is a read-only user of its own from then on. */
  'user.wallPaired': z.object({
    wallId: z.number().int().positive(),
    name: z.string(),
    byUserId: z.number().int().positive(),
    ip: z.string(),
    /** Of the page in a car. */
    elevatorId: z.number().int().positive().optional(),
  }),
  'user.wallRevoked': z.object({ wallId: z.number().int().positive() }),
  'user.loggedOut': z.object({ sessionId }),
  /** By an administrator. All sessions of the user ended with it, and stay dead when it is enabled again. */
  'user.disabled': z.object({
    reason: z.string(),
    before: z.object({ isDisabled: z.literal(false) }),
    after: z.object({ isDisabled: z.literal(true) }),
  }),
  'user.enabled': z.object({
    reason: z.string(),
    before: z.object({ isDisabled: z.literal(true) }),
    after: z.object({ isDisabled: z.literal(false) }),
  }),
  'user.sessionsEnded': z.object({ reason: z.string() }),
  /** A one-time password took the place of the user's own; all sessions ended with it. */
  'user.passwordReset': z.object({
    reason: z.string(),
    before: z.object({ mustChangePassword: z.boolean() }),
    after: z.object({ mustChangePassword: z.literal(true) }),
  }),
  /** By an administrator: who has the code may set the password, once. */
  'user.joinCodeIssued': z.object({ expiresAtMs: z.number().int() }),
  'user.joinCodeRevoked': z.object({}),
  /** The person set the password with a join code. All sessions of the user ended with it. */
  'user.joined': z.object({ ip: z.string(), endedSessions: z.number().int().min(0) }),
  /** Every other session of the user ended with it. */
  'user.passwordChanged': z.object({ endedSessions: z.number().int().min(0) }),
  /** Long work of the user's ended, because they may no longer do it; the reason says which work, why, and what stands. */
  'user.workStopped': z.object({
    work: z.enum(['import', 'export', 'ruleTest', 'batch']),
    why: z.enum(['gone', 'password', 'role', 'scope']),
    reason: z.string(),
  }),
} as const;

export type UserEventType = keyof typeof userEvents;
