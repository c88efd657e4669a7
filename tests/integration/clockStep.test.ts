import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSiteDeviceKey } from '../../server/gateway/credentials.ts';
import { ApiClient } from '../support/apiClient.ts';
import { eventAt, MqttDevice } from '../support/mqttDevice.ts';
import { connectPush } from '../support/pushProbe.ts';
import { ServerProcess } from '../support/serverProcess.ts';
import { smallCity } from '../support/smallCity.ts';

const { lift, farLift } = smallCity;
const twoHoursMs = 7_200_000;

let server: ServerProcess;
beforeEach(async () => {
  server = await ServerProcess.start({ TEST_CLOCK_AHEAD_MS: '0' });
});
afterEach(() => server.dispose());

test(
  'the whole server keeps ringing after its clock was set back two hours; no one is signed out',
  { timeout: 120_000 },
  async () => {
    const api = await ApiClient.login(server.url, 'dispatcher1');
    const probe = await connectPush({
      url: `${server.url.replace('http', 'ws')}/ws`,
      hello: { text: api.helloText, last: null },
    });
    const siteKey = readSiteDeviceKey(server.dataDir);
    const devices = await Promise.all(
      [lift, farLift].map(({ deviceKey }) => MqttDevice.connect(server.mqttPort, deviceKey, siteKey)),
    );
    try {
      const [near, far] = devices;
      await near?.publish('event', eventAt(Date.now(), 'before', 'trapped'));
      await probe.waitFor(({ event }) => event?.kind === 'rescue.ringing' && event.elevatorId === lift.id, 20_000);

      await server.tellClock({ kind: 'step', byMs: -twoHoursMs });
      await far?.publish('event', eventAt(Date.now(), 'after', 'trapped'));
      await probe.waitFor(({ event }) => event?.kind === 'rescue.ringing' && event.elevatorId === farLift.id, 20_000);
      // Said again, and by the new calendar it is a few seconds old.
      await probe.waitFor(
        ({ event }) =>
          event?.kind === 'rescue.ringing' &&
          event.elevatorId === lift.id &&
          event.reminder &&
          event.raisedAtMs < Date.now() - twoHoursMs + 60_000,
        30_000,
      );
      expect((await api.get('/api/user')).status).toBe(200);
    } finally {
      for (const device of devices) await device.close();
      probe.drop();
    }
  },
);
