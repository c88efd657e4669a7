import { streamName } from '../../src/contract/streamName.ts';
import type { Clock } from '../runtime/clock.ts';
import type { EventStore } from '../store/eventStore.ts';

const periodMs = 60_000;
const mostAddresses = 10;

interface Gathered {
  count: number;
  readonly ips: Set<string>;
  readonly cancel: () => void;
}

/** Writes `user.loginRefused`: the first at once, then those of a minute in one event, so that guessing cannot fill the log. */
export function createRefusedLogins({ store, clock }: { readonly store: EventStore; readonly clock: Clock }) {
  const gathered = new Map<number, Gathered>();

  async function append(userId: number, count: number, ips: Iterable<string>): Promise<void> {
    await store
      .append({
        stream: streamName('user', userId),
        expectedVersion: 'any',
        actor: { kind: 'system', id: 'access', name: '登录' },
        events: [{ type: 'user.loginRefused', data: { count, ips: [...ips] }, atMs: clock.nowMs() }],
      })
      // The refusal has already been sent; a store that cannot write reports it elsewhere.
      .catch(() => undefined);
  }

  async function flush(userId: number): Promise<void> {
    const waiting = gathered.get(userId);
    gathered.delete(userId);
    waiting?.cancel();
    if (waiting !== undefined && waiting.count > 0) await append(userId, waiting.count, waiting.ips);
  }

  return {
    async note(userId: number, ip: string): Promise<void> {
      const waiting = gathered.get(userId);
      if (waiting !== undefined) {
        waiting.count += 1;
        if (waiting.ips.size < mostAddresses) waiting.ips.add(ip);
        return;
      }
      gathered.set(userId, { count: 0, ips: new Set(), cancel: clock.after(periodMs, () => void flush(userId)) });
      await append(userId, 1, [ip]);
    },
    /** Writes the refusals that it still holds back. */
    async close(): Promise<void> {
      await Promise.all([...gathered.keys()].map(flush));
    },
  };
}
export type RefusedLogins = ReturnType<typeof createRefusedLogins>;
