import { afterEach, expect, test } from 'vitest';
import { newRescueOrderText } from '../../src/contract/push.ts';
import { ApiClient } from '../support/apiClient.ts';
import { LiftDevice } from '../support/liftDevice.ts';
import { connectPush, type PushProbe } from '../support/pushProbe.ts';
import { ServerProcess } from '../support/serverProcess.ts';
import { smallCity } from '../support/smallCity.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** As a desk does: it connects again until it succeeds, and continues where it stopped. */
async function reconnect(url: string, hello: unknown): Promise<PushProbe> {
  for (;;) {
    try {
      return await connectPush({ url, hello });
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

test(
  'a server that is frozen is killed and started again, and every call that came meanwhile rings',
  { timeout: 180_000 },
  async () => {
    const { lift, farLift } = smallCity;
    const server = await ServerProcess.startSupervised();
    closing.push(() => server.dispose());
    const api = await ApiClient.login(server.url, 'dispatcher1');
    const socket = `${server.url.replace('http', 'ws')}/ws`;
    const desk = await connectPush({ url: socket, hello: { text: api.helloText, last: null } });
    await desk.waitFor(({ welcome }) => welcome !== undefined);
    const place = await desk.waitFor(({ epoch, position }) => epoch !== undefined && position !== undefined);
    const devices = await Promise.all([lift, farLift].map(({ deviceKey }) => LiftDevice.connect(server, deviceKey)));
    for (const device of devices) closing.push(() => device.close());

    process.kill(server.supervisedPid(), 'SIGSTOP');
    const frozenMs = performance.now();
    const raised = devices.map((device) => device.raise('trapped'));
    await desk.closed;
    const again = await reconnect(socket, {
      text: api.helloText,
      last: { epoch: place.epoch, position: place.position },
    });
    closing.push(() => again.close());
    await Promise.all(raised);
    for (const { id } of [lift, farLift]) await again.waitFor(({ text }) => text === newRescueOrderText(id), 30_000);
    console.log(`from the freeze to the last ring: ${((performance.now() - frozenMs) / 1_000).toFixed(1)} s`);
    expect(server.errors.join('')).toMatch(/服务意外退出（进程停住，20 秒没有心跳，已强制结束），0\.1 秒后重新启动/);
  },
);
