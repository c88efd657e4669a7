import { randomBytes } from 'node:crypto';
import { startGateway, type Gateway, type GatewayOptions } from '../../server/gateway/gateway.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { openHttpHarness, type HttpHarness } from './httpHarness.ts';
import { addLifts, type MoreLifts } from './moreLifts.ts';
import type { PushProbe } from './pushProbe.ts';
import { smallCity } from './smallCity.ts';

export interface BusyCity {
  readonly harness: HttpHarness;
  readonly gateway: Gateway;
  readonly port: number;
  readonly siteKey: Buffer;
  /** A dispatcher's console, with all that it receives. */
  readonly probe: PushProbe;
  dispose(): Promise<void>;
}

/** A server with these lifts beside those of the small city, its gateway, and one console. No device goes offline meanwhile. */
export async function openBusyCity(
  lifts: Pick<MoreLifts, 'firstId' | 'count' | 'deviceKeyOf'>,
  onTrouble: GatewayOptions['onTrouble'],
): Promise<BusyCity> {
  const harness = await openHttpHarness();
  const { store, domain, fleet } = harness;
  await addLifts(store, { ...lifts, periodSeconds: 3_600 });
  await domain.directory.reload();
  const siteKey = randomBytes(32);
  const gateway = await startGateway({
    clock: systemClock,
    devices: domain.devices,
    commands: domain.commands,
    latest: fleet,
    deviceKey: siteKey,
    mqtt: { port: 0, host: '127.0.0.1' },
    onTrouble,
  });
  const userId = smallCity.users.dispatcher1;
  const probe = await harness.connect({ userId, token: await harness.signIn(userId), last: null });
  await probe.waitFor(({ welcome }) => welcome !== undefined);
  return {
    harness,
    gateway,
    port: gateway.port ?? 0,
    siteKey,
    probe,
    async dispose() {
      probe.drop();
      await gateway.close();
      await harness.dispose();
    },
  };
}
