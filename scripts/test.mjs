#!/usr/bin/env node
/**
 * Runs everything that the project checks, installs what that needs from the system's packages,
 * and ends with the plain line `N passed, N failed`.
 *   --quick  types, lint, format, unit and contract tests    --soak  the full counts of design/quality
 * A run that takes longer than its budget fails, too; on a slower machine the budget is longer by as much as the machine is slower.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { measureMachine } from './machineSpeed.mjs';

const quick = process.argv.includes('--quick');
const soak = process.argv.includes('--soak');
/** The longest that a run may take on `budgetCores` cores as fast as those that the budget was set on; a soak takes its days. */
const budgetMinutes = quick ? 3 : 20;
const budgetCores = 2;
/** The time of `measureMachine` on those cores. */
const referenceMs = 250;
const outDir = '.tmp/test-results';
rmSync(outDir, { recursive: true, force: true });
mkdirSync(outDir, { recursive: true });

/** Bundled like the product's own: from TypeScript each of the many starts takes a second or two longer. */
const programsDir = '.tmp/test-programs';
const env = {
  ...process.env,
  ...(quick ? {} : { TEST_PROGRAMS_DIR: programsDir }),
  ...(soak ? { TIAN_SOAK: '1' } : {}),
  npm_config_update_notifier: 'false',
};

/** System packages that the full run needs: how to tell that they are there, and Debian's name for them. */
const systemParts = [
  {
    name: 'Chromium',
    isThere: () =>
      Boolean(process.env.CHROMIUM_PATH) ||
      ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].some((path) => existsSync(path)),
    packages: ['chromium'],
  },
  {
    name: 'Noto Sans CJK fonts',
    isThere: () => existsSync('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc'),
    packages: ['fonts-noto-cjk'],
  },
  { name: 'PostgreSQL 15 or later', isThere: () => existsSync('/usr/lib/postgresql'), packages: ['postgresql'] },
  { name: 'mosquitto', isThere: () => existsSync('/usr/sbin/mosquitto'), packages: ['mosquitto'] },
  { name: 'strace', isThere: () => existsSync('/usr/bin/strace'), packages: ['strace'] },
];

function installSystemParts() {
  const missing = systemParts.filter((part) => !part.isThere());
  if (missing.length === 0) return;
  const packages = missing.flatMap((part) => part.packages);
  console.log(`Installing from the system's packages: ${packages.join(' ')}`);
  const isRoot = process.getuid?.() === 0;
  const apt = (args) =>
    spawnSync(isRoot ? 'apt-get' : 'sudo', isRoot ? args : ['-n', 'apt-get', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt(['update']);
  apt(['install', '-y', '--no-install-recommends', ...packages]);
  const still = missing.filter((part) => !part.isThere());
  if (still.length > 0) {
    const names = still.map((part) => part.name).join(', ');
    const packages = still.flatMap((part) => part.packages).join(' ');
    console.error(
      `The tests need ${names} and could not install them.\n` +
        `Install them yourself (Debian: apt-get install ${packages}); a Chromium elsewhere can be named by CHROMIUM_PATH.`,
    );
    console.log('0 passed, 1 failed');
    process.exit(1);
  }
}

/** Runs one command with its output shown; true when it exited with 0. */
function succeed(command, args, extraEnv = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...env, ...extraEnv } });
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
}

/** The time that each test file took, for the report at the end: what goes over the limit is looked for there first. */
const fileTimes = [];
const shortPath = (path) => path.replace(`${process.cwd()}/`, '');
const slowestShown = 10;

/** The failures, repeated at the very end for readers who see only the last lines of a log. */
const failures = [];
const firstLines = (text) => stripVTControlCharacters(text).split('\n').slice(0, 12).join('\n    ');
const tellFailure = (step, title, message = '') => failures.push(`${step}: ${title}\n    ${firstLines(message)}`);

const readJson = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** Counts of a vitest project, or of the `part` of it that `args` choose; a run that broke before it could count is one failure. */
async function vitest(project, part = project, ...args) {
  const file = join(outDir, `${part.replaceAll(/\W+/g, '-')}.json`);
  const ok = await succeed('npx', [
    'vitest',
    'run',
    '--project',
    project,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...args,
  ]);
  const report = readJson(file);
  if (report === undefined) return { passed: 0, failed: 1 };
  for (const suite of report.testResults) {
    fileTimes.push({ step: part, path: shortPath(suite.name), ms: suite.endTime - suite.startTime });
    const failed = suite.assertionResults.filter((assertion) => assertion.status === 'failed');
    for (const assertion of failed)
      tellFailure(part, `${shortPath(suite.name)} › ${assertion.fullName}`, assertion.failureMessages[0]);
    if (failed.length === 0 && suite.status === 'failed') tellFailure(part, shortPath(suite.name), suite.message);
  }
  return {
    passed: report.numPassedTests,
    failed: Math.max(
      report.numFailedTests + report.numFailedTestSuites * (report.numFailedTests === 0 ? 1 : 0),
      ok ? 0 : 1,
    ),
  };
}

const specsOf = (suites) => suites.flatMap((suite) => [...(suite.specs ?? []), ...specsOf(suite.suites ?? [])]);

/** Counts of one of Playwright's projects; each has its folder, for a run clears its own when it starts. */
async function playwright(project) {
  const file = join(outDir, `${project}.json`);
  const args = ['playwright', 'test', '--project', project, '--output', join('.tmp', 'e2e', project)];
  const ok = await succeed('npx', args, { PLAYWRIGHT_JSON_OUTPUT_NAME: file });
  const report = readJson(file);
  const stats = report?.stats;
  if (stats === undefined) return { passed: 0, failed: 1 };
  for (const suite of report.suites)
    fileTimes.push({
      step: `e2e, ${project}`,
      path: suite.file,
      ms: specsOf([suite])
        .flatMap(({ tests }) => tests)
        .flatMap(({ results }) => results)
        .reduce((sum, { duration }) => sum + duration, 0),
    });
  for (const spec of specsOf(report.suites))
    if (!spec.ok)
      tellFailure(
        `e2e, ${project}`,
        `${spec.file} › ${spec.title}`,
        spec.tests.flatMap((test) => test.results).find((result) => result.error)?.error.message,
      );
  return { passed: stats.expected, failed: Math.max(stats.unexpected + stats.flaky, ok ? 0 : 1) };
}

const check = (command, args) => async () =>
  (await succeed(command, args)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };

/** @typedef {readonly [string, () => Promise<{ passed: number; failed: number }>]} Step */
/** @type {Step} */
const build = ['build', check('npm', ['run', '--silent', 'build'])];
/** @type {Step} */
const programsBuild = [
  "build of the tests' programs",
  check('npx', ['vite', 'build', '--logLevel', 'warn', '--outDir', programsDir, '--config', 'vite.programs.config.ts']),
];
/** Those that assert how long people wait: none of them beside another fault. */
const timedFaults = ['tests/faults/link.test.ts', 'tests/faults/standby.test.ts'];

/**
 * Stages one after the other; the lanes of a stage at the same time, each of which takes its steps in order.
 * @type {readonly (readonly (readonly Step[])[])[]}
 */
const stages = [
  // These mostly keep one core each.
  [
    [['types', check('npx', ['tsc', '-b'])]],
    [['lint', check('npx', ['oxlint', '--type-aware', '--deny-warnings'])]],
    [['format', check('npm', ['run', '--silent', 'format:check'])]],
    [['machine stories match the machines', check('npx', ['tsx', 'scripts/machine-stories.ts', '--check'])]],
  ],
  // The contract's few files keep one core; the unit tests' many fill the other. Both builds follow where a lane ends first.
  [
    [['unit', () => vitest('unit')], ...(quick ? [] : [programsBuild])],
    [['contract', () => vitest('contract')], ...(quick ? [] : [build])],
  ],
  ...(quick
    ? []
    : [
        [[['integration', () => vitest('integration')]]],
        [[['storybook', () => vitest('storybook')]]],
        // All of these mostly wait: for pages, and for processes that are killed and come back.
        [
          [['e2e', () => playwright('stories')]],
          [['faults', () => vitest('faults', 'faults', ...timedFaults.flatMap((file) => ['--exclude', file]))]],
          [
            ['faults, timed', () => vitest('faults', 'faults, timed', ...timedFaults)],
            ['e2e, measured', () => playwright('measured')],
          ],
        ],
      ]),
];

if (!quick) installSystemParts();
const startedAt = Date.now();
const secondsSince = (startMs) => ((Date.now() - startMs) / 1000).toFixed(0);
let passed = 0;
let failed = 0;
const summary = [];
const stageTimes = [];

/** @param {Step} step */
async function take([name, run]) {
  const stepAt = Date.now();
  const result = await run();
  passed += result.passed;
  failed += result.failed;
  summary.push(
    `${result.failed === 0 ? 'ok  ' : 'FAIL'} ${name}: ${result.passed} passed, ${result.failed} failed (${secondsSince(stepAt)} s)`,
  );
}

/** The machine's speed before, between and after the stages: neighbours may slow it down for a while. */
const measure = () => measureMachine(Math.min(budgetCores, availableParallelism()));
const speedsMs = [await measure()];

for (const stage of stages) {
  const stageAt = Date.now();
  const name = stage.map((lane) => lane.map(([step]) => step).join(' → ')).join(' | ');
  console.log(`\n── ${name} ──`);
  await Promise.all(
    stage.map(async (lane) => {
      for (const step of lane) await take(step);
    }),
  );
  stageTimes.push(`${secondsSince(stageAt).padStart(5)} s  ${name}`);
  console.log(`── ${secondsSince(stageAt)} s ──`);
  speedsMs.push(await measure());
}

/** Fails a run that took longer than the repository allows it; where the machine has fewer cores than that is meant for, it is only told. */
function checkBudget() {
  const minutes = (Date.now() - startedAt) / 60_000;
  if (soak) return `${minutes.toFixed(1)} minutes; a soak has no budget`;
  const cores = availableParallelism();
  const slowness = Math.max(1, speedsMs.reduce((sum, ms) => sum + ms, 0) / speedsMs.length / referenceMs);
  const allowedMinutes = budgetMinutes * slowness;
  const said =
    `${minutes.toFixed(1)} of ${allowedMinutes.toFixed(1)} minutes: ${budgetMinutes} on ${budgetCores} cores, ` +
    `and this machine has ${cores} that take ${slowness.toFixed(2)} times as long (${speedsMs.map((ms) => ms.toFixed(0)).join(', ')} ms)`;
  if (minutes <= allowedMinutes) {
    passed += 1;
    return `ok   budget: ${said}`;
  }
  if (cores < budgetCores) return `     budget: ${said}; not enforced with fewer cores`;
  failed += 1;
  return `FAIL budget: ${said}; the slowest files and stages above say where the time went`;
}

const slowest = fileTimes.toSorted((a, b) => b.ms - a.ms).slice(0, slowestShown);
console.log(`\n── time by stage ──\n${stageTimes.join('\n')}`);
console.log(
  `\n── slowest files ──\n${slowest.map(({ step, path, ms }) => `${(ms / 1000).toFixed(0).padStart(5)} s  ${step}: ${path}`).join('\n')}`,
);
if (failures.length > 0) console.log(`\n── what failed ──\n${failures.join('\n')}`);
summary.push(checkBudget());
console.log(`\n${summary.join('\n')}\n`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
