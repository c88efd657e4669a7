import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { endpoints } from '../../src/contract/endpoints/index.ts';
import { elevatorDetailSchema, latestDataSchema } from '../../src/contract/entities/elevator.ts';
import { sendNotifications } from '../../server/notify/sendNotifications.ts';
import { runLadders } from '../../server/rules/runLadders.ts';
import { VirtualClock } from '../../server/runtime/virtualClock.ts';
import { run } from '../../server/store/eventStore.ts';
import { openHttpHarness, type HttpHarness } from '../support/httpHarness.ts';
import { startFake, type FakeProvider } from '../support/notify/fakeProvider.ts';
import { aliyunForm, fakeSecrets, formOf } from '../support/notify/providerForms.ts';
import { smallCity } from '../support/smallCity.ts';

const { lift, farLift, users } = smallCity;
const startMs = Date.parse('2026-11-21T18:40:00+08:00');
let harness: HttpHarness;
let clock: VirtualClock;
beforeAll(async () => {
  clock = new VirtualClock(startMs);
  harness = await openHttpHarness({ clock });
});
afterAll(() => harness.dispose());

/** The lift reports now; its own clock is two hours off. */
function report(speed: number | undefined, atMs = clock.nowMs()): void {
  harness.fleet.put(lift.id, {
    deviceKey: lift.deviceKey,
    receivedAtMs: atMs,
    report: {
      at: atMs - 7_200_000,
      service_mode: 1,
      car_status: 1,
      direction: 1,
      door_zone: false,
      floor: 7,
      door: 'opening',
      people: 3,
      ...(speed === undefined ? {} : { speed }),
    },
  });
}
async function ask(recentSinceMs: number | undefined, userId: number = users.property) {
  const { envelope } = await harness.call(
    endpoints.deviceLatestData,
    { elevator_id: lift.id, ...(recentSinceMs === undefined ? {} : { recent_since_ms: recentSinceMs }) },
    await harness.signIn(userId),
  );
  return latestDataSchema.parse(envelope?.data);
}

describe("a lift's last minutes", () => {
  it('are sent only on request: an old client gets what it always got', async () => {
    expect((await ask(undefined)).recent).toBeUndefined();
    expect((await ask(0)).recent).toMatchObject({ samples: { at_ms: [] }, follows_on: false });
  });

  it('are the reports of the last five minutes by the time of receipt, then only what came since', async () => {
    report(1.5);
    await clock.advance(200_000);
    report(undefined);
    await clock.advance(105_000);
    report(-1.25);
    const first = (await ask(0)).recent;
    expect(first).toMatchObject({
      samples: {
        at_ms: [startMs + 200_000, startMs + 305_000],
        speed: [null, -125],
        door: [1, 1],
        floor: [7, 7],
        people: [3, 3],
      },
    });
    report(0, startMs + 306_000);
    expect((await ask(startMs + 305_000)).recent).toMatchObject({
      samples: { at_ms: [startMs + 306_000], speed: [0] },
      follows_on: true,
    });
    expect((await ask(startMs + 306_000)).recent).toMatchObject({ samples: { at_ms: [] }, follows_on: true });
  });

  it('report a gap to what the caller knows', async () => {
    expect((await ask(startMs + 299_000)).recent).toMatchObject({
      samples: { at_ms: [startMs + 305_000, startMs + 306_000] },
      follows_on: false,
    });
    // Known to the caller and newer than anything held: the server's clock was put back.
    expect((await ask(startMs + 900_000)).recent).toMatchObject({
      samples: { at_ms: [startMs + 200_000, startMs + 305_000, startMs + 306_000] },
      follows_on: false,
    });
  });

  it('show the codes that stand by the log until a report says something of codes', async () => {
    const device = harness.domain.devices.findDevice(lift.deviceKey);
    if (device === undefined) throw new Error('the small city has lost its device');
    const raised = { kind: 'raised', times: 1, atMs: clock.nowMs() } as const;
    await harness.domain.devices.recordCode(device, { ...raised, code: '03', vendorCode: '03', messageId: 'm-1' });
    await harness.domain.devices.recordCode(device, { ...raised, code: '', vendorCode: '91', messageId: 'm-2' });
    report(1.5);
    expect((await ask(undefined)).codes).toEqual(['03', '?91']);
    const known = harness.fleet.get(lift.id);
    if (known !== undefined) harness.fleet.put(lift.id, { ...known, report: { ...known.report, codes: [] } });
    expect((await ask(undefined)).codes).toEqual([]);
  });

  it('are hidden from everyone else', async () => {
    const { status } = await harness.call(
      endpoints.deviceLatestData,
      { elevator_id: lift.id, recent_since_ms: 0 },
      await harness.signIn(users.stranger),
    );
    expect(status).toBe(404);
  });
});

const detail = async () =>
  elevatorDetailSchema.parse(
    (await harness.call(endpoints.elevatorDetail, { id: lift.id }, await harness.signIn(users.property))).envelope
      ?.data,
  );

describe('who maintains a lift', () => {
  it('is shown with its start date, or as not registered if no one entered it', async () => {
    expect(await detail()).toMatchObject({ maintain_info: { name: '迅达维保' }, maintained_since: null });
    const sinceMs = Date.parse('2024-03-01T00:00:00+08:00');
    await harness.store.write(function* (queries) {
      yield* run(queries.updateTable('elevators').set({ maintained_since_ms: sinceMs }).where('id', '=', lift.id));
    });
    expect(await detail()).toMatchObject({ maintained_since: '2024-03-01T00:00:00.000+08:00' });
    await harness.store.write(function* (queries) {
      yield* run(queries.updateTable('elevators').set({ maintenance_id: null }).where('id', '=', lift.id));
    });
    expect(await detail()).toMatchObject({ maintain_info: null, maintained_since: null });
  });
});

const rowOf = async ({ id }: { readonly id: number }) => {
  const { envelope } = await harness.call(
    endpoints.rescueList,
    { elevator_id: id },
    await harness.signIn(users.dispatcher1),
  );
  return endpoints.rescueList.output.parse(envelope?.data).list[0];
};
const lastOf = async (orderId: number) => (await harness.store.readStream(`rescue-${orderId}`)).at(-1);

/** The provider reports that the person has pressed 1. */
const pressed1 = async (call: ReadonlyMap<string, string>) => {
  const receipt = { call_id: '', out_id: call.get('OutId'), status_code: '200000', duration: '9', dtmf: '1' };
  const { token } = harness.channels.stateOf('voice');
  const { status } = await harness.request('POST', `/api-open/notify/receipt/voice/${token}`, { body: [receipt] });
  expect(status).toBe(200);
  await harness.receiptQueue.idle();
};

function onError(error: unknown): never {
  throw error;
}

describe('a call for help that no console hears', () => {
  let provider: FakeProvider;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    provider = await startFake(aliyunForm('CallId'));
    const values = {
      base_url: provider.url,
      access_key_id: fakeSecrets.accessKeyId,
      access_key_secret: fakeSecrets.accessKeySecret,
    };
    const saved = await harness.call(
      endpoints.channelSave,
      { channel: 'voice', provider: 'real', values },
      await harness.signIn(users.super),
    );
    expect(saved.envelope).toMatchObject({ code: 0 });
    await harness.store.write(function* (queries) {
      yield* run(
        queries
          .updateTable('notify_templates')
          .set({ provider_code: 'TTS_7' })
          .where('key', '=', 'callWaiting')
          .where('channel', '=', 'voice'),
      );
      const person = { org_type: 4, org_id: 301, duties: '[]', certificates: '[]', certificate_expiry: null };
      yield* run(
        queries
          .insertInto('people')
          .values({ ...person, id: 1, name: '李娜', mobile: '13800000002', user_id: users.dispatcher2 }),
      );
      const always = { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '00:00', person_ids: [1] };
      yield* run(
        queries
          .insertInto('rotas')
          .values({ id: 1, org_type: 4, org_id: 301, shifts: JSON.stringify([always]), overrides: '[]' }),
      );
      yield* run(queries.updateTable('organizations').set({ duty_phone: '13800000009' }).where('id', '=', 302));
    });
    await harness.channels.reload();
    const { store, channels, domain } = harness;
    const ladders = runLadders({ store, clock, channels, settings: domain.settings, onError });
    const sender = sendNotifications({ store, clock, channels, onError });
    stop = async () => {
      await ladders.close();
      await sender.close();
    };
  });
  afterAll(async () => {
    await stop();
    await provider.close();
  });

  /** Somebody is trapped; resolves with the call that the provider is asked to make. */
  const trappedIn = async ({ deviceKey }: { readonly deviceKey: string }) => {
    const device = harness.domain.devices.findDevice(deviceKey);
    if (device === undefined) throw new Error('the lift has no device');
    // The provider takes one request every 20 ms.
    await clock.advance(1_000);
    const asked = provider.received();
    await harness.domain.devices.recordEvent(device, {
      id: `trapped-${deviceKey}`,
      at: clock.nowMs(),
      kind: 'trapped',
    });
    return formOf(await asked);
  };

  it('is answered by telephone: the person on duty presses 1, and the order says who has it', async () => {
    const call = await trappedIn(lift);
    expect(Object.fromEntries(call)).toMatchObject({ CalledNumber: '13800000002', TtsCode: 'TTS_7' });
    expect(call.get('TtsParam')).toContain(lift.tag);
    await pressed1(call);
    await vi.waitFor(async () =>
      expect(await rowOf(lift)).toMatchObject({ stage: 'accepted', accepted_by: { name: '李娜' } }),
    );
    expect(await lastOf((await rowOf(lift))?.id ?? 0)).toMatchObject({
      type: 'rescue.accepted',
      data: { via: 'phone' },
    });
  });

  it("keeps waiting when the company's telephone presses 1, and the order says that the company knows", async () => {
    const call = await trappedIn(farLift);
    expect(call.get('CalledNumber')).toBe('13800000009');
    await pressed1(call);
    await vi.waitFor(async () => expect((await rowOf(farLift))?.informed).toEqual(['乐家物业值班电话']));
    expect(await rowOf(farLift)).toMatchObject({ stage: 'pending', accepted_by: null });
    expect(await lastOf((await rowOf(farLift))?.id ?? 0)).toMatchObject({ type: 'rescue.informed' });
  });
});
