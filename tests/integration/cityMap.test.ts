import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../src/contract/endpoints/index.ts';
import { cityMapSchema } from '../../src/contract/endpoints/replay.ts';
import { openHttpHarness, type HttpHarness } from '../support/httpHarness.ts';
import { smallCity } from '../support/smallCity.ts';

let harness: HttpHarness;
const troubles: string[] = [];
beforeAll(async () => {
  harness = await openHttpHarness({ onTrouble: (trouble) => troubles.push(trouble) });
});
afterAll(() => harness.dispose());

const ask = async (userId: number) => harness.call(endpoints.cityMap, {}, await harness.signIn(userId));
const shown = async (userId: number) => {
  const map = cityMapSchema.parse((await ask(userId)).envelope?.data);
  return [
    map.boundary.length,
    map.districts.map(({ id }) => id),
    map.buildings.map(({ community_id }) => community_id),
  ];
};

describe('the city map', () => {
  it('is the outline around the lifts that the caller may see, where there is no file', async () => {
    const all = cityMapSchema.parse((await ask(smallCity.users.super)).envelope?.data);
    expect(all.districts.map(({ id }) => id)).toEqual([2, 3]);
    const own = cityMapSchema.parse((await ask(smallCity.users.property)).envelope?.data);
    expect(own.districts.map(({ id }) => id)).toEqual([2]);
    expect(own.boundary[0]?.length).toBeGreaterThan(3);
    expect((await ask(smallCity.users.stranger)).envelope?.data).toMatchObject({ boundary: [], districts: [] });
  });

  it('shows of the file what lies around the lifts that the caller may see, beside the outline of the city', async () => {
    const path = join(harness.dataDir, 'city-map.json');
    const ring: readonly (readonly [number, number])[] = [
      [1, 2],
      [3, 4],
      [5, 6],
      [1, 2],
    ];
    const districts = [
      { id: 2, name: '东湖区', rings: [ring] },
      { id: 3, name: '远山县', rings: [ring] },
    ];
    const buildings = [
      { community_id: 11, ring, height_m: 50 },
      { community_id: 12, ring, height_m: 60 },
    ];
    await writeFile(path, JSON.stringify({ name: '云川市', boundary: [ring], districts, buildings }));
    expect(await shown(smallCity.users.super)).toEqual([1, [2, 3], [11, 12]]);
    expect(await shown(smallCity.users.regulator)).toEqual([1, [2, 3], [11, 12]]);
    expect(await shown(smallCity.users.property)).toEqual([1, [2], [11]]);
    expect(await shown(smallCity.users.stranger)).toEqual([1, [], []]);
    await rm(path);
  });

  it('is the file in the data folder as soon as it exists; a broken one is reported with the reason', async () => {
    const path = join(harness.dataDir, 'city-map.json');
    await writeFile(
      path,
      JSON.stringify({
        name: '云川市',
        boundary: [
          [
            [1, 2],
            [3, 4],
            [5, 6],
            [1, 2],
          ],
        ],
        districts: [],
        buildings: [],
      }),
    );
    expect((await ask(smallCity.users.super)).envelope?.data).toMatchObject({ name: '云川市' });
    await writeFile(path, '{"name": 7}');
    expect((await ask(smallCity.users.super)).envelope).toMatchObject({
      code: 1000,
      message: '城市底图文件 city-map.json 有误（“name”不符合格式），请改正后重试',
    });
    await writeFile(path, '{');
    expect((await ask(smallCity.users.super)).envelope?.message).toContain('不是有效的 JSON');
    expect(troubles).toHaveLength(2);
    await rm(path);
    expect((await ask(smallCity.users.super)).envelope?.code).toBe(0);
  });
});
