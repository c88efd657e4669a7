import { deviceChannels, topicOf, type DeviceChannel } from '../../src/contract/device.ts';

const wildcards = new Map(deviceChannels.map((channel) => [`lift/+/${channel}`, channel]));

/** The channel of a subscription to every lift; undefined for any other filter. */
export const wildcardChannel = (filter: string): DeviceChannel | undefined => wildcards.get(filter);

/** The subscribed topics of each connection. */
export class TopicListeners<Connection extends object> {
  readonly #filters = new Map<Connection, Set<string>>();
  readonly #counts = new Map<string, number>();
  readonly #channelCounts = new Map<string, number>();

  /** Returns whether this subscription is new for the connection. */
  add(connection: Connection, filter: string): boolean {
    const filters = this.#filters.get(connection) ?? new Set();
    this.#filters.set(connection, filters);
    if (filters.has(filter)) return false;
    filters.add(filter);
    count(this.#counts, filter, 1);
    count(this.#channelCounts, channelText(filter), 1);
    return true;
  }

  remove(connection: Connection, filter: string): void {
    if (this.#filters.get(connection)?.delete(filter) !== true) return;
    count(this.#counts, filter, -1);
    count(this.#channelCounts, channelText(filter), -1);
  }

  removeAll(connection: Connection): void {
    for (const filter of this.#filters.get(connection) ?? []) this.remove(connection, filter);
    this.#filters.delete(connection);
  }

  has(deviceKey: string, channel: DeviceChannel): boolean {
    return this.hears(topicOf(deviceKey, channel));
  }

  /** Is someone subscribed to this topic, or to its channel for every lift? */
  hears(topic: string): boolean {
    return this.#counts.has(topic) || this.#counts.has(`lift/+/${channelText(topic)}`);
  }

  /** Is someone subscribed to this channel of any lift? */
  hearsAny(channel: DeviceChannel): boolean {
    return this.#channelCounts.has(channel);
  }
}

const channelText = (topic: string): string => topic.slice(topic.lastIndexOf('/') + 1);

function count(counts: Map<string, number>, name: string, step: 1 | -1): void {
  const next = (counts.get(name) ?? 0) + step;
  if (next > 0) counts.set(name, next);
  else counts.delete(name);
}
