import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { machineCatalogue } from '../src/machines/stories/catalogue.ts';
import { machineStories, storyDrift, storyName } from '../src/machines/stories/machineStories.ts';

const folder = fileURLToPath(new URL('../src/machines/stories/', import.meta.url));
const written = readdirSync(folder)
  .filter((name) => name.endsWith('.generated.stories.tsx'))
  .map((name) => ({ name, text: readFileSync(folder + name, 'utf8') }));

it('every reachable state of every machine has its story (npm run stories writes them)', () => {
  expect(storyDrift(machineStories(machineCatalogue), written)).toEqual([]);
});

it('a state that a machine grows is named as missing', () => {
  const wanted = machineStories(machineCatalogue);
  const older = wanted.map(({ name, text }) => ({ name, text: text.replace(/export const RescuingArrived.*\n/, '') }));
  expect(storyDrift(wanted, older)).toEqual([
    'rescueOrder.generated.stories.tsx: no story for the state rescuing.arrived',
  ]);
  expect(storyDrift(older, wanted)).toEqual([
    'rescueOrder.generated.stories.tsx: a story for rescuing.arrived, which no event reaches any more',
  ]);
  expect(storyDrift(wanted, wanted.slice(1))).toEqual(['rescueOrder.generated.stories.tsx: missing']);
  expect(storyDrift(wanted.slice(1), wanted)).toEqual(['rescueOrder.generated.stories.tsx: no such machine']);
});

it('stories are named by their states', () => {
  expect(storyName('rescuing.accepted')).toBe('RescuingAccepted');
  expect(storyName('status.online+load.busy')).toBe('StatusOnlineLoadBusy');
});
