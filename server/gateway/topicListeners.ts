import { deviceChannels, topicOf, type DeviceChannel } from '../../src/contract/device.ts';

const wildcards = new Map(deviceChannels.map((channel) => [`lift/+/${channel}`, channel]));

/** The channel of a subscription to every lift; undefined for any other filter. */
export const wildcardChannel = (filter: string): DeviceChannel | undefined => wildcards.get(filter);

/** Which topics somebody is subscribed to, per connection. */
export class TopicListeners<Connection extends object> {
  readonly #filters = new Map<Connection, Set<string>>();
  readonly #counts = new Map<string, number>();

  add(connection: Connection, filter: string): void {
    const filters = this.#filters.get(connection) ?? new Set();
    this.#filters.set(connection, filters);
    if (filters.has(filter)) return;
    filters.add(filter);
    this.#counts.set(filter, (this.#counts.get(filter) ?? 0) + 1);
  }

  remove(connection: Connection, filter: string): void {
    if (this.#filters.get(connection)?.delete(filter) !== true) return;
    const count = (this.#counts.get(filter) ?? 0) - 1;
    if (count > 0) this.#counts.set(filter, count);
    else this.#counts.delete(filter);
  }

  removeAll(connection: Connection): void {
    for (const filter of this.#filters.get(connection) ?? []) this.remove(connection, filter);
    this.#filters.delete(connection);
  }

  has(deviceKey: string, channel: DeviceChannel): boolean {
    return this.hears(topicOf(deviceKey, channel));
  }

  /** Is somebody subscribed to this topic, or to its channel of every lift? */
  hears(topic: string): boolean {
    return this.#counts.has(topic) || this.#counts.has(`lift/+/${topic.slice(topic.lastIndexOf('/') + 1)}`);
  }
}
