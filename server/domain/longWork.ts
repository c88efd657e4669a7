import * as z from 'zod';
import { refusalCodes } from '../../src/contract/envelope.ts';
import type { userEvents } from '../../src/contract/events/user.ts';
import { permissions as permissionCodes } from '../../src/contract/permissions.ts';
import { streamName } from '../../src/contract/streamName.ts';
import { loadPrincipal } from '../access/loadPrincipal.ts';
import type { Principal } from '../access/principal.ts';
import { holdsScope } from '../access/scope.ts';
import type { Clock } from '../runtime/clock.ts';
import type { EventStore } from '../store/eventStore.ts';
import { workActor } from './actors.ts';
import { Refusal } from './refusal.ts';

/** The rights that someone had when long work of theirs began. */
export type Standing = Pick<Principal, 'userId' | 'permissions' | 'scope' | 'mustChangePassword'>;

const endWords = {
  gone: '账号已停用或删除',
  password: '密码已被重置，须先修改密码',
  role: '角色的权限已减少',
  scope: '负责的范围已变更',
} as const;
type WhyEnded = keyof typeof endWords;

/** The person may no longer do what they could when the work began. */
export class NoLongerAllowed extends Refusal {
  constructor(
    readonly why: WhyEnded,
    readonly userId: number,
    /** The progress of the work so far, in Chinese. */
    outcome = '操作已中止',
  ) {
    super(`${endWords[why]}，${outcome}`, refusalCodes.denied);
  }

  /** The reason in Chinese. */
  get words(): string {
    return endWords[this.why];
  }
}

/**
 * The person as they are now, asked before each portion of work that outlasts its call, or that takes long. Throws NoLongerAllowed for
 * one who was disabled or must change the password, and for one who has lost any permission or part of the scope: what is left of
 * the work could need it.
 */
export async function stillAllowed(store: EventStore, began: Standing): Promise<Principal> {
  const now = await loadPrincipal(store, began.userId);
  const ended = (why: WhyEnded) => new NoLongerAllowed(why, began.userId);
  if (now === undefined) throw ended('gone');
  if (now.mustChangePassword && !began.mustChangePassword) throw ended('password');
  if (![...began.permissions].every((permission) => now.permissions.has(permission))) throw ended('role');
  if (!holdsScope(now.scope, began.scope)) throw ended('scope');
  return now;
}

type WorkKind = z.infer<(typeof userEvents)['user.workStopped']>['work'];

/** Writes into the audit log of the account which work ended, why, and what stands; `reason` is a Chinese sentence. */
export async function recordStop(
  { store, clock }: { readonly store: EventStore; readonly clock: Clock },
  { userId, why, words }: NoLongerAllowed,
  { work, name, outcome }: { readonly work: WorkKind; readonly name: string; readonly outcome: string },
): Promise<void> {
  await store.append({
    stream: streamName('user', userId),
    expectedVersion: 'any',
    actor: workActor,
    events: [
      { type: 'user.workStopped', data: { work, why, reason: `${name}：${words}，${outcome}` }, atMs: clock.nowMs() },
    ],
  });
}

/** Items of one call after which it asks again. */
const portionLength = 20;

/**
 * Does `work` for many items of one call, some at a time, each portion as the person that the caller is by then. Throws NoLongerAllowed,
 * which says how many are done and stay so. `name` says in Chinese what is done: 删除小区.
 */
export async function inPortions<Item>(
  parts: { readonly store: EventStore; readonly clock: Clock },
  by: Principal,
  name: string,
  items: readonly Item[],
  work: (portion: readonly Item[], by: Principal) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < items.length; from += portionLength) {
    let now = by;
    // The first portion is done by the person whose call this is: they were asked for a moment ago.
    if (from > 0)
      try {
        now = await stillAllowed(parts.store, by);
      } catch (error) {
        if (!(error instanceof NoLongerAllowed)) throw error;
        const outcome = `已完成 ${from} 条，其余 ${items.length - from} 条没有执行`;
        await recordStop(parts, error, { work: 'batch', name, outcome });
        throw new NoLongerAllowed(error.why, error.userId, outcome);
      }
    await work(items.slice(from, from + portionLength), now);
  }
}

const standingSchema = z.object({
  userId: z.number(),
  permissions: z.array(z.string()),
  scope: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('all') }),
    z.object({
      kind: z.literal('organizations'),
      areaIds: z.array(z.number()),
      communityIds: z.array(z.number()),
      brandIds: z.array(z.number()),
      propertyIds: z.array(z.number()),
      maintenanceIds: z.array(z.number()),
    }),
  ]),
  mustChangePassword: z.boolean(),
});

/** As a row keeps it, for work that a restart may interrupt. */
export const keptStanding = ({ userId, permissions, scope, mustChangePassword }: Standing): string =>
  JSON.stringify({ userId, permissions: [...permissions], scope, mustChangePassword });

/** Back from `keptStanding`. A permission that this version no longer knows is left out. */
export function readStanding(kept: string): Standing {
  const { permissions, ...rest } = standingSchema.parse(JSON.parse(kept));
  const held = new Set(permissions);
  return { ...rest, permissions: new Set(permissionCodes.filter((code) => held.has(code))) };
}
