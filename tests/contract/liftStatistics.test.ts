import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutputOf } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints/index.ts';
import { ageGroups, type statsElevator } from '../../src/contract/endpoints/stats.ts';
import { fieldErrorsSchema } from '../../src/contract/envelope.ts';
import { VirtualClock } from '../../server/runtime/virtualClock.ts';
import { agedLifts, agedNowMs, writeAgedLifts } from '../support/agedLifts.ts';
import { openHttpHarness, type HttpHarness } from '../support/httpHarness.ts';
import { smallCity } from '../support/smallCity.ts';

const { users } = smallCity;
let harness: HttpHarness;
beforeAll(async () => {
  harness = await openHttpHarness({ clock: new VirtualClock(agedNowMs) });
  await writeAgedLifts(harness.store);
  // They were there before the server started.
  await harness.restart();
});
afterAll(() => harness.dispose());

/** As a browser writes them: `yearsStart=10&yearsEnd=5`. */
async function get(path: string, userId: number = users.super) {
  return harness.request('GET', path, { token: await harness.signIn(userId) });
}
async function list(query: string, userId?: number) {
  const { envelope } = await get(`/api/elevator/list?page_size=100&${query}`, userId);
  return endpoints.elevatorList.output.parse(envelope?.data);
}
async function stats(query: string, userId?: number): Promise<OutputOf<typeof statsElevator>> {
  const { envelope } = await get(`/api/stats/elevator?${query}`, userId);
  return endpoints.statsElevator.output.parse(envelope?.data);
}
const tagsOf = async (query: string, userId?: number) =>
  (await list(query, userId)).list.map(({ tag }) => tag).toSorted();
const tagsOfGroup = (wanted: number | null) =>
  agedLifts
    .filter(({ group }) => group === wanted)
    .map(({ tag }) => tag)
    .toSorted();

describe("the dashboard's four age groups", () => {
  it.each([
    ['under 5 years', 'yearsStart=5', 0],
    ['5–10 years', 'yearsStart=10&yearsEnd=5', 1],
    ['10–15 years', 'yearsStart=15&yearsEnd=10', 2],
    ['over 15 years', 'yearsEnd=15', 3],
  ])('%s is %s: a lift on the very day of its anniversary belongs to the older group', async (_name, query, group) => {
    expect(await tagsOf(query)).toEqual(tagsOfGroup(group));
    const { total, groups } = await stats(query);
    expect(total).toBe(tagsOfGroup(group).length);
    expect(groups[group]).toMatchObject({
      value: total,
      years_start: ageGroups[group]?.yearsStart ?? null,
      years_end: ageGroups[group]?.yearsEnd ?? null,
    });
  });

  it('include every lift once; those without an installation date are listed separately', async () => {
    const { total, groups, detail } = await stats('detail=true');
    expect(groups.reduce((sum, { value }) => sum + value, 0) + (detail?.unknown.value ?? 0)).toBe(total);
    expect(detail).toMatchObject({ fleet_total: agedLifts.length, unknown: { value: 1, online_num: 1 } });
    expect(detail?.by_year.reduce((sum, { value }) => sum + value, 0)).toBe(agedLifts.length - 1);
    expect(await tagsOf('install_unknown=true')).toEqual(tagsOfGroup(null));
    expect((await list('')).total).toBe(agedLifts.length);
  });

  it('any other range works as well, also the years of a single age', async () => {
    expect(await tagsOf('yearsStart=5&yearsEnd=4')).toEqual(['A-ALMOST-5']);
    expect(await tagsOf('yearsStart=41&yearsEnd=40')).toEqual(['D-40']);
    expect(await tagsOf('yearsStart=40&yearsEnd=16')).toEqual([]);
    expect(await tagsOf('yearsEnd=0')).toHaveLength(agedLifts.length - 1);
  });
});

describe('each lift of the list', () => {
  it("carries its age to the day by the server's clock, null where its date is unknown", async () => {
    const { list: rows } = await list('');
    expect(Object.fromEntries(rows.map(({ tag, age_years: years }) => [tag, years]))).toEqual(
      Object.fromEntries(agedLifts.map(({ tag, years }) => [tag, years])),
    );
    expect(rows.find(({ tag }) => tag === 'X-UNKNOWN')?.install_at).toBeNull();
  });

  it('is limited to the caller’s scope, in figures and rows alike', async () => {
    expect(await tagsOf('yearsEnd=15', users.property)).toEqual(['D-EXACTLY-15']);
    expect(await stats('yearsEnd=15&detail=true', users.property)).toMatchObject({
      total: 1,
      detail: { fleet_total: agedLifts.length - 1 },
    });
    expect(await stats('', users.stranger)).toMatchObject({ total: 0 });
  });

  it('can be asked for by brand', async () => {
    expect(await tagsOf('brand_id=202&yearsStart=10&yearsEnd=5')).toEqual(['B-ALMOST-10', 'B-EXACTLY-5']);
    expect(await stats('brand_id=202')).toMatchObject({
      total: 4,
      groups: [{ value: 1 }, { value: 2 }, { value: 1 }, { value: 0 }],
    });
  });
});

describe('what is not requested is not sent', () => {
  it.each(['/api/stats/elevator', '/api/stats/elevator-brand', '/api/stats/area-community-elevator'])(
    '%s answers an old client as before',
    async (path) => {
      const { text } = await get(path);
      expect(text).not.toMatch(/average_years|trapped|by_year|fleet_total/);
    },
  );
});

describe('a range that makes no sense', () => {
  it.each([
    'yearsStart=5&yearsEnd=10',
    'yearsStart=5&yearsEnd=5',
    'yearsStart=0',
    'yearsStart=abc',
    'yearsEnd=7.5',
    'yearsEnd=-1',
    'yearsStart=101',
    'install_unknown=true&yearsEnd=5',
  ])('%s is refused with a sentence, not answered with nothing', async (query) => {
    for (const path of ['/api/elevator/list', '/api/stats/elevator']) {
      const { status, envelope } = await get(`${path}?${query}`);
      expect(status).toBe(422);
      const [error] = fieldErrorsSchema.parse(envelope?.data).errors;
      expect(error).toMatchObject({ field: expect.stringMatching(/^years/), message: expect.stringContaining('梯龄') });
    }
  });
});
