import { beforeEach, describe, expect, test } from 'vitest';
import { createCameraDesk } from '../../../server/domain/base/camera.ts';
import { createCameraSecrets } from '../../../server/domain/base/cameraSecrets.ts';
import { Commands } from '../../../server/domain/devices/commandFacts.ts';
import { createDeviceDesk, type DeviceDesk } from '../../../server/domain/devices/deviceDesk.ts';
import { syncDeviceModels } from '../../../server/domain/devices/deviceModelDesk.ts';
import { Directory } from '../../../server/domain/city/directory.ts';
import { listCameras } from '../../../server/queries/camera.ts';
import { keepDescription } from '../../../server/domain/devices/deviceDescriptions.ts';
import { listModelDifferences } from '../../../server/queries/deviceModel.ts';
import type { Principal } from '../../../server/access/principal.ts';
import type { EventStore } from '../../../server/store/eventStore.ts';
import { cameraList } from '../../../src/contract/endpoints/camera.ts';
import { deviceModelDifferences } from '../../../src/contract/endpoints/device.ts';
import { smallCity } from '../../support/smallCity.ts';
import { onTrouble, refusalOf, withBaseData } from '../../support/baseData.ts';
import { onBothDatabases } from '../../support/postgresOfFile.ts';

/** Returns the outcome as text: two that must not be told apart are compared. */
const answer = (step: Promise<unknown>): Promise<string> => step.then(String, String);

describe.each(onBothDatabases())('devices on %s', (_database, createDatabase) => {
  const { now, clock, entries } = withBaseData(createDatabase);
  let store: EventStore;
  let admin: Principal;
  let colleague: Principal;
  let property: Principal;
  beforeEach(() => {
    ({ store, admin, colleague, property } = now());
  });

  const deviceRecord = (deviceKey: string) =>
    store.rows.selectFrom('devices').selectAll().where('device_key', '=', deviceKey).executeTakeFirst();
  const cameraRows = async (by: Principal, query: object = {}) =>
    (await listCameras(store, by, cameraList.input.parse({ order: 'asc', ...query }))).list;

  describe('a device', () => {
    const { lift, farLift } = smallCity;
    const screen = {
      elevatorId: lift.id,
      deviceKey: 'SCR-9',
      deviceType: 'SCR',
      vendor: 'standard',
      model: 'TA-S7',
      firmware: '1.4.0',
      reportPeriodSeconds: 60,
      isRescueTerminal: false,
    } as const;
    let desk: DeviceDesk;
    let directory: Directory;
    beforeEach(async () => {
      directory = await Directory.load(store);
      const commands = new Commands({ store, clock, directory });
      desk = createDeviceDesk({ store, clock, directory, commands, disconnectDevice: () => undefined });
    });

    test('that two people bind at the same moment is bound once, and the second learns it', async () => {
      const outcomes = await Promise.allSettled([
        desk.bind(admin, screen),
        desk.bind(colleague, { ...screen, elevatorId: farLift.id }),
      ]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      const lost = outcomes.find((outcome) => outcome.status === 'rejected');
      expect(String(lost?.reason)).toMatch(/已绑定|刚刚被他人绑定|请修改标出/);
      expect(
        await store.rows.selectFrom('devices').selectAll().where('device_key', '=', 'SCR-9').execute(),
      ).toHaveLength(1);
    });

    test('is bound to one lift: its key, the one collector and the one terminal of a lift are refused a second time', async () => {
      await desk.bind(admin, { ...screen, isRescueTerminal: true });
      expect(await refusalOf(desk.bind(admin, screen))).toMatchObject([{ field: 'device_key' }]);
      expect(await refusalOf(desk.bind(admin, { ...screen, deviceKey: 'C2', deviceType: 'COL' }))).toMatchObject([
        { field: 'device_type', message: `该电梯已绑定采集器 ${lift.deviceKey}，请先解绑` },
      ]);
      expect(await refusalOf(desk.bind(admin, { ...screen, deviceKey: 'S2', isRescueTerminal: true }))).toMatchObject([
        { field: 'is_rescue_terminal' },
      ]);
    });

    test('of a foreign lift is as one that does not exist, for every step', async () => {
      const steps: readonly ((key: string) => Promise<unknown>)[] = [
        (key) => desk.unbind(companyAdmin, key, '试试看'),
        (key) => desk.disable(companyAdmin, key, '试试看'),
        (key) => desk.enable(companyAdmin, key, '试试看'),
        (key) => desk.chooseTerminal(companyAdmin, key),
      ];
      const companyAdmin = { ...admin, scope: property.scope };
      for (const step of steps)
        expect(await answer(step(farLift.deviceKey))).toBe(await answer(step('no-such-device')));
      const binding = (elevatorId: number) => answer(desk.bind(companyAdmin, { ...screen, elevatorId }));
      expect(await binding(farLift.id)).toBe(await binding(999_999));
      expect(await deviceRecord(farLift.deviceKey)).toMatchObject({ is_disabled: 0, elevator_id: farLift.id });
      await desk.disable(companyAdmin, lift.deviceKey, '检修');
      expect(directory.device(lift.deviceKey)?.isDisabled).toBe(true);
      await expect(desk.bind({ ...property, permissions: new Set() }, screen)).rejects.toThrow('权限');
    });

    test('is the rescue terminal instead of the one before, and unbound is free for another lift with a newer secret', async () => {
      await desk.bind(admin, { ...screen, isRescueTerminal: true });
      await desk.chooseTerminal(admin, lift.deviceKey);
      expect(directory.rescueTerminalOf(lift.id)?.deviceKey).toBe(lift.deviceKey);
      expect(await deviceRecord('SCR-9')).toMatchObject({ is_rescue_terminal: 0 });
      await desk.unbind(admin, 'SCR-9', '移到远山县');
      expect(directory.device('SCR-9')).toBeUndefined();
      expect(await desk.bind(admin, { ...screen, elevatorId: farLift.id })).toEqual({ secretVersion: 2 });
      expect(directory.device('SCR-9')).toMatchObject({ elevatorId: farLift.id, secretVersion: 2 });
      expect(await entries(colleague, { record: 'device', record_id: 'SCR-9' })).toMatchObject([
        { action: '绑定设备' },
        {
          action: '解绑设备',
          actor_name: admin.name,
          changes: expect.arrayContaining([
            { field: '电梯', before: String(lift.id), after: '' },
            { field: '原因', before: '', after: '移到远山县' },
          ]),
        },
        { action: '绑定设备' },
      ]);
      const [terminal] = await entries(colleague, { record: 'device', record_id: lift.deviceKey });
      expect(terminal).toMatchObject({
        action: '指定救援终端',
        changes: [{ field: '救援终端', before: 'SCR-9', after: lift.deviceKey }],
      });
    });

    test('whose record differs from its model, or from what it says, is shown first and corrected on request', async () => {
      await desk.bind(admin, screen);
      await desk.bind(admin, { ...screen, deviceKey: 'SCR-8', model: 'TA-C1' });
      const differences = async (by: Principal) =>
        (await listModelDifferences(store, by, deviceModelDifferences.input.parse({ order: 'asc' }))).list;
      expect((await differences(property)).map(({ device_key }) => device_key)).toEqual(['SCR-8']);
      // No entry of the log says so.
      await keepDescription(store, lift.deviceKey, { model: 'LQ-300', firmware: '5.11', described_at_ms: 0 });
      const before = await differences(property);
      expect(before).toMatchObject([
        {
          device_key: lift.deviceKey,
          changes: [
            { field: 'model', registered: '', proposed: 'LQ-300' },
            { field: 'vendor', registered: '标准协议', proposed: '蓝启' },
            { field: 'firmware', registered: '', proposed: '5.11' },
          ],
        },
        { device_key: 'SCR-8', changes: [], remark: '型号“TA-C1”是采集器，而登记的设备类型不同，请核对' },
      ]);
      expect(await differences(property)).toEqual(before);
      const parts = { store, clock, directory };
      const editor = { ...admin, scope: property.scope };
      // Someone saw another change than the one that is due by now.
      expect(await syncDeviceModels(parts, editor, [lift.deviceKey], new Map([[lift.deviceKey, 'other']]))).toEqual({
        applied: 0,
        left: 0,
        changed: 1,
      });
      expect(await differences(property)).toEqual(before);
      const { mark = '' } = before.find(({ device_key: key }) => key === lift.deviceKey) ?? {};
      expect(await syncDeviceModels(parts, editor, [lift.deviceKey], new Map([[lift.deviceKey, mark]]))).toEqual({
        applied: 1,
        left: 0,
        changed: 0,
      });
      expect((await differences(property)).map(({ device_key }) => device_key)).toEqual(['SCR-8']);
      expect(directory.device(lift.deviceKey)?.vendor).toBe('lanqi');
      expect((await entries(colleague, { record: 'device', record_id: lift.deviceKey }))[0]).toMatchObject({
        action: '同步设备型号',
      });
    });
  });

  describe('a camera', () => {
    const { lift, farLift } = smallCity;
    const secrets = createCameraSecrets(Buffer.alloc(32, 7));
    const sealed = (secret: string) => ({ secret: { sealed: secrets.seal(secret) } });
    const camera = {
      elevator_id: lift.id,
      name: '轿厢',
      place: 'car',
      vendor: '云目',
      main_url: 'rtsp://{user}:{secret}@10.0.0.8/main/{channel}',
      sub_url: '',
      channel: '1',
      user_name: 'admin',
      device_key: '',
    } as const;
    let cameras: ReturnType<typeof createCameraDesk>;
    const plainSecret = async (id: number) => {
      const { sealed_secret } = await store.rows
        .selectFrom('cameras')
        .select('sealed_secret')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return sealed_secret === '' ? '' : secrets.open(sealed_secret);
    };
    beforeEach(() => {
      cameras = createCameraDesk({ store, clock, onTrouble });
    });

    test('keeps its password to itself: no list, no event and no second editor gets it, open or sealed', async () => {
      const { id, version } = await cameras.save(admin, { ...camera, ...sealed('p4ss-word') });
      expect(await plainSecret(id)).toBe('p4ss-word');
      const [row] = await cameraRows(admin);
      expect(row).toEqual({
        ...camera,
        id,
        version,
        elevator_tag: lift.tag,
        elevator_addr: '1 幢 1 单元',
        community_name: '翠湖花园',
        has_secret: true,
        status: null,
        statusResult: '未检测',
      });
      await cameras.save(colleague, { ...camera, id, version, name: '轿厢内', ...sealed('another') });
      const conflict = await cameras
        .save(admin, { ...camera, id, version, channel: '2' })
        .catch((error: unknown) => error);
      expect(conflict).toMatchObject({
        fieldErrors: expect.arrayContaining([{ field: 'secret', message: `${colleague.name}已修改此项` }]),
      });
      const { sealed_secret: stored } = await store.rows
        .selectFrom('cameras')
        .select('sealed_secret')
        .executeTakeFirstOrThrow();
      const said = JSON.stringify([await store.readAll(0, 1_000), await entries(colleague), conflict, row]);
      for (const text of ['p4ss-word', 'another', stored]) expect(said).not.toContain(text);
    });

    test('keeps its password where none is typed, loses it where it is removed, and asks for it again with another host', async () => {
      const { id, version } = await cameras.save(admin, { ...camera, ...sealed('p4ss-word') });
      const renamed = await cameras.save(admin, { ...camera, id, version, name: '轿厢内' });
      expect(await plainSecret(id)).toBe('p4ss-word');
      const moved = { ...camera, id, version: renamed.version, main_url: 'rtsp://{user}:{secret}@evil.example/x' };
      expect(await refusalOf(cameras.save(admin, moved))).toMatchObject([{ field: 'secret' }]);
      const saved = await cameras.save(admin, { ...moved, ...sealed('typed again') });
      expect(await plainSecret(id)).toBe('typed again');
      await cameras.save(admin, { ...moved, version: saved.version, secret: null });
      expect(await cameraRows(admin)).toMatchObject([{ has_secret: false }]);
    });

    test('of a foreign lift is not listed, edited or removed, and none is put there', async () => {
      const { id } = await cameras.save(admin, { ...camera, elevator_id: farLift.id });
      expect(await cameraRows(property)).toEqual([]);
      expect(await cameraRows(property, { elevator_id: farLift.id })).toEqual([]);
      await expect(cameras.save(property, { ...camera, id })).rejects.toThrow('摄像头不存在，或您无权查看');
      await expect(cameras.remove(property, [id])).rejects.toThrow('摄像头不存在，或您无权查看');
      await expect(cameras.save(property, { ...camera, elevator_id: farLift.id })).rejects.toThrow('管辖范围');
      expect(await cameraRows(admin)).toMatchObject([{ id, elevator_tag: farLift.tag }]);
    });

    test('works as its device says, as long as that stands in the same lift', async () => {
      expect(await refusalOf(cameras.save(admin, { ...camera, device_key: farLift.deviceKey }))).toMatchObject([
        { field: 'device_key' },
      ]);
      await cameras.save(admin, { ...camera, device_key: lift.deviceKey });
      await store.append({
        stream: `device-${lift.deviceKey}`,
        expectedVersion: 'none',
        actor: { kind: 'device', id: lift.deviceKey, name: lift.deviceKey },
        events: [
          {
            type: 'device.bound',
            data: { deviceKey: lift.deviceKey, elevatorId: lift.id, deviceType: 'COL', reportPeriodSeconds: 5 },
            atMs: 1,
          },
          { type: 'device.reported', data: { load: 1 }, atMs: 2 },
        ],
      });
      expect(await cameraRows(admin)).toMatchObject([{ status: 1, statusResult: '在线' }]);
    });
  });
});
