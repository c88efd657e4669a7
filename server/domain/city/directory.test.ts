import { EventEmitter, once } from 'node:events';
import type { KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestStore, type TestStore } from '../../../tests/support/openTestStore.ts';
import { principalOf, smallCity, writeSmallCity } from '../../../tests/support/smallCity.ts';
import { VirtualClock } from '../../runtime/virtualClock.ts';
import { run } from '../../store/eventStore.ts';
import { renewDeviceSecret } from '../devices/deviceSecrets.ts';
import { Directory } from './directory.ts';

const { lift, farLift, users } = smallCity;
const clock = new VirtualClock();
let opened: TestStore;

beforeEach(async () => {
  opened = await openTestStore({ clock });
  await writeSmallCity(opened.store);
});
afterEach(() => opened.dispose());

/**
 * After `arm`, holds back the answer of the first read that finds devices until `release`; `isHeld` resolves when it has read.
 */
function readsWithOneHeld() {
  const emitter = new EventEmitter();
  let isArmed = false;
  const isHeld = once(emitter, 'held');
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!isArmed || result.rows[0]?.['secret_version'] === undefined) return result;
      isArmed = false;
      const released = once(emitter, 'release');
      emitter.emit('held');
      await released;
      return result;
    },
  };
  return {
    rows: opened.store.rows.withPlugin(plugin),
    arm: () => (isArmed = true),
    isHeld,
    release: () => emitter.emit('release'),
  };
}

describe('the directory', () => {
  test('reads a device that it could not read after its binding, so that its calls ring', async () => {
    let isAway = false;
    const store = {
      get rows() {
        if (isAway) throw new Error('the database is away');
        return opened.store.rows;
      },
    };
    const left: (() => Promise<void>)[] = [];
    const directory = await Directory.load(store, { again: (read) => void left.push(read) });
    await opened.store.write(function* (queries) {
      yield* run(
        queries.insertInto('devices').values({
          device_key: 'new-device',
          elevator_id: farLift.id,
          device_type: 'OTHER',
          report_period_seconds: 5,
          secret_version: 1,
          vendor: 'standard',
          model: '',
          firmware: '',
        }),
      );
    });
    isAway = true;
    await expect(directory.reloadDevice('new-device')).rejects.toThrow('away');
    isAway = false;
    for (const read of left) await read();
    expect(directory.device('new-device')?.elevatorId).toBe(farLift.id);
  });

  test('keeps the new version of a device that was renewed while everything was read', async () => {
    const { rows, arm, isHeld, release } = readsWithOneHeld();
    const directory = await Directory.load({ rows });
    arm();
    const everything = directory.reload();
    await isHeld;
    await opened.store.write(function* (queries) {
      yield* run(queries.updateTable('devices').set({ secret_version: 2 }).where('device_key', '=', lift.deviceKey));
    });
    const one = directory.reloadDevice(lift.deviceKey);
    // Enough time to overtake.
    await opened.store.rows.selectFrom('devices').selectAll().execute();
    release();
    await Promise.all([everything, one]);
    expect(directory.device(lift.deviceKey)?.secretVersion).toBe(2);
  });

  test('gives the lifts of a renamed brand its new name, and says that base data changed', async () => {
    const directory = await Directory.load(opened.store);
    const before = directory.generation;
    await directory.renameCompany('brand', 201, '云梯股份');
    expect([lift.id, farLift.id].map((id) => directory.elevator(id)?.responsible.brandName)).toEqual([
      '云梯股份',
      '云梯股份',
    ]);
    expect(directory.generation).toBeGreaterThan(before);
    await directory.renameCompany('brand', 999, '别的');
    expect(directory.elevator(lift.id)?.responsible.brandName).toBe('云梯股份');
  });
});

describe('renewing the secret of a device', () => {
  test('twice at the same moment makes two versions, and the log names each once', async () => {
    const directory = await Directory.load(opened.store);
    const by = await principalOf(opened.store, users.admin);
    const renew = () =>
      renewDeviceSecret(
        { store: opened.store, clock, directory, disconnectDevice: () => undefined },
        by,
        lift.deviceKey,
      );
    expect((await Promise.all([renew(), renew()])).toSorted()).toEqual([2, 3]);
    expect(directory.device(lift.deviceKey)?.secretVersion).toBe(3);
    expect((await opened.store.readStream(`secret-${lift.deviceKey}`)).map(({ data }) => data)).toMatchObject([
      { after: { secretVersion: 2 } },
      { before: { secretVersion: 2 }, after: { secretVersion: 3 } },
    ]);
  });
});
