import { outsideBroker } from './brokerAddress.ts';
import type { Config } from './config.ts';
import type { LoadedDomain } from '../domain/createDomain.ts';
import { startGateway as connectDevices, type Gateway } from '../gateway/gateway.ts';
import type { Core } from './openCore.ts';
import type { FleetWriter } from '../ports/fleetReader.ts';
import { explainSystemError } from './startError.ts';

interface GatewayNeeds extends Pick<Core, 'clock' | 'tls' | 'deviceKey' | 'chain' | 'links' | 'opened' | 'onTrouble'> {
  readonly config: Pick<Config, 'HOST' | 'MQTT_PORT' | 'MQTT_URL' | 'MQTT_USERNAME' | 'MQTT_PASSWORD' | 'FAST_PATHS'>;
  readonly domain: Pick<LoadedDomain, 'devices' | 'commands'>;
  readonly fleet: FleetWriter;
}

/** Accepts devices, and offers their connections to the rest of the site. Throws StartError where its port cannot be had. */
export async function startGateway({
  config,
  clock,
  tls,
  deviceKey,
  domain: { devices, commands },
  fleet,
  chain,
  links,
  opened,
  onTrouble,
}: GatewayNeeds): Promise<Gateway> {
  const { HOST: host, MQTT_PORT: port } = config;
  let gateway: Gateway;
  try {
    gateway = await connectDevices({
      clock,
      devices,
      commands,
      latest: fleet,
      mqtt: outsideBroker(config) ?? { port, host, tls },
      deviceKey,
      fastReports: config.FAST_PATHS,
      onProbe: (probeId) => chain.arrived(probeId),
      onTrouble,
    });
  } catch (error) {
    throw explainSystemError(error, { port: { name: 'MQTT_PORT', value: port }, host });
  }
  const leave = links.join({
    broker: gateway.port === undefined ? null : { port: gateway.port, tls: tls !== undefined },
    isReady: () => gateway.stats().isReady,
    shedReports: () => gateway.shedReports(),
    disconnect: (key) => gateway.disconnect(key),
    heardAgoMs: (key) => gateway.heardAgoMs(key),
  });
  opened({
    async close() {
      await gateway.close();
      leave();
    },
  });
  return gateway;
}
