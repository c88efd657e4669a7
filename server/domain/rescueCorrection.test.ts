import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RescueStep } from '../../src/contract/endpoints/rescue.ts';
import { roleTypes } from '../../src/contract/labels.ts';
import { rescueLifecycle } from '../../src/machines/rescueOrderLifecycle.ts';
import { openDomain, type TestDomain } from '../../tests/support/openDomain.ts';
import { principalOf, smallCity } from '../../tests/support/smallCity.ts';
import type { Principal } from '../access/principal.ts';
import { findRescueOrder } from '../queries/rescue.ts';
import { timelineOf } from '../queries/timeline.ts';
import { readEventStats } from '../queries/eventStats.ts';

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

  it('is corrected only by those responsible: a colleague who had nothing to do with it is told whom to ask', async () => {
    await step('rescue.completed', done);
    const li = { ...(await principalOf(city.store, users.dispatcher2)), roleType: roleTypes.maintenanceStaff };
    const correction = { reason: '与物业核对', changes: { injuredNum: 0 } };
    await expect(step('rescue.corrected', correction, li)).rejects.toThrow('管理员可以更正');
    await step('rescue.corrected', correction, await principalOf(city.store, users.super));
    expect((await row()).corrected_num).toBe(1);
  });
});
