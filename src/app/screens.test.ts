import { expect, test } from 'vitest';
import { NEVER } from 'rxjs';
import type { FeatureDeps } from '../streams/featureDeps.ts';
import { screens } from './screens.ts';

const deps: FeatureDeps = {
  call: () => new Promise(() => undefined),
  live: { link$: NEVER, events$: NEVER, ringing$: NEVER, serverNow$: NEVER, snapshotNeeded$: NEVER },
  user: { id: 1, name: '', account: '', role_type: 0, role_label: '', mobile: '', permissions: [], must_change_password: false },
  can: () => true,
  notify: { success: () => undefined, error: () => undefined },
  openRescue: () => undefined,
  findLift: () => undefined,
  openRecording: () => undefined,
  ticks$: NEVER,
  sound: { permission$: NEVER, start: () => undefined, stop: () => undefined, arm: () => undefined },
};

test.each(screens.map((screen) => [screen.name, screen] as const))('the registry says of %s what the page says of itself', async (_, { load, name, path, title, permission }) => {
  const page = (await load())(deps);
  expect({ name: page.name, path: page.path, title: page.title, permission: page.permission }).toEqual({ name, path, title, permission });
});

test('names and paths are unique', () => {
  expect(new Set(screens.map(({ name }) => name)).size).toBe(screens.length);
  expect(new Set(screens.map(({ path }) => path)).size).toBe(screens.length);
});
