import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ruleBodySchema, type RuleBody } from '../../../src/contract/rules/alarmRule.ts';
import { endpoints } from '../../../src/contract/endpoints/index.ts';
import { listRules, listRuleVersions } from '../../queries/alarmRule.ts';
import { openDomain, type TestDomain } from '../../../tests/support/openDomain.ts';
import { principalOf, smallCity } from '../../../tests/support/smallCity.ts';
import type { Principal } from '../../access/principal.ts';
import { lintRule } from '../../../src/contract/rules/ruleLint.ts';
import { createRuleDesk, type RuleDesk } from './ruleDesk.ts';

const { users } = smallCity;
const doors = (changes: Partial<RuleBody> = {}): RuleBody => ({
  ...ruleBodySchema.parse({
    name: '夜间开门',
    event_type: 4,
    listens: [{ source: 'alarm', value: 'longTimeOpen', phase: 'raised' }],
    actions: [{ no: 7, to: [{ kind: 'answerers' }] }],
  }),
  ...changes,
});

let city: TestDomain;
let desk: RuleDesk;
let boss: Principal;
beforeAll(async () => {
  city = await openDomain();
  boss = await principalOf(city.store, users.super);
  desk = createRuleDesk({
    store: city.store,
    clock: city.clock,
    directory: city.domain.directory,
    findings: async (_by, body) => lintRule(body),
  });
});
afterAll(() => city.dispose());

const rowOf = async (id: number, by = boss) =>
  (
    await listRules(
      { store: city.store, directory: city.domain.directory },
      by,
      endpoints.alarmRuleList.input.parse({ id }),
      city.clock.nowMs(),
    )
  ).list[0];

describe('a version never changes', () => {
  test('an edit writes the next one, and the active one stays active', async () => {
    const { id } = await desk.create(boss, doors());
    await desk.setState(boss, { id, version: 1, state: 'active', reason: '现场要求' });
    await desk.edit(boss, { id, version: 1 }, doors({ name: '深夜开门' }));

    expect(await rowOf(id)).toMatchObject({ name: '深夜开门', version: 2, active_version: 1, state: 'active' });
    const { list } = await listRuleVersions(city.store, boss, id);
    expect(list.map(({ version, body }) => [version, body.name])).toEqual([
      [2, '深夜开门'],
      [1, '夜间开门'],
    ]);
    expect(list[0]?.changes.join()).toContain('深夜开门');
  });

  test('saved unchanged, there is no new one', async () => {
    const { id } = await desk.create(boss, doors());
    expect(await desk.edit(boss, { id, version: 1 }, doors())).toMatchObject({ version: 1 });
  });

  test('a second editor learns what the first one changed; an old client, which says no version, builds on it', async () => {
    const { id } = await desk.create(boss, doors());
    await desk.edit(boss, { id, version: 1 }, doors({ name: '深夜开门' }));
    await expect(desk.edit(boss, { id, version: 1 }, doors({ remark: '物业要求' }))).rejects.toMatchObject({
      message: expect.stringContaining('您编辑期间'),
      fieldErrors: [{ field: 'version', message: expect.stringContaining('深夜开门') }],
    });
    const camera = { source: 'alarm', value: 'camCovered', phase: 'raised' } as const;
    expect(await desk.bindEvents(boss, { id }, [camera])).toMatchObject({ version: 3 });
    expect(await desk.unbindEvents(boss, { id }, [camera])).toMatchObject({ version: 4 });
    expect(await rowOf(id)).toMatchObject({ name: '深夜开门', listens: doors().listens });
  });
});

describe('an action that cannot be bound is refused with the reason', () => {
  test.each([
    [3, '不使用扣分'],
    [8, '视频录制尚未开通'],
  ] as const)('%i', async (no, reason) => {
    const { id } = await desk.create(boss, doors());
    await expect(desk.bindAction(boss, { id }, { no })).rejects.toThrow(reason);
    expect(await rowOf(id)).toMatchObject({ version: 1 });
  });

  test('others are bound and taken away one by one', async () => {
    const { id } = await desk.create(boss, doors({ actions: [] }));
    const [notice] = doors().actions;
    if (notice === undefined) throw new Error('no action');
    await desk.bindAction(boss, { id }, notice);
    await desk.bindAction(boss, { id }, { ...notice, delay_seconds: 60 });
    await desk.unbindAction(boss, { id }, { no: 7, index: 0 });
    expect((await rowOf(id))?.actions).toEqual([{ ...notice, delay_seconds: 60 }]);
    await desk.unbindAction(boss, { id }, { no: 7 });
    expect((await rowOf(id))?.actions).toEqual([]);
  });
});

describe('activation', () => {
  test('needs a test of exactly this version, or a reason', async () => {
    const { id } = await desk.create(boss, doors());
    await expect(desk.setState(boss, { id, version: 1, state: 'active', reason: '' })).rejects.toMatchObject({
      fieldErrors: [{ field: 'reason', message: expect.stringContaining('试跑') }],
    });
    await desk.setState(boss, { id, version: 1, state: 'active', reason: '演练' });
    expect(await rowOf(id)).toMatchObject({ state: 'active', active_version: 1 });
  });

  test('is refused while something is wrong with the rule, beside the field', async () => {
    const { id } = await desk.create(boss, doors({ listens: [] }));
    await expect(desk.setState(boss, { id, version: 1, state: 'active', reason: '演练' })).rejects.toMatchObject({
      fieldErrors: [expect.objectContaining({ field: 'listens' })],
    });
  });

  test('a paused rule is activated again; a retired one leaves the list and keeps its history', async () => {
    const { id } = await desk.create(boss, doors());
    await expect(desk.setState(boss, { id, version: 1, state: 'paused', reason: '' })).rejects.toThrow('只有启用中');
    await desk.setState(boss, { id, version: 1, state: 'active', reason: '演练' });
    await desk.setState(boss, { id, version: 1, state: 'paused', reason: '演练结束' });
    expect(await rowOf(id)).toMatchObject({ state: 'paused' });
    expect(await desk.retire(boss, [id])).toEqual({ removed: 1 });
    expect(await rowOf(id)).toMatchObject({ state: 'retired' });
  });
});

describe('whose rules they are', () => {
  test('a rule of the whole city is seen by an administrator of an area, and changed by no one with limits', async () => {
    const admin = await principalOf(city.store, users.admin);
    const { id } = await desk.create(boss, doors());
    expect(await rowOf(id, admin)).toMatchObject({ can_edit: false, organization_name: '全市' });
    await expect(desk.edit(admin, { id }, doors({ name: '改名' }))).rejects.toThrow('全市');
    await expect(desk.create(admin, doors())).rejects.toThrow('全市');
  });

  test('one of a company is changed by those who look after all its lifts, and absent for others', async () => {
    const property = await principalOf(city.store, users.property);
    const stranger = await principalOf(city.store, users.stranger);
    const { id } = await desk.create(boss, doors({ organization: '4-301' }));
    expect(await desk.edit(property, { id }, doors({ organization: '4-301', name: '本物业' }))).toMatchObject({
      version: 2,
    });
    await expect(desk.edit(property, { id }, doors({ organization: '4-302' }))).rejects.toThrow('管辖范围');
    await expect(desk.edit(stranger, { id }, doors())).rejects.toThrow('规则不存在');
  });
});
