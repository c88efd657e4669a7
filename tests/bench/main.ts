import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem, platform, release } from 'node:os';
import { join } from 'node:path';

/** Each benchmark compares with its peer in the same run and returns plain JSON. `npm run bench [-- name …]`. */
const benches: Readonly<Record<string, () => Promise<unknown>>> = {
  append: async () => (await import('./append.ts')).benchAppend(),
  rebuild: async () => (await import('./rebuild.ts')).benchRebuild(),
  ingest: async () => (await import('./ingest.ts')).benchIngest(),
  realtime: async () => (await import('./realtime.ts')).benchRealtime(),
  fleetLoad: async () => (await import('./fleetLoad.ts')).benchFleetLoad(),
  statistics: async () => (await import('./statistics.ts')).benchStatistics(),
  statisticsScreens: async () => (await import('./statisticsScreens.ts')).benchStatisticsScreens(),
  push: async () => (await import('./push.ts')).benchPush(),
  frames: async () => (await import('./frames.ts')).benchFrames(),
  ring: async () => (await import('./ring.ts')).benchRing(),
  page: async () => (await import('./page.ts')).benchPage(),
  wall: async () => (await import('./wall.ts')).benchWall(),
  flood: async () => (await import('./flood.ts')).benchFlood(),
  readers: async () => (await import('./readers.ts')).benchReaders(),
  imports: async () => (await import('./imports.ts')).benchImports(),
  lists: async () => (await import('./lists.ts')).benchLists(),
  surge: async () => (await import('./surge.ts')).benchSurge(),
  urgent: async () => (await import('./urgent.ts')).benchUrgent(),
  rings: async () => (await import('./rings.ts')).benchRings(),
  ruleTest: async () => (await import('./ruleTest.ts')).benchRuleTest(),
  mixed: async () => (await import('./mixed.ts')).benchMixed(),
  rules: async () => (await import('./rules.ts')).benchRules(),
  visits: async () => (await import('./visits.ts')).benchVisits(),
  screens: async () => (await import('./screens.ts')).benchScreens(),
};

const outDir = '.tmp/bench';
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => benches[name] === undefined);
if (unknown.length > 0) {
  console.error(`No benchmark named ${unknown.join(', ')}; there are: ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}

const machine = {
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  os: `${platform()} ${release()}`,
  node: process.version,
};
mkdirSync(outDir, { recursive: true });
for (const name of wanted.length === 0 ? Object.keys(benches) : wanted) {
  console.error(`── ${name} ──`);
  const result = await benches[name]?.();
  const text = JSON.stringify({ bench: name, at: new Date().toISOString(), machine, result }, undefined, 2);
  writeFileSync(join(outDir, `${name}.json`), `${text}\n`);
  console.log(text);
}
