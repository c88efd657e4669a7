import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RescueStep } from '../../../src/contract/endpoints/rescue.ts';
import { roleTypes } from '../../../src/contract/labels.ts';
import { rescueLifecycle } from '../../../src/machines/rescueOrderLifecycle.ts';
import { openDomain, type TestDomain } from '../../../tests/support/openDomain.ts';
import { principalOf, smallCity } from '../../../tests/support/smallCity.ts';
import type { Principal } from '../../access/principal.ts';
import { findRescueOrder } from '../../queries/rescue.ts';
import { createFaultCauseDesk } from './faultCause.ts';
import { listFaultCauses } from '../../queries/faultCause.ts';
import { listExceptions } from '../../queries/exception.ts';
import { timelineOf } from '../../queries/timeline.ts';
import { readEventStats } from '../../queries/eventStats.ts';

const { lift, users } = smallCity;
const minuteMs = 60_000;
const done: Extract<RescueStep, { event: 'rescue.completed' }>['data'] = {
  peopleNum: 3,
  cause: 'door',
  wasTrapped: true,
  injuredNum: 2,
  vulnerableNum: 0,
  handedTo: 'none',
  calledBack: true,
};

const allExceptions = { scope: 'all', page: 1, page_size: 20, order: 'desc' } as const;

describe('the record of a rescue', () => {
  let city: TestDomain;
  let zhang: Principal;
  let orderId: number;
  beforeEach(async () => {
    city = await openDomain();
    zhang = await principalOf(city.store, users.dispatcher1);
    ({ orderId } = await city.domain.rescue.phoneIn(zhang, {
      elevatorId: lift.id,
      callerPhone: '13800001111',
      requestId: 'request-1',
    }));
    await city.domain.rescue.accept(zhang, { orderId });
    await city.clock.advance(minuteMs);
  });
  afterEach(() => city.dispose());

  const step = (event: RescueStep['event'], data: object, by = zhang) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- event and data are given as a pair
    city.domain.rescue.step(by, { id: orderId, event, data } as RescueStep);
  const row = async () => {
    const found = await findRescueOrder(city.store, zhang, orderId);
    if (found === undefined) throw new Error('no order');
    return found;
  };
  const retire = async (code: string, name: string): Promise<void> => {
    const admin = await principalOf(city.store, users.super);
    const known = (await listFaultCauses(city.store, admin)).find((cause) => cause.code === code);
    if (known === undefined) throw new Error('no such cause');
    const { store, clock } = city;
    const desk = createFaultCauseDesk({ store, clock, onTrouble: (trouble) => expect(trouble).toBeUndefined() });
    await desk.save(admin, { ...known, name, is_retired: true });
  };
  const trappedToday = async () =>
    (
      await readEventStats(city.store, zhang, city.clock.nowMs(), {
        respond_limit_seconds: 180,
        arrive_limit_minutes_city: 30,
        answered_target_percent: 98,
        arrived_target_percent: 98,
      })
    ).today.trapped_people;

  it('takes no result that contradicts the people registered as released, and says which figure', async () => {
    await step('rescue.arrived', {});
    await step('rescue.released', { people: 3 });
    const nobody = { ...done, peopleNum: 0, wasTrapped: false, injuredNum: 0 };
    await expect(step('rescue.completed', nobody)).rejects.toMatchObject({
      fieldErrors: [{ field: 'data.wasTrapped', message: expect.stringContaining('已登记脱困 3 人') }],
    });
    expect((await row()).stage).toBe('released');
  });

  it('is corrected by an addendum: the original stays, list and statistics count the corrected figures', async () => {
    await step('rescue.completed', done);
    expect(await trappedToday()).toBe(3);
    await step('rescue.corrected', { reason: '与物业核对', changes: { peopleNum: 1, injuredNum: 0 } });
    expect(await row()).toMatchObject({ stage: 'completed', people_num: 1, injured_num: 0, corrected_num: 1 });
    expect(await trappedToday()).toBe(1);
    const timeline = await timelineOf(city.store, rescueLifecycle, orderId);
    expect(timeline.find(({ type }) => type === 'rescue.completed')?.detail).toContain('确认困人 3 人');
    expect(timeline.at(-1)).toMatchObject({
      title: '更正记录',
      detail: '被困人数 3 人 改为 1 人，受伤人数 2 人 改为 0 人，原因：与物业核对',
      actor_name: '张伟',
    });
  });

  it('keeps how the trapped were released, until a correction says that nobody was', async () => {
    await step('rescue.completed', { ...done, injuredNum: 0, releaseWay: 'handWinding' });
    expect(await row()).toMatchObject({ release_way: 'handWinding', release_way_label: '手动盘车' });
    const timeline = await timelineOf(city.store, rescueLifecycle, orderId);
    expect(timeline.at(-1)?.detail).toContain('脱困方式：手动盘车');
    // An older page knows of no way of release.
    await step('rescue.corrected', { reason: '现场核实', changes: { wasTrapped: false, peopleNum: 0 } });
    expect(await row()).toMatchObject({ was_trapped: false, release_way: null });
  });

  it('names the detail of its cause in the words of its time, whatever becomes of them', async () => {
    await step('rescue.completed', { ...done, causeDetail: '302', causeDetailLabel: '自己编的' });
    expect(await row()).toMatchObject({
      cause: 'door',
      cause_label: '门系统故障',
      cause_detail: '302',
      cause_detail_label: '厅门锁',
    });
    await retire('302', '层门锁');
    expect((await row()).cause_detail_label).toBe('厅门锁');
    const [told] = (await timelineOf(city.store, rescueLifecycle, orderId)).filter(
      ({ type }) => type === 'rescue.completed',
    );
    expect(told?.detail).toContain('门系统故障 · 厅门锁');
    const found = await listExceptions(city.store, zhang, { ...allExceptions, cause: '302' });
    expect(found.list).toMatchObject([{ type: 1, id: orderId, cause_label: '门系统故障 · 厅门锁' }]);
  });

  it.each([
    ['retired', '303'],
    ['of another cause', '501'],
    ['unknown', '999'],
    ['a group', '3'],
  ])('refuses a detail that is %s beside its field, and nothing is written', async (_why, causeDetail) => {
    await retire('303', '门机');
    await expect(step('rescue.completed', { ...done, causeDetail })).rejects.toMatchObject({
      fieldErrors: [{ field: 'data.causeDetail', message: expect.stringContaining('请选择具体原因') }],
    });
    expect((await row()).stage).toBe('accepted');
  });

  it('loses the detail when its cause is corrected, and says both', async () => {
    await step('rescue.completed', { ...done, causeDetail: '302' });
    await step('rescue.corrected', { reason: '维保反馈', changes: { cause: 'control' } });
    expect(await row()).toMatchObject({ cause: 'control', cause_detail: '', cause_detail_label: '' });
    await step('rescue.corrected', { reason: '维保反馈', changes: { causeDetail: '507' } });
    expect(await row()).toMatchObject({ cause: 'control', cause_detail: '507', cause_detail_label: '变频器' });
    const corrections = (await timelineOf(city.store, rescueLifecycle, orderId)).slice(-2).map(({ detail }) => detail);
    expect(corrections).toEqual([
      '原因 门系统故障 改为 控制系统故障，具体原因 厅门锁 改为 未填，原因：维保反馈',
      '具体原因 未填 改为 变频器，原因：维保反馈',
    ]);
  });

  it('is corrected only by those responsible: a colleague who had nothing to do with it is told whom to ask', async () => {
    await step('rescue.completed', done);
    const li = { ...(await principalOf(city.store, users.dispatcher2)), roleType: roleTypes.maintenanceStaff };
    const correction = { reason: '与物业核对', changes: { injuredNum: 0 } };
    await expect(step('rescue.corrected', correction, li)).rejects.toThrow('管理员可以更正');
    await step('rescue.corrected', correction, await principalOf(city.store, users.super));
    expect((await row()).corrected_num).toBe(1);
  });
});
