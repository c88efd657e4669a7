import { expect, it } from 'vitest';
import type { Principal } from '../access/principal.ts';
import { VirtualClock } from '../runtime/virtualClock.ts';
import { BaseDataFigures } from './baseDataFigures.ts';

const everywhere: Principal = {
  userId: 1,
  account: 'a',
  name: 'a',
  mobile: '',
  roleId: 1,
  roleType: 5,
  permissions: new Set(),
  scope: { kind: 'all' },
  mustChangePassword: false,
};
const oneCommunity: Principal = {
  ...everywhere,
  scope: { kind: 'organizations', areaIds: [], communityIds: [11], brandIds: [], propertyIds: [], maintenanceIds: [] },
};

function bench() {
  const clock = new VirtualClock();
  const directory = { generation: 1 };
  const figures = new BaseDataFigures({ directory, clock });
  let counted = 0;
  const ask = (by = everywhere, input: object = {}) => figures.read('byAge', by, input, async () => (counted += 1));
  return { clock, directory, figures, ask };
}

it('are counted once for each scope and question', async () => {
  const { ask } = bench();
  expect(await Promise.all([ask(), ask(), ask(oneCommunity), ask(everywhere, { brand_id: 3 }), ask()])).toEqual([
    1, 1, 2, 3, 1,
  ]);
});

it('are counted again when base data change, and on another day', async () => {
  const { ask, directory, clock } = bench();
  expect(await ask()).toBe(1);
  directory.generation += 1;
  expect(await ask()).toBe(2);
  await clock.advance(86_400_000);
  expect(await ask()).toBe(3);
});

it('that could not be counted are counted again for the next request', async () => {
  const { figures, ask } = bench();
  await expect(figures.read('byAge', everywhere, {}, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await ask()).toBe(1);
});
