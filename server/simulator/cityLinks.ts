import { topicOf } from '../../src/contract/device.ts';
import type { Random } from '../runtime/random.ts';
import type { SimDevice } from './simDevice.ts';
import { SimLink, type Credentials, type SimBroker } from './simLink.ts';
import type { Send } from './simOutbox.ts';

export interface CityLinksParts {
  readonly broker: SimBroker;
  readonly bridge: Credentials;
  readonly bridgeConnections: number;
  readonly credentialsOf: (deviceKey: string) => Credentials;
  readonly flapping: string | undefined;
  readonly random: Random;
  readonly counts: { telemetry: number; events: number };
  readonly later: (delayMs: number, action: () => void) => void;
  readonly onMessage: (topic: string, payload: Buffer) => void;
  readonly onTrouble: (error: unknown) => void;
}

export interface CityLinks {
  /** Sends over the lift's own connection if it has one, otherwise over a bridge. */
  readonly sendOf: (device: SimDevice) => Send;
  readonly sendOverBridge: (elevatorId: number) => Send;
  readonly hasOwn: (deviceKey: string) => boolean;
  readonly connectOwn: (deviceKey: string, onReady: () => void) => void;
  readonly flap: (deviceKey: string, times: number) => void;
  readonly close: () => Promise<void>;
}

/** Opens the city's connections: the bridges that quiet lifts share, and later those of lifts with a story. */
export function createCityLinks(parts: CityLinksParts): CityLinks {
  const { broker, bridge, bridgeConnections, credentialsOf, flapping, random, counts, later, onMessage, onTrouble } =
    parts;
  const bridges = Array.from(
    { length: bridgeConnections },
    (_, index) =>
      new SimLink({
        broker,
        credentials: bridge,
        clientId: `sim-${index}`,
        onMessage,
        onTrouble,
        topics: index === 0 ? ['lift/+/command', 'lift/+/receipt', 'lift/+/event', 'lift/+/status'] : [],
      }),
  );
  const own = new Map<string, SimLink>();
  const sendOf =
    ({ lift }: SimDevice) =>
    (topic: string, message: object, qos: 0 | 1) => {
      if (topic.endsWith('telemetry')) counts.telemetry += 1;
      else if (topic.endsWith('event')) counts.events += 1;
      const link =
        own.get(lift.deviceKey) ??
        (lift.deviceKey === flapping ? undefined : bridges[lift.elevatorId % bridges.length]);
      link?.publish(topic, message, qos);
    };
  const connectOwn = (deviceKey: string, onReady: () => void): void => {
    if (own.has(deviceKey)) {
      onReady();
      return;
    }
    let isFirst = true;
    const link = new SimLink({
      broker,
      credentials: credentialsOf(deviceKey),
      clientId: 'sim',
      willOf: deviceKey,
      onMessage,
      onTrouble,
      topics: [topicOf(deviceKey, 'command'), topicOf(deviceKey, 'receipt')],
      onConnect() {
        link.publish(topicOf(deviceKey, 'status'), { online: true }, 1, true);
        if (isFirst) onReady();
        isFirst = false;
      },
    });
    own.set(deviceKey, link);
  };

  /** Quick at first, so that it is seen immediately. */
  const flap = (deviceKey: string, times: number) => {
    connectOwn(deviceKey, () => {
      later(times < 3 ? 10_000 : 75_000 + random.next() * 30_000, () => {
        own.get(deviceKey)?.cut();
        own.delete(deviceKey);
        later(times < 3 ? 4_000 : 20_000, () => flap(deviceKey, times + 1));
      });
    });
  };

  return {
    sendOf,
    sendOverBridge: (elevatorId) => (topic, message, qos) =>
      bridges[elevatorId % bridges.length]?.publish(topic, message, qos),
    hasOwn: (deviceKey) => own.has(deviceKey),
    connectOwn,
    flap,
    async close() {
      await Promise.all([...bridges, ...own.values()].map((link) => link.close()));
    },
  };
}
