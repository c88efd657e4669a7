/**
 * Writes one Storybook story per reachable state of every machine. CSF is indexed without being run, so the
 * stories are files: `--check` fails when a machine has grown or lost a state since they were written.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { machineCatalogue } from '../src/machines/stories/catalogue.ts';
import { machineStories, storyDrift, type StoryFile } from '../src/machines/stories/machineStories.ts';

const folder = fileURLToPath(new URL('../src/machines/stories/', import.meta.url));
const isGenerated = (name: string): boolean => name.endsWith('.generated.stories.tsx');

async function writtenStories(): Promise<readonly StoryFile[]> {
  const names = (await readdir(folder)).filter(isGenerated);
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(folder + name, 'utf8') })));
}

const wanted = machineStories(machineCatalogue);
const written = await writtenStories();

if (process.argv.includes('--check')) {
  const drift = storyDrift(wanted, written);
  if (drift.length > 0) {
    console.error(
      `The stories of the machines are out of date:\n${drift.map((line) => `  ${line}`).join('\n')}\nRun: npm run stories`,
    );
    process.exitCode = 1;
  }
} else {
  await mkdir(folder, { recursive: true });
  await Promise.all(
    written.filter(({ name }) => !wanted.some((file) => file.name === name)).map(({ name }) => rm(folder + name)),
  );
  await Promise.all(
    wanted
      .filter((file) => !written.some(({ name, text }) => name === file.name && text === file.text))
      .map(({ name, text }) => writeFile(folder + name, text)),
  );
  console.log(
    `${wanted.length} machines, ${machineCatalogue.reduce((sum, { states }) => sum + states.length, 0)} states: stories are up to date.`,
  );
}
