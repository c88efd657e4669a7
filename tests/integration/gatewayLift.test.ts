import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { LibsqlConnection } from '../../server/store/sqlite/libsqlConnection.ts';
import { sqliteFileName } from '../../server/store/sqlite/sqliteFile.ts';
import { MqttDevice, telemetryAt } from '../support/mqttDevice.ts';
import { runProgram } from '../support/programs.ts';
import { smallCity } from '../support/smallCity.ts';
import { readSiteDeviceKey } from '../../server/gateway/credentials.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { tag, deviceKey } = smallCity.lift;

describe('npm run lift, beside a running server', () => {
  let dataDir: string;
  let port: number;
  let server: ChildProcess;
  let rows: LibsqlConnection;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tian-lift-'));
    const probe = createServer();
    await new Promise<void>((resolve) => {
      probe.listen(0, '127.0.0.1', () => resolve());
    });
    const address = probe.address();
    port = address === null || typeof address === 'string' ? 0 : address.port;
    await new Promise<void>((resolve) => {
      probe.close(() => resolve());
    });
    server = spawn(process.execPath, [...runProgram('tests/support/mqttKillServer.ts'), dataDir, String(port)], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise<void>((resolve, reject) => {
      server.stdout?.on('data', (chunk: Buffer) => {
        if (chunk.toString('utf8').includes('ready')) resolve();
      });
      server.once('exit', (code) => reject(new Error(`the server ended (${String(code)})`)));
    });
    rows = new LibsqlConnection(join(dataDir, sqliteFileName), { use: 'read' });
  });
  afterAll(async () => {
    rows.close();
    server.removeAllListeners('exit');
    const ended = new Promise<void>((resolve) => {
      server.once('exit', () => resolve());
    });
    server.kill('SIGKILL');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  });

  const lift = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    promisify(execFile)(process.execPath, [...runProgram('scripts/lift.ts'), ...args], {
      cwd: root,
      env: { ...process.env, DATA_DIR: dataDir, MQTT_PORT: String(port), ...env },
    });
  const alarms = () =>
    z
      .array(z.object({ kind: z.string(), repeat_num: z.coerce.number(), is_active: z.coerce.number() }))
      .parse(rows.execute('select kind, repeat_num, is_active from alarms order by id', []));
  const status = () =>
    z
      .array(z.object({ status: z.coerce.number() }))
      .parse(rows.execute('select status from device_states where device_key = ?', [deviceKey]))[0]?.status;

  test('trapped raises one alarm, repeat adds one more report and no more, sos another, clear ends what holds', async () => {
    expect((await lift(['--tag', tag, 'trapped'])).stdout).toContain('服务器已确认收到');
    expect(alarms()).toEqual([{ kind: 'trapped', repeat_num: 0, is_active: 1 }]);
    expect((await lift(['--tag', tag, 'repeat'])).stdout).toContain('三次');
    expect(alarms()).toEqual([{ kind: 'trapped', repeat_num: 1, is_active: 1 }]);
    await lift(['--tag', tag, 'sos']);
    expect(alarms()).toHaveLength(2);
    await lift(['--tag', tag, 'clear']);
    expect(alarms().map(({ is_active }) => is_active)).toEqual([0, 0]);
  });

  test('every kind of alarm is an action, in whatever case it is written; --clear ends it', async () => {
    await lift(['--tag', tag, 'longtimeopen']);
    expect(alarms().at(-1)).toMatchObject({ kind: 'longTimeOpen', is_active: 1 });
    await lift(['--tag', tag, 'longTimeOpen', '--clear']);
    expect(alarms().at(-1)).toMatchObject({ kind: 'longTimeOpen', is_active: 0 });
    // Its lift has no camera.
    expect((await lift(['--tag', tag, 'moto'])).stdout).toContain('由采集器报告，没有图片');
    expect(alarms().at(-1)).toMatchObject({ kind: 'moto', is_active: 1 });
  });

  test('a power cut is reported by the lifts of a community', async () => {
    expect((await lift(['power', '--community', tag, '--count', '2'])).stdout).toContain(
      `1 台电梯已上报主电源断电（消息码 41）：${tag}`,
    );
    expect((await lift(['power', '--community', '11', '--restore'])).stdout).toContain('恢复供电');
  });

  test('telemetry brings the device online, offline cuts it off with its last will', async () => {
    await lift(['--tag', tag, 'telemetry']);
    await vi.waitFor(() => expect(status()).toBe(1), 10_000);
    await lift(['--tag', tag, 'offline']);
    await vi.waitFor(() => expect(status()).toBe(2), 10_000);
  });

  test('--credentials prints what any MQTT client may sign in with', async () => {
    const { stdout } = await lift(['--tag', tag, '--credentials']);
    const { username, password } = z.object({ username: z.string(), password: z.string() }).parse(JSON.parse(stdout));
    expect(username).toBe(deviceKey);
    const device = await MqttDevice.connect(port, deviceKey, readSiteDeviceKey(dataDir), { username, password });
    await device.publish('telemetry', telemetryAt(Date.now()));
    await device.close();
  });

  test.each([
    [['--tag', 'no-such-lift', 'trapped'], {}, /没有标签为“no-such-lift”.*CH-01-01/],
    [['trapped'], {}, /--tag/],
    [['--tag', tag, 'dance'], {}, /未知动作“dance”/],
    [['--tag', tag, 'fault'], {}, /--code 03/],
    [['power', '--community', '无此小区'], {}, /没有名称、编号或电梯标签为“无此小区”的小区/],
    [['--tag', tag, 'trapped'], { MQTT_PORT: '1' }, /请先运行 npm start/],
    [['--tag', tag, 'trapped'], { DATA_DIR: '/nowhere/at/all' }, /没有找到数据/],
    [['--tag', tag, 'trapped', '--fly'], {}, /用法/],
  ] as const)('says what to do when it cannot: %j %j', async (args, env, message) => {
    await expect(lift(args, env)).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(message) });
  });
});
