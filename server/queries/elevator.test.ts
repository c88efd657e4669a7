import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDomain, type TestDomain } from '../../tests/support/openDomain.ts';
import { smallCity } from '../../tests/support/smallCity.ts';
import { sealedIdsOf } from '../../tests/support/testAccess.ts';
import { lifecycleEntries } from '../lifecycleEntries.ts';
import { createDescribeEvent } from '../push/describeEvent.ts';
import { listDevices } from './elevator.ts';

let city: TestDomain;
beforeEach(async () => {
  city = await openDomain();
});
afterEach(() => city.dispose());

const isFlapping = async () =>
  (await listDevices(city.store, city.fleet, smallCity.lift.id, city.clock.nowMs()))[0]?.flapping;

describe('a device that comes and goes', () => {
  it('is shown as flapping from its fourth change within ten minutes, reported once, until it has been steady for ten', async () => {
    const device = city.domain.devices.findDevice(smallCity.lift.deviceKey);
    if (device === undefined) throw new Error('the small city has lost its device');
    await city.domain.devices.recordReported(device, 1);
    expect(await isFlapping()).toBe(false);
    for (let flip = 0; flip < 3; flip += 1) {
      await city.clock.advance(20_000);
      await city.domain.devices.recordLost(device, 'lastWill');
      await city.clock.advance(20_000);
      await city.domain.devices.recordReported(device, 1);
    }
    expect(await isFlapping()).toBe(true);
    const events = await city.store.readStream(`device-${smallCity.lift.deviceKey}`);
    const said = events.filter(({ type }) => type === 'device.flapped');
    expect(said).toHaveLength(1);
    const describeEvent = createDescribeEvent({
      store: city.store,
      directory: city.domain.directory,
      ids: sealedIdsOf(city.store),
      lifecycles: lifecycleEntries,
    });
    const pushes = await Promise.all(events.map(async (event) => [event.type, (await describeEvent(event))[0]?.event]));
    for (const [type, event] of pushes)
      expect(event).toMatchObject({
        kind: 'stream.changed',
        stream: 'device',
        fact: { type, data: type === 'device.flapped' ? { flapping: true } : {} },
      });
    await city.clock.advance(10 * 60_000);
    expect(await isFlapping()).toBe(false);
  });
});
