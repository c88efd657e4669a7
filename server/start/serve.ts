import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { demoPassword } from '../access/demoPassword.ts';
import type { Config } from './config.ts';
import { loopbackOf, outsideBroker } from './brokerAddress.ts';
import { crash } from './crashReport.ts';
import { systemClock } from '../runtime/clock.ts';
import { createBeats, tellSupervisor } from '../runtime/beats.ts';
import { limitStop } from '../runtime/limitStop.ts';
import { createTroubleLog } from '../runtime/troubleLog.ts';
import { demoAccounts } from '../seed/demoAccounts.ts';
import type { DemoHistory } from '../seed/demoHistory.ts';
import { writeDemoPast, type DemoPast } from '../seed/demoPast.ts';
import { ensureDemoCityMap } from '../seed/map/demoCityMap.ts';
import { historyProgress } from '../seed/historyProgress.ts';
import { seedDemo } from '../seed/seedDemo.ts';
import {
  hasUsers,
  judgeFirstPassword,
  refuseDemoStore,
  replaceDemoPassword,
  seedSite,
  type FirstAdministrator,
} from '../seed/site.ts';
import { startSimulator, type Simulator } from '../seed/startSimulator.ts';
import { StartError } from '../runtime/startError.ts';
import type { WaitingFor } from './standby.ts';
import { startServer, type RunningServer } from './startServer.ts';
import { startAgain } from './startAgain.ts';
import { StoreClosedError } from '../store/errors.ts';
import { explainStoreError } from '../store/explainStoreError.ts';
import type { EventStore } from '../store/eventStore.ts';

const webFolder = fileURLToPath(new URL('../web', import.meta.url));
const devWebFolder = fileURLToPath(new URL('../../dist/web', import.meta.url));

const waitingTexts: Readonly<Record<WaitingFor, string>> = {
  active: '备用：另一个梯安进程正在使用同一个数据库。本进程待命，在它停止或失去响应后 5 秒内接替',
  database: '无法连接 DATABASE_URL 指定的数据库。请检查地址，并确认数据库已经启动。本进程等待，连接后自动继续',
};

const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Until it serves, it has nothing to close when it gets a signal or its supervisor is gone. */
const endAtOnce = () => process.exit(0);

/**
 * `npm start`: runs the server, by default with the demo city and its simulator, until SIGTERM, SIGINT or SIGHUP, or
 * until its supervisor is gone.
 */
export async function serve(config: Config, { rebuild = false }: { readonly rebuild?: boolean } = {}): Promise<void> {
  const startedMs = performance.now();
  const log = createTroubleLog({
    clock: systemClock,
    write: (text) => console.error(text),
    explain: explainStoreError,
  });
  const { onTrouble } = log;
  const onRebuild = (note: string, error?: unknown) =>
    error === undefined ? console.log(note) : onTrouble(note, error);
  let history: DemoHistory | undefined;
  for (const event of [...stopSignals, 'disconnect']) process.on(event, endAtOnce);
  const beats = createBeats({ clock: systemClock, send: tellSupervisor });
  const server = await startAgain({ clock: systemClock, onTrouble }, () =>
    startServer({
      config,
      clock: systemClock,
      onTrouble,
      onFatal: crash,
      onWaiting(what, port) {
        console.log(`${waitingTexts[what]}${port === undefined ? '' : `（端口 ${port} 上的 /healthz 回答 503）`}`);
        if (process.connected) process.send?.({ kind: 'waiting' });
      },
      onRebuild,
      beats,
      willRebuild: rebuild,
      webFolder: import.meta.url.endsWith('.ts') ? devWebFolder : webFolder,
      async prepare({ store, clock, passwords, cameraSecrets }) {
        if (config.DEMO) {
          console.log('正在准备演示城市 …');
          history = await seedDemo({
            store,
            clock,
            hashPassword: (md5Hex) => passwords.hashPassword(md5Hex),
            sealSecret: (secret) => cameraSecrets.seal(secret),
          });
          await ensureDemoCityMap(store, config.DATA_DIR);
          return;
        }
        await refuseDemoStore(store);
        if (!(await hasUsers(store))) await seedSite(store, clock, passwords, await askFirstAdministrator(config));
        const given = givenAdministrator(config);
        if (given !== undefined && (await replaceDemoPassword(store, clock, passwords, given)))
          console.log(`账号 ${given.account} 的演示密码已换成 ADMIN_PASSWORD，登录后须修改`);
      },
    }),
  );

  let simulator: Simulator | undefined;
  let past: DemoPast | undefined;
  if (config.DEMO) {
    history?.continueInBackground(onTrouble, historyProgress(console.log));
    simulator = await startSimulator({
      store: server.store,
      clock: systemClock,
      deviceKey: server.deviceKey,
      ...demoAddresses(config, server),
      onTrouble,
    });
    past = writeDemoPast({ store: server.store, clock: systemClock, onTrouble });
  }
  greet(config, server.httpPort, server.mqttPort, performance.now() - startedMs);
  if (rebuild) rebuildWhileServing(server.store, onRebuild);

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    console.log('正在停止 …');
    limitStop(() => {
      console.error('停止用时过长，不再等待其余工作。已确认的数据都已保存，其余在下次启动时继续');
      process.exit(0);
    });
    await simulator?.close();
    await past?.close();
    await history?.close();
    await server.close();
    log.close();
    process.exit(0);
  };
  const stopForGood = () => {
    stop().catch((error: unknown) => {
      onTrouble('停止时出错', error);
      process.exit(1);
    });
  };
  for (const event of [...stopSignals, 'disconnect']) process.off(event, endAtOnce);
  for (const signal of stopSignals) process.on(signal, stopForGood);
  if (process.send !== undefined) {
    // Without its supervisor (server/supervise) no one would restart it, and its ports would stay taken.
    process.on('disconnect', stopForGood);
    if (process.connected) process.send({ kind: 'serving' });
    else stopForGood();
  }
}

/** On SQLite no other process can: the file is this server's alone. */
function rebuildWhileServing(store: EventStore, onRebuild: (note: string, error?: unknown) => void): void {
  onRebuild('正在从事件日志重建全部列表，期间照常服务');
  store.rebuild().then(
    ({ events, durationMs }) =>
      onRebuild(`已从 ${events} 个事件重建全部列表，用时 ${(durationMs / 1_000).toFixed(1)} 秒`),
    (error: unknown) => (error instanceof StoreClosedError ? undefined : onRebuild('重建列表出错', error)),
  );
}

/** Returns the addresses for the demo's devices and pictures on this machine. */
function demoAddresses(config: Config, { httpPort, mqttPort }: Pick<RunningServer, 'httpPort' | 'mqttPort'>) {
  const [secure, host] = [config.TLS_CERT_FILE === undefined ? '' : 's', loopbackOf(config.HOST)];
  return {
    mqtt: outsideBroker(config) ?? { url: `mqtt${secure}://${host}:${mqttPort}` },
    httpUrl: `http${secure}://${host}:${httpPort}`,
  };
}

function greet(config: Config, httpPort: number, mqttPort: number | undefined, tookMs: number): void {
  const scheme = config.TLS_CERT_FILE === undefined ? 'http' : 'https';
  const lines = [
    `梯安 V1.5 已启动（${(tookMs / 1_000).toFixed(1)} 秒）`,
    `  打开        ${scheme}://localhost:${httpPort}`,
    `  接口文档    ${scheme}://localhost:${httpPort}/api/docs`,
    `  设备 MQTT   ${mqttPort === undefined ? (config.MQTT_URL ?? '') : `端口 ${mqttPort}`}`,
    `  数据        ${config.DATABASE_URL === undefined ? config.DATA_DIR : 'PostgreSQL（DATABASE_URL）'}`,
  ];
  if (config.DEMO) {
    if (config.HOST === '127.0.0.1')
      lines.push('  访问范围    仅本机（演示密码是公开的；要让其他电脑或设备访问，请设置 HOST=0.0.0.0）');
    lines.push(
      `  演示账号    ${demoAccounts.map(({ account }) => account).join('、')}`,
      `  演示密码    ${demoPassword}`,
      '  模拟报警    npm run lift -- --tag <电梯标签> trapped',
    );
  }
  if (config.TLS_CERT_FILE === undefined && !config.TRUST_PROXY)
    lines.push('  提示        未启用 TLS：请只在本机或受信任的网络中使用（TLS_CERT_FILE、TLS_KEY_FILE）');
  console.log(`\n${lines.join('\n')}\n`);
}

const givenAdministrator = ({
  ADMIN_ACCOUNT: account,
  ADMIN_PASSWORD: password,
}: Config): FirstAdministrator | undefined =>
  account === undefined || password === undefined ? undefined : { account, password };

/** From the settings, else from the person at the terminal. Throws StartError where neither can answer. */
async function askFirstAdministrator(config: Config): Promise<FirstAdministrator> {
  const given = givenAdministrator(config);
  if (given !== undefined) return given;
  if (!process.stdin.isTTY)
    throw new StartError(
      '正式站点首次启动需要一个管理员。请设置 ADMIN_ACCOUNT 与 ADMIN_PASSWORD，或在终端中运行以便输入',
    );
  let isSecret = false;
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isSecret) process.stdout.write(chunk);
      done();
    },
  });
  const prompt = createInterface({ input: process.stdin, output, terminal: true });
  try {
    const account = (await prompt.question('首个管理员的账号：')).trim();
    for (;;) {
      process.stdout.write('密码（输入时不显示）：');
      isSecret = true;
      const password = await prompt.question('');
      isSecret = false;
      process.stdout.write('\n');
      const reason = judgeFirstPassword({ account, password });
      if (account !== '' && reason === undefined) return { account, password };
      console.log(account === '' ? '账号不能为空，请重新启动' : `${reason ?? ''}，请重新输入`);
      if (account === '') throw new StartError('账号不能为空');
    }
  } finally {
    prompt.close();
  }
}
