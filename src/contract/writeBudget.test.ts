import { expect, it } from 'vitest';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints/index.ts';

const calls: readonly (readonly [string, Endpoint])[] = Object.entries(endpoints);
/** Beside a call for help, `POST /api/elevator/exception` takes what can wait. */
const isOfRescue = ({ permission, variant }: Endpoint) =>
  permission.startsWith('rescue.') || (permission === 'exception.report' && variant === 'call');

it('whatever belongs to a rescue takes nothing from what an account may write in a second', () => {
  const metered = calls.filter(([, { method, isUnmetered }]) => method !== 'GET' && isUnmetered !== true);
  expect(metered.filter(([, endpoint]) => isOfRescue(endpoint)).map(([name]) => name)).toEqual([]);
});

it('besides, only lists, checks and statistics that travel by POST and write nothing do', () => {
  const unmetered = calls.filter(([, endpoint]) => endpoint.isUnmetered === true && !isOfRescue(endpoint));
  expect(
    unmetered.filter(([, { path }]) => !/\/(?:list|lint)$|^\/api\/stats\/elevator-/.test(path)).map(([name]) => name),
  ).toEqual([]);
  expect(unmetered.length).toBeGreaterThan(0);
});
