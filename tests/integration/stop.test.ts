import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { probeStatus } from '../../src/contract/endpoints/probe.ts';
import { ApiClient } from '../support/apiClient.ts';
import { LiftDevice } from '../support/liftDevice.ts';
import { connectPush } from '../support/pushProbe.ts';
import { ServerProcess } from '../support/serverProcess.ts';
import { smallCity } from '../support/smallCity.ts';

let server: ServerProcess;
beforeAll(async () => {
  server = await ServerProcess.start({ PROBE_SECONDS: '1' });
}, 60_000);
afterAll(() => server.dispose());

test(
  'the synthetic call comes from a device’s connection through broker, log and push to a console, whose answer completes the proof',
  { timeout: 60_000 },
  async () => {
    const url = `http://127.0.0.1:${server.httpPort}`;
    const dispatcher = await ApiClient.login(url, 'dispatcher1');
    const proven = async () => {
      const { stages } = probeStatus.output.parse((await dispatcher.get('/api/probe')).data);
      return stages.filter(({ proven_at: at }) => at !== null).map(({ stage }) => stage);
    };
    await vi.waitFor(async () => expect(await proven()).toEqual(['broker', 'log', 'push']), 20_000);

    const hello = { text: dispatcher.helloText, last: null };
    const desk = await connectPush({ url: `ws://127.0.0.1:${server.httpPort}/ws`, hello });
    const answer = async (armed: boolean) => {
      const known = desk.frames.length;
      const frame = await desk.waitFor((one) => one.event?.kind === 'probe.sent' && desk.frames.indexOf(one) >= known);
      if (frame.event?.kind !== 'probe.sent') throw new Error('no synthetic call');
      expect(await dispatcher.post('/api/probe/answer', { probe_id: frame.event.probeId, armed })).toMatchObject({
        code: 0,
      });
    };
    await answer(false);
    expect(await proven(), 'a console that cannot sound proves nothing').toEqual(['broker', 'log', 'push']);
    await answer(true);
    expect(await proven()).toEqual(['broker', 'log', 'push', 'console']);
    await desk.close();

    const property = await ApiClient.login(url, 'property');
    expect(
      await property.post('/api/probe/answer', { probe_id: 'made-up-by-somebody', armed: true }),
      'only users who answer calls may',
    ).toMatchObject({ status: 403 });
    // It is a call of no lift: nothing was quarantined, nothing rings.
    const quarantined = z
      .object({ total: z.number() })
      .parse((await (await ApiClient.login(url, 'super')).get('/api/device/quarantine/list')).data);
    expect(quarantined.total).toBe(0);
  },
);

test(
  'a stop does not wait for silent clients: neither a half-sent call nor a silent device',
  { timeout: 60_000 },
  async () => {
    const half = connect(server.httpPort, '127.0.0.1');
    const silent = connect(server.mqttPort, '127.0.0.1');
    for (const socket of [half, silent]) socket.on('error', () => undefined);
    await new Promise<void>((resolve) =>
      half.write('POST /api/auth/login HTTP/1.1\r\nhost: desk\r\ncontent-length: 100\r\n\r\n{', () => resolve()),
    );
    const stopped = await Promise.race([
      server.stop().then(() => 'stopped'),
      new Promise<string>((resolve) => setTimeout(() => resolve('still waiting'), 8_000).unref()),
    ]);
    expect(stopped).toBe('stopped');
    expect(server.errors.join('')).toBe('');
  },
);

test('a stop under load ends within its limit, as a stop and not as a crash', { timeout: 120_000 }, async () => {
  await server.restart();
  const { lift, farLift } = smallCity;
  const devices = await Promise.all([lift, farLift].map(({ deviceKey }) => LiftDevice.connect(server, deviceKey)));
  // More than the server can work through before it is told to stop.
  for (const device of devices)
    for (let n = 0; n < 3_000; n += 1) device.raise(n % 2 === 0 ? 'overLoad' : 'longTimeOpen').catch(() => undefined);
  await devices[0]?.raise('trapped');
  const toldMs = performance.now();
  const ended = server.untilEnded();
  await server.stop();
  console.log(`stopped after ${((performance.now() - toldMs) / 1_000).toFixed(1)} s`);
  expect(await ended).toBe(0);
  await Promise.all(devices.map((device) => device.close()));
});
