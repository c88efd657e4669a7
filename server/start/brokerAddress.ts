import type { Config } from './config.ts';

/** The address of the broker for this server's own clients of MQTT, and with an outside broker its account there. */
export interface BrokerAddress {
  readonly url: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

/** The outside broker of the settings; undefined where devices connect to our own. */
export const outsideBroker = ({
  MQTT_URL: url,
  MQTT_USERNAME: username,
  MQTT_PASSWORD: password,
}: Pick<Config, 'MQTT_URL' | 'MQTT_USERNAME' | 'MQTT_PASSWORD'>): BrokerAddress | undefined =>
  url === undefined ? undefined : { url, username, password };

/** Returns the address at which this machine reaches a server that listens on `host`. */
export const loopbackOf = (host: string): string => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host);
