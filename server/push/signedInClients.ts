import { closeCodes, mostSocketsOfUser } from '../../src/contract/push.ts';
import type { PushClient } from './pushClient.ts';

/** Every signed-in socket by its user, from its first frame to its end: also while it is still told what it missed. */
export class SignedInClients {
  readonly #byUser = new Map<number, Set<PushClient>>();

  /** One more of its user; the oldest beyond the cap are closed. */
  add(client: PushClient): void {
    const { userId } = client.principal;
    const clients = (this.#byUser.get(userId) ?? new Set()).add(client);
    this.#byUser.set(userId, clients);
    const open = [...clients].filter(({ isOpen }) => isOpen);
    for (const oldest of open.slice(0, Math.max(0, open.length - mostSocketsOfUser)))
      oldest.close(closeCodes.tooManySockets, 'too many connections of this user');
  }

  remove(client: PushClient): void {
    const { userId } = client.principal;
    const clients = this.#byUser.get(userId);
    clients?.delete(client);
    if (clients?.size === 0) this.#byUser.delete(userId);
  }

  ofUser(userId: number): readonly PushClient[] {
    return [...(this.#byUser.get(userId) ?? [])];
  }

  all(): readonly PushClient[] {
    return [...this.#byUser.values()].flatMap((clients) => [...clients]);
  }
}
