import { expect, test } from 'vitest';
import { createLocalDeviceLinks } from './localDeviceLinks.ts';

const gateway = {
  broker: { port: 1883, tls: false },
  isReady: () => true,
  shedReports: () => ({ lastMinute: 3, sinceMs: null }),
  disconnect: () => undefined,
  heardAgoMs: () => 500,
};

test('no device is connected, and the site not ready, before a gateway has joined and after it has left', () => {
  const links = createLocalDeviceLinks();
  const asSeen = () => [links.isReady(), links.broker(), links.heardAgoMs('COL1'), links.shedReports()];
  const nothing = [false, null, undefined, undefined];
  expect(asSeen()).toEqual(nothing);
  const leave = links.join(gateway);
  expect(asSeen()).toEqual([true, gateway.broker, 500, { lastMinute: 3, sinceMs: null }]);
  expect(() => links.join(gateway)).toThrow();
  leave();
  expect(asSeen()).toEqual(nothing);
  links.disconnect('COL1');
});
