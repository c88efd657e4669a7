import { Aedes, type AedesOptions, type Client, type PublishPacket } from 'aedes';

export type PublishDone = (error?: Error) => void;

/**
 * A device's message has been handled before it is published; if no one else listens it ends there, and if someone does, the device does not
 * wait for them: a slow reader holds up no one.
 */
export class DeviceBroker extends Aedes {
  readonly #hasListener: (topic: string) => boolean;

  constructor(options: AedesOptions, hasListener: (topic: string) => boolean) {
    super(options);
    this.#hasListener = hasListener;
  }

  /** aedes sets the client of packets from the network. */
  override publish(packet: PublishPacket, ...rest: [done: PublishDone] | [client: Client | null, done: PublishDone]): void {
    const [client, done] = rest;
    const toListeners = (...args: readonly unknown[]) => Reflect.apply(super.publish.bind(this), undefined, [packet, ...args]);
    if (rest.length === 1 || client === null) {
      toListeners(...rest);
      return;
    }
    if (this.#hasListener(packet.topic)) toListeners(client, () => {});
    done?.();
  }
}
