import { createDomain } from '../../server/domain/createDomain.ts';
import { loadSiteDeviceKey } from '../../server/gateway/credentials.ts';
import { startGateway } from '../../server/gateway/gateway.ts';
import { projections } from '../../server/lifecycleEntries.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { openStore } from '../../server/store/open.ts';
import { FleetState } from '../../server/telemetry/fleetState.ts';
import { writeSmallCity } from './smallCity.ts';

/** A process to be killed: store, domain and gateway on the folder and port of its arguments. Says `ready` when devices may connect. */
const [dataDir = '', port = '0'] = process.argv.slice(2);
const clock = systemClock;
const fail = (error: unknown) => {
  console.error(error);
  process.exit(1);
};
const store = await openStore({ dataDir, clock, projections, onFatal: fail });
if ((await store.rows.selectFrom('areas').select('id').executeTakeFirst()) === undefined) await writeSmallCity(store);
const domain = await createDomain({ store, clock });
await startGateway({
  clock,
  devices: domain.devices,
  commands: domain.commands,
  latest: new FleetState(),
  deviceKey: loadSiteDeviceKey(dataDir),
  mqtt: { host: '127.0.0.1', port: Number(port) },
  onTrouble: (trouble, error) => console.error(trouble, error),
});
console.log('ready');
