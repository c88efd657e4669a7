import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { VisitStep } from '../../../src/contract/endpoints/visit.ts';
import type { Permission } from '../../../src/contract/permissions.ts';
import { addDays, dayOf } from '../../../src/contract/time.ts';
import { standardItemsOf } from '../../../src/contract/visits/checkItems.ts';
import type { Principal } from '../../access/principal.ts';
import { examplePrincipal, scopeOf } from '../../../tests/support/examplePrincipal.ts';
import { openDomain, type TestDomain } from '../../../tests/support/openDomain.ts';
import { smallCity } from '../../../tests/support/smallCity.ts';
import { SealedIds } from '../../access/sealedIds.ts';
import { findException } from '../../queries/exceptionDetail.ts';
import { myVisits } from '../../queries/myVisits.ts';
import { findVisit } from '../../queries/visitDetail.ts';
import { readVisitsOfAbsent } from '../../queries/visitAway.ts';
import { readVisitCalendar, readVisitSummary } from '../../queries/visitOverview.ts';
import { listVisits, visitTodos } from '../../queries/visits.ts';
import { run } from '../../store/eventStore.ts';
import { placeOnTelephone } from '../../../tests/support/placeOnTelephone.ts';

const { lift, farLift } = smallCity;
const minuteMs = 60_000;
const photo = `${'p'.repeat(22)}.jpg`;
const strokes = '10,20 30,40;50,60 70,80';
const companyScope = scopeOf({ maintenanceIds: [401] });
const person = (userId: number, name: string, permissions: readonly Permission[]): Principal =>
  examplePrincipal({
    userId,
    name,
    permissions: new Set<Permission>(['visit.view', 'exception.view', ...permissions]),
    scope: companyScope,
  });
const boss = person(900, '维保管理员', ['visit.plan']);
const zhou = person(901, '周工', ['visit.work']);
const wu = person(902, '吴工', ['visit.work']);
const officer: Principal = { ...person(903, '郑安', ['visit.sign']), scope: scopeOf({ propertyIds: [301] }) };

const certificate = (expiry: string): string => JSON.stringify([{ number: 'T1', class: '电梯维修', expiry }]);
const answers = (over: Readonly<Record<string, object>> = {}) =>
  standardItemsOf('traction', 'halfMonth').map(({ code, limit, isTest }) => ({
    code,
    answer: 'normal' as const,
    ...(limit === undefined ? {} : { value: 8 }),
    ...(isTest === true ? { photos: [photo] } : {}),
    ...over[code],
  }));

describe('a maintenance visit', () => {
  let city: TestDomain;
  beforeEach(async () => {
    city = await openDomain();
    const worker = { org_type: 5, org_id: 401, mobile: '', duties: '["worker"]', certificate_expiry: '2099-01-01' };
    await city.store.write(function* (queries) {
      yield* run(
        queries.updateTable('elevators').set({ category: 'traction', code: 'sign-of-lift' }).where('id', '=', lift.id),
      );
      yield* run(queries.updateTable('elevators').set({ code: 'sign-of-far-lift' }).where('id', '=', farLift.id));
      yield* run(
        queries.insertInto('people').values([
          { ...worker, id: 31, name: '周工', certificates: certificate('2099-01-01'), user_id: 901 },
          { ...worker, id: 32, name: '吴工', certificates: certificate('2099-01-01'), user_id: 902 },
          { ...worker, id: 33, name: '冯工', certificates: certificate('2020-01-01'), user_id: null },
          {
            ...worker,
            id: 34,
            name: '郑安',
            org_type: 4,
            org_id: 301,
            duties: '["safetyOfficer"]',
            certificates: '[]',
            certificate_expiry: null,
            user_id: 903,
          },
        ]),
      );
      yield* run(
        queries.insertInto('uploads').values({
          id: 1,
          file_name: photo,
          mime: 'image/jpeg',
          size_bytes: 1,
          sha256: '',
          uploaded_by: 901,
          created_at_ms: 0,
          is_complete: 1,
        }),
      );
      yield* run(
        queries
          .insertInto('community_members')
          .values({ id: 1, community_id: 11, person_id: 34, role: 'safetyOfficer' }),
      );
    });
  });
  afterEach(() => city.dispose());

  const reading = () => ({ store: city.store, ids: new SealedIds(new Uint8Array(32), city.store) });
  const today = (): string => dayOf(city.clock.nowMs());
  const plan = () => city.domain.visits.plan(boss, { elevator_id: lift.id, kind: 'halfMonth', due: today() });
  const assign = (id: number, ids: readonly number[] = [31, 32]) =>
    city.domain.visits.assign(boss, { ids: [id], person_ids: [...ids] });
  const step = (by: Principal, wish: VisitStep) => city.domain.visits.step(by, wish);
  const at = () => new Date(city.clock.nowMs()).toISOString().replace('Z', '+00:00');
  const checkIn = (by: Principal, id: number, over: object = {}) =>
    step(by, {
      id,
      event: 'visit.checkedIn',
      data: {
        clock_offset_ms: 0,
        lift_code: 'https://lift.example.cn/q/sign-of-lift',
        place: placeOnTelephone({ lng: 120.1, lat: 30.2, accuracyM: 20 }),
        ...over,
      },
    });
  const submit = (by: Principal, id: number, over: object = {}, requestId = `submit-${id}-1`) =>
    step(by, {
      id,
      event: 'visit.submitted',
      request_id: requestId,
      data: {
        at: at(),
        clock_offset_ms: 0,
        checked_in_at: at(),
        answers: answers(),
        parts: [],
        photos: [photo],
        briefed: true,
        signature: strokes,
        ...over,
      },
    });
  const seen = async (id: number) => {
    const visit = await findVisit(reading(), boss, id, city.clock.nowMs());
    if (visit === undefined) throw new Error('not found');
    return visit;
  };

  test('two workers check in, answer, sign; the officer countersigns; the record can be read back whole', async () => {
    const id = await plan();
    await assign(id);
    await checkIn(zhou, id);
    await city.clock.advance(5 * minuteMs);
    await checkIn(wu, id);
    await city.clock.advance(40 * minuteMs);
    await submit(zhou, id);
    await step(wu, { id, event: 'visit.cosigned', data: { clock_offset_ms: 0, signature: strokes } });
    const mine = await myVisits(reading(), officer, city.clock.nowMs(), city.domain.settings.current());
    expect(mine).toMatchObject({ is_officer: true, is_worker: false, visits: [{ id, stage: 'submitted' }] });
    await step(officer, { id, event: 'visit.countersigned', data: { signature: strokes } });

    const visit = await seen(id);
    expect(visit).toMatchObject({ stage: 'signed', status: 2, done_on: today(), item_num: 31, flags: ['noCode'] });
    expect(visit.items.every(({ answer }) => answer === 'normal')).toBe(true);
    expect(visit.check_ins.map(({ name, distance_m: distance }) => [name, distance])).toEqual([
      ['周工', 0],
      ['吴工', 0],
    ]);
    expect(visit.signatures.map(({ role, name }) => `${role} ${name}`)).toEqual([
      'worker 周工',
      'worker 吴工',
      'officer 郑安',
    ]);
    expect(visit.proof?.path).toMatch(/^\/verify\/[0-9a-f]{64}\?p=\d{16}$/);
    expect(visit.timeline.map(({ title }) => title)).toEqual([
      '排期',
      '派工',
      '签到',
      '签到',
      '提交记录',
      '签名',
      '会签',
    ]);
  });

  test('an abnormal item is a fault, once, however often the telephone sends the record', async () => {
    const id = await plan();
    await assign(id);
    await checkIn(zhou, id);
    await city.clock.advance(40 * minuteMs);
    const abnormal = { 'A-1-30': { answer: 'abnormal', note: '底坑有积水', photos: [photo] } };
    await submit(zhou, id, { answers: answers(abnormal) });
    await submit(zhou, id, { answers: answers(abnormal) });
    const { items, abnormal_num: abnormalNum } = await seen(id);
    const faultId = items.find(({ code }) => code === 'A-1-30')?.fault_id ?? 0;
    expect(abnormalNum).toBe(1);
    expect(await findException(city.store, boss, faultId)).toMatchObject({ source: 'visit', repeat_num: 0 });
  });

  test('an unanswered item and a measure beyond its limit are named, and nothing is lost', async () => {
    const id = await plan();
    await assign(id);
    await checkIn(zhou, id);
    await expect(submit(zhou, id, { answers: answers().slice(1) })).rejects.toThrow('机房、滑轮间环境：请逐项作答');
    const tooShort = { 'A-1-29': { value: 6.5 } };
    await expect(submit(zhou, id, { answers: answers(tooShort) })).rejects.toThrow(
      '实测值超出要求（≥7 mm），请选择异常',
    );
    expect(await seen(id)).toMatchObject({ stage: 'working' });
  });

  test('a record without a photo of the place of work is refused, and says how many are asked for', async () => {
    const id = await plan();
    await assign(id);
    await checkIn(zhou, id);
    await expect(submit(zhou, id, { photos: [] })).rejects.toThrow('请至少拍摄 1 处作业现场');
    expect(await seen(id)).toMatchObject({ stage: 'working' });
    await submit(zhou, id);
    expect(await seen(id)).toMatchObject({ stage: 'submitted', photos: [photo] });
  });

  test("another lift's sign is refused by name, a wrong place is kept and marked", async () => {
    const id = await plan();
    await assign(id);
    await expect(checkIn(zhou, id, { lift_code: 'sign-of-far-lift' })).rejects.toThrow(
      `扫描的是 ${farLift.tag} 的标牌，本工单是 ${lift.tag}`,
    );
    await checkIn(zhou, id, { place: placeOnTelephone({ lng: 120.15, lat: 30.2, accuracyM: 10 }) });
    expect(await seen(id)).toMatchObject({ stage: 'working', flags: ['farAway', 'noCode'] });
  });

  test('the code of the car counts once; a wrong one is kept and marked', async () => {
    const id = await plan();
    await assign(id);
    const code = city.domain.presenceCodes.codeAt(lift.id, city.clock.nowMs());
    await checkIn(zhou, id, { presence_code: code });
    await checkIn(wu, id, { presence_code: code });
    expect((await seen(id)).check_ins.map(({ presence }) => presence)).toEqual(['right', 'wrong']);
  });

  test('a telephone whose clock is a day ahead: the record is kept and marked, and our clock counts', async () => {
    const id = await plan();
    await assign(id);
    const tomorrow = new Date(city.clock.nowMs() + 86_400_000).toISOString().replace('Z', '+00:00');
    await checkIn(zhou, id, { at: tomorrow });
    const visit = await seen(id);
    expect(visit.flags).toContain('clockOff');
    expect(Date.parse(visit.checked_in_at ?? '')).toBe(city.clock.nowMs());
  });

  test('nobody is assigned beyond his certificate, nor from another company', async () => {
    const id = await plan();
    expect(await assign(id, [33])).toMatchObject({
      assigned: 0,
      refused: [{ message: '冯工 证书已于 2020-01-01 到期，不能派工' }],
    });
    expect(await assign(id, [34])).toMatchObject({ refused: [{ message: expect.stringContaining('不属于') }] });
    expect(await city.domain.visits.assign(boss, { ids: [id], planned_on: addDays(today(), 1) })).toMatchObject({
      refused: [{ message: expect.stringContaining('不能晚于到期日') }],
    });
  });

  test('only the safety officer of the community signs, and a rejected record goes back to the workers', async () => {
    const id = await plan();
    await assign(id);
    await checkIn(zhou, id);
    await checkIn(wu, id);
    await city.clock.advance(40 * minuteMs);
    await submit(zhou, id);
    await step(wu, { id, event: 'visit.cosigned', data: { clock_offset_ms: 0, signature: strokes } });
    const stranger = { ...officer, userId: 904 };
    const offeredTo = async (by: Principal) =>
      (await findVisit(reading(), by, id, city.clock.nowMs()))?.allowed_actions.filter(
        (type) => type !== 'visit.amended',
      );
    expect(await offeredTo(stranger)).toEqual([]);
    expect(await offeredTo(officer)).toEqual(['visit.countersigned', 'visit.rejected']);
    await expect(step(stranger, { id, event: 'visit.countersigned', data: { signature: strokes } })).rejects.toThrow(
      '须由该小区的电梯安全员会签',
    );
    const nextId = await plan();
    await step(officer, { id, event: 'visit.rejected', data: { reason: '底坑照片不清楚' } });
    expect((await seen(nextId)).stage).toBe('replanned');
    expect(await seen(id)).toMatchObject({ stage: 'working', done_on: null, rejected_num: 1 });
    // A second rejection is refused, and withdraws nothing.
    await submit(zhou, id, { signature: `${strokes};1,1 2,2` }, 'again-after-rejection');
    const afterNextId = await plan();
    await step(wu, { id, event: 'visit.cosigned', data: { clock_offset_ms: 0, signature: strokes } });
    await step(officer, { id, event: 'visit.countersigned', data: { signature: strokes } });
    await expect(step(officer, { id, event: 'visit.rejected', data: { reason: '仍不清楚' } })).rejects.toThrow(
      '记录不再改变',
    );
    expect((await seen(afterNextId)).stage).not.toBe('replanned');
  });

  test('the calendar counts what the list of the day gives, and the summary who is behind', async () => {
    const id = await plan();
    await assign(id);
    const month = today().slice(0, 7);
    const calendar = await readVisitCalendar(city.store, boss, { month }, city.clock.nowMs());
    expect(calendar.days.find(({ day }) => day === today())).toMatchObject({
      open_num: 1,
      done_num: 0,
      light: 'soon',
      kinds: [{ kind: 'halfMonth', open_num: 1, done_num: 0 }],
    });
    const ofDay = await listVisits(
      city.store,
      boss,
      { page: 1, page_size: 20, order: 'asc', scope: 'all', on: today() },
      city.clock.nowMs(),
    );
    expect(ofDay.list.map((row) => [row.id, row.worker_names])).toEqual([[id, '周工、吴工']]);
    const summary = await readVisitSummary(city.store, boss, { month, by: 'worker' }, city.clock.nowMs());
    expect(summary.list.map(({ name, open_num: open, soon_num: soon }) => [name, open, soon])).toEqual([
      ['吴工', 1, 1],
      ['周工', 1, 1],
    ]);
    const foreign = { ...boss, scope: scopeOf({ maintenanceIds: [402] }) };
    expect((await readVisitSummary(city.store, foreign, { month, by: 'company' }, city.clock.nowMs())).list).toEqual(
      [],
    );
  });

  test('visits of an absent worker are offered to colleagues with a valid certificate who are not on them', async () => {
    const id = await plan();
    await assign(id, [31]);
    const away = (by: Principal) =>
      readVisitsOfAbsent(
        city.store,
        by,
        { person_id: 31, away_from: today(), away_to: addDays(today(), 3) },
        city.clock.nowMs(),
      );
    expect(await away(boss)).toMatchObject({
      list: [{ visit: { id }, day: today(), stays: [], colleagues: [{ id: 32, name: '吴工', visits_that_day: 0 }] }],
      has_more: false,
    });
    await assign(id, [32]);
    expect((await away(boss)).list).toEqual([]);
    await expect(away({ ...boss, scope: scopeOf({ maintenanceIds: [402] }) })).rejects.toThrow();
  });

  test('a lift has one open visit of a kind, and its counter, list and tile agree', async () => {
    const id = await plan();
    await expect(plan()).rejects.toThrow('该电梯已有未完成的半月维保');
    const { list, counts } = await listVisits(
      city.store,
      boss,
      { page: 1, page_size: 20, order: 'asc', scope: 'pending' },
      city.clock.nowMs(),
    );
    expect(list.map((row) => [row.id, row.days_left, row.light])).toEqual([[id, 0, 'soon']]);
    expect(counts.due_today).toBe(1);
    await city.clock.advance(minuteMs);
    expect(await visitTodos.count(city.store.rows, boss)).toMatchObject({ count: 1 });
    expect(
      await visitTodos.count(city.store.rows, { ...boss, scope: scopeOf({ maintenanceIds: [402] }) }),
    ).toMatchObject({
      count: 0,
    });
  });
});
