import { Aedes, type AedesOptions, type Client, type PublishPacket } from 'aedes';

export type PublishDone = (error?: Error) => void;

export interface DeviceBrokerParts {
  readonly hasListener: (topic: string) => boolean;
  /** Something went wrong that concerns no connection. */
  readonly onError: (error: unknown) => void;
}

/**
 * A device's message has been handled before it is published; if no one else listens it ends there, and if someone
 * does, the device does not wait for them: a slow reader holds up no one.
 */
export class DeviceBroker extends Aedes {
  readonly #hasListener: (topic: string) => boolean;

  constructor(options: AedesOptions, { hasListener, onError }: DeviceBrokerParts) {
    super(options);
    this.#hasListener = hasListener;
    // aedes does not declare this event, and without a listener it would end the process.
    const on: unknown = Reflect.get(this, 'on');
    if (typeof on === 'function') Reflect.apply(on, this, ['error', onError]);
  }

  /**
   * aedes looks every few minutes for the wills of brokers that have died, and takes by the calendar: one that is set
   * forward makes this broker look dead, and every connected device lost. No other broker shares its wills. That of a
   * connection which breaks is not looked for; it comes with its client.
   */
  override async listen(): Promise<void> {
    await super.listen();
    const persistence: unknown = Reflect.get(this, 'persistence');
    if (typeof persistence === 'object' && persistence !== null) Object.assign(persistence, { streamWill: () => [] });
  }

  /** aedes sets the client of packets from the network. */
  override publish(
    packet: PublishPacket,
    ...rest: [done: PublishDone] | [client: Client | null, done: PublishDone]
  ): void {
    const [client, done] = rest;
    const toListeners = (...args: readonly unknown[]) =>
      Reflect.apply(super.publish.bind(this), undefined, [packet, ...args]);
    if (rest.length === 1 || client === null) {
      toListeners(...rest);
      return;
    }
    if (this.#hasListener(packet.topic)) toListeners(client, () => {});
    done?.();
  }
}
