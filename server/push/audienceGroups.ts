import type { Principal } from '../access/principal.ts';
import { isInScope, type Responsibility } from '../access/scope.ts';
import type { Clock } from '../runtime/clock.ts';
import { FrameOrder } from './framePlaces.ts';
import type { Announcement, ClientKind } from './frames.ts';
import { isToldTo } from './push.ts';
import type { PushClient } from './pushClient.ts';
import { turnOrder } from './turnOrder.ts';

interface Group {
  readonly kind: ClientKind;
  /** The viewer of any member: all get the same. */
  readonly sees: Pick<Principal, 'permissions' | 'scope'>;
  readonly clients: Set<PushClient>;
  readonly order: FrameOrder;
  pending: Buffer[];
  /** The number of times that it was written to. */
  rounds: number;
}

/** Two people with the same key get the same messages, except those that name them. */
export function audienceKey({ permissions, scope }: Pick<Principal, 'permissions' | 'scope'>): string {
  return JSON.stringify([[...permissions].sort(), scope]);
}

/**
 * Clients grouped by what they may see. Determines recipients once per group instead of once per socket, and assembles what a
 * group gets within a moment once, to write it to each socket in one call.
 */
export class AudienceGroups {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #groups = new Map<string, Group>();
  readonly #groupOf = new Map<PushClient, Group>();
  readonly #byUser = new Map<number, Set<PushClient>>();

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  get size(): number {
    return this.#groupOf.size;
  }

  clients(): Iterable<PushClient> {
    return this.#groupOf.keys();
  }

  ofUser(userId: number): readonly PushClient[] {
    return [...(this.#byUser.get(userId) ?? [])];
  }

  /** From now on it gets what its group gets, but nothing that is pending, which it already has. */
  add(client: PushClient): void {
    const key = `${client.kind} ${audienceKey(client.principal)}`;
    const group = this.#groups.get(key) ?? {
      kind: client.kind,
      sees: client.principal,
      clients: new Set(),
      order: new FrameOrder(this.#clock),
      pending: [],
      rounds: 0,
    };
    this.#groups.set(key, group);
    this.#flushGroup(group);
    group.order.continueAfter(client.order.last);
    group.clients.add(client);
    this.#groupOf.set(client, group);
    const { userId } = client.principal;
    const others = this.#byUser.get(userId) ?? new Set();
    this.#byUser.set(userId, others.add(client));
  }

  remove(client: PushClient): void {
    const group = this.#groupOf.get(client);
    if (group === undefined) return;
    this.#groupOf.delete(client);
    group.clients.delete(client);
    if (group.clients.size === 0)
      for (const [key, known] of this.#groups) if (known === group) this.#groups.delete(key);
    const others = this.#byUser.get(client.principal.userId);
    others?.delete(client);
    if (others?.size === 0) this.#byUser.delete(client.principal.userId);
  }

  /** Queues one event or reminder for everyone concerned; written by the next `flush`. */
  tell(announcements: readonly Announcement[]): void {
    for (const group of this.#groups.values()) {
      const bytes = announcements
        .find(({ push }) => isToldTo(push.audience, group.sees))
        ?.bytesFor(group.kind, group.order);
      if (bytes !== undefined) group.pending.push(bytes);
    }
    for (const announcement of announcements) {
      const { audience } = announcement.push;
      if (audience.kind !== 'users') continue;
      for (const client of audience.userIds.flatMap((userId) => this.ofUser(userId))) {
        const group = this.#groupOf.get(client);
        const bytes = announcement.bytesFor(client.kind, group?.order ?? client.order);
        if (bytes === undefined) continue;
        // After everything already sent to its group.
        if (group !== undefined) this.#flushGroup(group);
        client.write(bytes);
      }
    }
  }

  flush(): void {
    for (const group of this.#groups.values()) this.#flushGroup(group);
  }

  /** Writes to everybody; `bytesOf` is asked once for each group, with the order of its frames. */
  writeToAll(bytesOf: (kind: ClientKind, order: FrameOrder) => Buffer): void {
    for (const group of this.#groups.values()) {
      this.#flushGroup(group);
      const bytes = bytesOf(group.kind, group.order);
      for (const client of group.clients) client.write(bytes);
    }
  }

  isAnyArmedFor(responsibility: Responsibility): boolean {
    for (const { sees, clients } of this.#groups.values()) {
      if (!sees.permissions.has('rescue.answer') || !isInScope(sees.scope, responsibility)) continue;
      for (const client of clients) if (client.console === 'armed' && client.isOpen) return true;
    }
    return false;
  }

  #flushGroup(group: Group): void {
    const [frame, ...more] = group.pending;
    if (frame === undefined) return;
    group.pending = [];
    const bytes = more.length === 0 ? frame : Buffer.concat([frame, ...more]);
    group.rounds += 1;
    for (const client of turnOrder(group.clients, group.rounds)) client.write(bytes);
  }
}
