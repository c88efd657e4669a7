import { firstValueFrom, Subject } from 'rxjs';
import { expect, it } from 'vitest';
import { elevatorRealtime } from '../../contract/endpoints/realtime.ts';
import { screens as allScreens } from '../screens.ts';
import { createPreloader, entrancesOf } from './createPreloader.ts';

function bench(openPath = '/') {
  const loaded: string[] = [];
  const asked: string[] = [];
  const away = new Set<string>();
  /** Ends the fetch that is under way. */
  const arrived$ = new Subject<void>();
  const screenAt = (path: string) => ({
    path,
    async load() {
      loaded.push(path);
      await firstValueFrom(arrived$);
      if (away.has(path)) throw new Error('away');
      return () => () => null;
    },
  });
  const preloader = createPreloader({
    screens: [
      screenAt('/'),
      screenAt('/brands'),
      screenAt('/people'),
      { ...screenAt('/map'), askAhead: (ask) => ask(elevatorRealtime, { lifts: true }) },
    ],
    askAhead: ({ path }) => void asked.push(path),
    openPath: () => openPath,
  });
  return {
    preloader,
    loaded,
    asked,
    away,
    arrive: async () => {
      arrived$.next();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

it('a menu entry that is hovered, focused and pressed loads its page once', async () => {
  const { preloader, loaded, arrive } = bench();
  preloader.near('/brands');
  preloader.near('/brands');
  await arrive();
  preloader.near('/brands');
  preloader.pressed('/brands');
  expect(loaded).toEqual(['/brands']);
});

it('a page that could not be fetched is fetched again at the next hover', async () => {
  const { preloader, loaded, away, arrive } = bench();
  away.add('/brands');
  preloader.near('/brands');
  await arrive();
  away.clear();
  preloader.near('/brands');
  expect(loaded).toEqual(['/brands', '/brands']);
});

it('requests a page’s first data when its entry is first pressed, not when it is hovered', () => {
  const { preloader, asked } = bench();
  preloader.near('/map');
  expect(asked).toEqual([]);
  preloader.pressed('/map');
  expect(asked).toEqual([elevatorRealtime.path]);
  preloader.pressed('/map');
  expect(asked).toEqual([elevatorRealtime.path]);
});

it('requests nothing ahead for the page that is open from the start', () => {
  const { preloader, asked } = bench('/map');
  preloader.pressed('/map');
  expect(asked).toEqual([]);
});

it('a link that leads to no page fetches nothing', () => {
  const { preloader, loaded } = bench();
  preloader.near('/help.pdf');
  preloader.pressed('');
  expect(loaded).toEqual([]);
});

it('fetches pages one after the other; one that fails does not stop the others', async () => {
  const { preloader, loaded, away, arrive } = bench();
  away.add('/brands');
  const done = preloader.inTurn(['/brands', '/people']);
  expect(loaded).toEqual(['/brands']);
  await arrive();
  expect(loaded).toEqual(['/brands', '/people']);
  await arrive();
  await done;
});

it('the entrances are the overviews and the first page of each section that the user may open, without the wall', () => {
  expect(entrancesOf(allScreens, () => true)).toEqual([
    '/',
    '/base-data',
    '/alarm-center',
    '/elebator-maintenance',
    '/report-statistics',
    '/system-settings',
    '/elevator-screening',
  ]);
  expect(entrancesOf(allScreens, (permission) => permission === 'brand.view')).toEqual(['/base-data/brand-info']);
});
