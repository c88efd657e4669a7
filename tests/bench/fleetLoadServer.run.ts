import { startBenchServer, tellReady } from './benchServer.ts';
import { openCpuProfile } from './cpuProfile.ts';
import { writeLoadLifts } from './fleetLoadLifts.ts';

/**
 * A whole server over many lifts, in a process of its own. Arguments: lifts, report period in seconds. Reports its ports when it is ready;
 * on `reset` starts counting, on `report` returns the counts since. `BENCH_CPU_PROFILE` names a file for the CPU profile of that time.
 */
const [lifts = 0, periodSeconds = 5] = process.argv.slice(2).map(Number);
/** By the millisecond, the last for everything longer. */
const lags = new Uint32Array(60_001);
let reports = 0;
let cpu = process.cpuUsage();
let startedMs = performance.now();

const server = await startBenchServer({
  prepare: (store) => writeLoadLifts(store, { lifts, periodSeconds }),
  onReport(_elevatorId, { report, receivedAtMs }) {
    reports += 1;
    const lagMs = Math.min(lags.length - 1, Math.max(0, receivedAtMs - report.at));
    lags[lagMs] = (lags[lagMs] ?? 0) + 1;
  },
});

const profile = openCpuProfile();

function shareBelow(share: number): number {
  const total = lags.reduce((sum, count) => sum + count, 0);
  let seen = 0;
  const at = lags.findIndex((count) => (seen += count) >= share * total && total > 0);
  return at;
}

process.on('message', (message) => {
  if (message === 'reset') {
    lags.fill(0);
    reports = 0;
    cpu = process.cpuUsage();
    startedMs = performance.now();
    profile.start();
  } else if (message === 'report') {
    const seconds = (performance.now() - startedMs) / 1_000;
    const used = process.cpuUsage(cpu);
    profile.write();
    process.send?.({
      reportsPerSecond: Math.round(reports / seconds),
      lagP50Ms: shareBelow(0.5),
      lagP99Ms: shareBelow(0.99),
      lagMaxMs: lags.findLastIndex((count) => count > 0),
      cpuShareOfOneCore: Math.round((100 * (used.user + used.system)) / 1e6 / seconds) / 100,
      rssMiB: Math.round(process.memoryUsage().rss / 2 ** 20),
    });
  }
});
tellReady(server);
