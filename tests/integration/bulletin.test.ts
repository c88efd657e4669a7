import { afterEach, describe, expect, test } from 'vitest';
import { bulletinDraft, bulletinVersion } from '../../src/contract/endpoints/bulletin.ts';
import { statisticsQuery, statsElevatorRescue, statsElevatorTrap } from '../../src/contract/endpoints/statistics.ts';
import { dayOf } from '../../src/contract/time.ts';
import type { Principal } from '../../server/access/principal.ts';
import { SealedIds } from '../../server/access/sealedIds.ts';
import { bulletinHandlers } from '../../server/http/handlers/bulletin.ts';
import { statisticsHandlers } from '../../server/http/handlers/statistics.ts';
import { SentFile } from '../../server/http/sentFile.ts';
import { verifyPageText } from '../../server/http/verifyPage/verifyPageText.ts';
import { verifiedRecord } from '../../server/queries/verifiedRecord.ts';
import { failOnTrouble } from '../support/importDesks.ts';
import { onBothDatabases } from '../support/postgresOfFile.ts';
import { workbookText } from '../support/scope/workbookText.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { principalOf, smallCity } from '../support/smallCity.ts';
import { openHistory, type History } from '../support/statistics/history.ts';

const { users } = smallCity;
const dayMs = 86_400_000;
/** The clock starts on 1 June; what happened in these days is over when it is July. */
const month = '2026-06';
const eastLake = { month, area_id: 2 };

let city: History;
afterEach(() => city.dispose());

async function openCity(databaseUrl: string | undefined) {
  city = await openHistory(seededRandom(41), databaseUrl);
  const startMs = city.clock.nowMs();
  await city.clock.advance(33 * dayMs);
  await city.happen(startMs, 120);
  const ids = new SealedIds(new Uint8Array(32), city.store);
  const handlers = bulletinHandlers({ store: city.store, clock: city.clock, ids, onTrouble: failOnTrouble });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these calls read nothing else of the request
  const context = (principal: Principal) => ({ principal }) as Parameters<typeof handlers.bulletinDraft>[1];
  const regulator = await principalOf(city.store, users.regulator);
  /** Looks after 东湖区 and what is in it. */
  const district: Principal = {
    ...regulator,
    userId: 60,
    name: '区监管',
    scope: {
      kind: 'organizations',
      areaIds: [2, 4],
      communityIds: [],
      brandIds: [],
      propertyIds: [],
      maintenanceIds: [],
    },
  };
  return {
    ids,
    handlers,
    context,
    everyone: await principalOf(city.store, users.super),
    district,
    company: await principalOf(city.store, users.maintenance),
    draft: async (by: Principal, query: object) =>
      bulletinDraft.output.parse(await handlers.bulletinDraft(bulletinDraft.input.parse(query), context(by))),
    frozen: async (by: Principal, query: object) =>
      bulletinVersion.output.parse(await handlers.bulletinVersion(bulletinVersion.input.parse(query), context(by))),
  };
}

const sumOf = (rows: readonly { readonly num: number }[]): number => rows.reduce((sum, { num }) => sum + num, 0);

describe.each(onBothDatabases())('the monthly bulletin on %s', (_database, createDatabase) => {
  test('counts what the statistics screens count, in every section, and reads as a sentence', async () => {
    const { draft, everyone, context, handlers } = await openCity(await createDatabase());
    const statistics = statisticsHandlers(city);
    const query = statisticsQuery.parse({ dimension: 'region', from: '2026-06-01', to: '2026-06-30' });
    const trap = statsElevatorTrap.output.parse(await statistics.statsElevatorTrap(query, context(everyone)));
    const rescue = statsElevatorRescue.output.parse(await statistics.statsElevatorRescue(query, context(everyone)));
    const { content, area } = await draft(everyone, { month });
    expect(area).toEqual({ id: null, name: '全市' });
    expect(trap.total.num).toBeGreaterThan(3);
    expect(content.total).toMatchObject({
      calls_num: rescue.total.num,
      false_num: rescue.total.figures.false_num,
      trapped_num: trap.total.num,
      people_num: trap.total.figures.people_num,
    });
    expect(content.regions.map(({ id, num }) => [id, num])).toEqual(trap.rows.map(({ id, num }) => [id, num]));
    expect(sumOf(content.total.triggers)).toBe(rescue.total.num);
    for (const counted of [content.regions, content.sites, content.ages, content.causes])
      expect(sumOf(counted)).toBe(trap.total.num);
    for (const counted of [content.sites, content.ages])
      expect(counted.reduce((sum, row) => sum + row.exposure_days, 0)).toBeCloseTo(trap.total.exposure_days, 6);
    expect(content.hours.reduce((sum, num) => sum + num, 0)).toBe(trap.total.num);
    expect(content.months.at(-1)).toMatchObject({ month, num: trap.total.num });
    expect(content.response).toMatchObject({
      arrival: rescue.total.figures.arrival,
      levels: rescue.total.figures.levels,
    });

    const file = await handlers.bulletinFile({ month }, context(everyone));
    if (!(file instanceof SentFile) || !(file.body instanceof Uint8Array)) throw new Error('it is a file');
    const text = workbookText(Uint8Array.from(file.body).buffer);
    expect(text).toContain('9 维保单位');
    expect(text).toContain(`本月困人 ${trap.total.num} 起，被困 ${trap.total.figures.people_num} 人，环比无可比数据`);
  });

  test('a second editor learns of the first, and a frozen version stays as it is when the records are corrected', async () => {
    const { draft, frozen, district, everyone, context, handlers, ids } = await openCity(await createDatabase());
    const before = await draft(district, eastLake);
    const comments = { ...before.comments, total: '本月总体平稳。' };
    await handlers.bulletinComment({ ...eastLake, comments, version: 0 }, context(district));
    await handlers.bulletinComment(
      { ...eastLake, comments: { ...comments, cause: '门系统为主。' }, version: 1 },
      context(everyone),
    );
    await expect(
      handlers.bulletinComment({ ...eastLake, comments, version: 1 }, context(district)),
    ).rejects.toMatchObject({ fieldErrors: [{ field: 'cause', message: '苏培已改为“门系统为主。”' }] });
    const freeze = (version: number, last: number) =>
      handlers.bulletinFreeze({ ...eastLake, comments_version: version, last_version: last }, context(district));
    await expect(freeze(1, 0)).rejects.toThrow('他人刚刚修改了评注，请刷新后核对再定稿');
    expect(await freeze(2, 0)).toEqual({ version: 1 });
    await expect(freeze(2, 0)).rejects.toThrow('他人刚刚定稿了这份月报');

    const first = await frozen(district, { ...eastLake, version: 1 });
    expect(first).toMatchObject({
      by: '区监管',
      changes: [],
      comments: { total: '本月总体平稳。', cause: '门系统为主。' },
    });
    const order = await city.store.rows
      .selectFrom('rescue_orders')
      .select(['id', 'people_num'])
      .where('was_trapped', '=', 1)
      .where('is_hidden', '=', 0)
      .where('area_id', 'in', [2, 4])
      .where('raised_at_ms', '<', Date.parse('2026-07-01T00:00:00+08:00'))
      .executeTakeFirstOrThrow();
    await city.store.append({
      stream: `rescue-${order.id}`,
      expectedVersion: 'any',
      actor: { kind: 'user', id: users.admin, name: '关立', roleType: 4, supervises: true },
      events: [
        {
          type: 'rescue.corrected',
          atMs: city.clock.nowMs(),
          data: { reason: '核对录像', changes: { wasTrapped: false, peopleNum: 0, releasedNum: 0 } },
        },
      ],
    });
    const after = await frozen(district, { ...eastLake, version: 1 });
    expect(after.content).toEqual(first.content);
    const trapped = first.content.total.trapped_num;
    expect(after.changes).toContainEqual({
      section: '救援总量',
      figure: '困人（起） · 数值',
      was: String(trapped),
      now: String(trapped - 1),
    });
    expect(await freeze(2, 1)).toEqual({ version: 2 });
    expect((await frozen(district, { ...eastLake, version: 2 })).content.total.trapped_num).toBe(trapped - 1);
    expect((await frozen(district, { ...eastLake, version: 1 })).content).toEqual(first.content);
    expect((await draft(district, eastLake)).versions.map(({ version }) => version)).toEqual([2, 1]);

    const url = new URL(first.proof.path, 'https://lift.example.cn');
    const wish = { hash: url.pathname.replace('/verify/', ''), place: url.searchParams.get('p') ?? '' };
    const verified = await verifiedRecord({ store: city.store, ids }, wish);
    if (verified === undefined) throw new Error('the bulletin is a record');
    const page = verifyPageText(verified);
    for (const text of ['记录完整，未被改动', '困人救援月报', month, '东湖区', '第 1 版']) expect(page).toContain(text);
    expect(page).not.toContain('电梯</dt>');
  });

  test('a month that is not over, or to come, or without any record cannot be frozen', async () => {
    const { draft, everyone, context, handlers } = await openCity(await createDatabase());
    const freeze = (of: string) =>
      handlers.bulletinFreeze({ month: of, comments_version: 0, last_version: 0 }, context(everyone));
    const current = dayOf(city.clock.nowMs()).slice(0, 7);
    expect(current).toBe('2026-07');
    const problem = '本月尚未结束，2026-08-01 起可以定稿';
    expect((await draft(everyone, { month: current })).freeze_problem).toBe(problem);
    await expect(freeze(current)).rejects.toThrow(problem);
    await expect(freeze('2026-08')).rejects.toThrow('月份不能晚于本月');
    await expect(freeze('2020-01')).rejects.toThrow('没有任何救援记录');
    const empty = await draft(everyone, { month: '2020-01' });
    expect(empty.content).toMatchObject({ regions: [], total: { trapped_num: 0, rate: null } });
  });

  test('shows nobody the figures of another region', async () => {
    const { draft, district, company, everyone, context, handlers } = await openCity(await createDatabase());
    const own = await draft(district, { month });
    expect(own).toMatchObject({ area: { id: 2, name: '东湖区' }, is_kept: true });
    expect(own.areas.map(({ id }) => id)).toEqual([2, 4]);
    expect(own.content).toEqual({ ...(await draft(everyone, eastLake)).content });
    expect(JSON.stringify(own)).not.toContain('远山县');
    await expect(draft(district, { month, area_id: 3 })).rejects.toThrow('区域不存在，或您无权查看');
    await expect(draft(district, { month, area_id: 1 })).rejects.toThrow('区域不存在，或您无权查看');

    const ofCompany = await draft(company, { month });
    expect(ofCompany).toMatchObject({ area: { id: null, name: '本账号管辖范围' }, is_kept: false, versions: [] });
    expect(ofCompany.content.total.calls_num).toBeLessThan((await draft(everyone, { month })).content.total.calls_num);
    await expect(draft(company, eastLake)).rejects.toThrow('您只管辖这个区域的一部分');
    await expect(
      handlers.bulletinComment({ month, comments: own.comments, version: 0 }, context(company)),
    ).rejects.toThrow('请先选择区域');
    const blind = {
      ...everyone,
      permissions: new Set([...everyone.permissions].filter((name) => name !== 'rescue.view')),
    };
    await expect(draft(blind, { month })).rejects.toThrow('需要“查看救援单”权限');
  });
});
