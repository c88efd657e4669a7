import { parseArgs } from 'node:util';
import { ConfigError, loadConfig, type Config } from '../server/config.ts';
import { deviceKeyPath, deviceSecret, readSiteDeviceKey } from '../server/gateway/credentials.ts';
import { LiftDevice, type LiftConnection } from './liftDevice.ts';
import { findLift, LiftError, type LiftTarget } from './liftTarget.ts';

const usage = `用法 / usage：npm run lift -- --tag <电梯标签> <动作>
  trapped      困人：轿厢停住并求救，直到收到服务器回执
  sos          按下轿厢报警按钮
  clear        求救解除
  telemetry    上报一次正常运行数据
  offline      断电：不告别，遗嘱消息使设备离线
  repeat       同一事件发送三次，只应产生一次报警
选项 / options：
  --credentials  以 JSON 打印该设备的用户名与密码（供任意 MQTT 客户端使用，见 docs/devices.md）
  --stay         与 trapped 或 sos 同用：持续上报并应答指令，直到救援完成
  --url          MQTT 地址，默认本机的 MQTT_PORT`;

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        tag: { type: 'string' },
        url: { type: 'string' },
        credentials: { type: 'boolean' },
        stay: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new LiftError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}

/** The server's own key file gives every device's password. */
function credentialsOf(
  config: Config,
  { deviceKey, secretVersion }: LiftTarget,
): { readonly username: string; readonly password: string } {
  try {
    return {
      username: deviceKey,
      password: deviceSecret(readSiteDeviceKey(config.DATA_DIR), deviceKey, secretVersion),
    };
  } catch (error) {
    throw new LiftError(
      `读不到设备密钥 ${deviceKeyPath(config.DATA_DIR)}：${error instanceof Error ? error.message : String(error)}\n请以服务器的用户运行，或用 DATA_DIR 指定服务器的数据目录\nCannot read the device key: run as the server's user, or set DATA_DIR.`,
    );
  }
}

function connectionOf(
  config: Config,
  own: { readonly username: string; readonly password: string },
  url: string | undefined,
): LiftConnection {
  const scheme = config.TLS_CERT_FILE === undefined ? 'mqtt' : 'mqtts';
  const host = config.HOST === '0.0.0.0' || config.HOST === '::' ? '127.0.0.1' : config.HOST;
  // An external broker knows its own accounts, not ours.
  const account =
    config.MQTT_URL === undefined || config.MQTT_USERNAME === undefined
      ? own
      : { username: config.MQTT_USERNAME, password: config.MQTT_PASSWORD ?? '' };
  return { url: url ?? config.MQTT_URL ?? `${scheme}://${host}:${config.MQTT_PORT}`, ...account };
}

async function act(action: string, device: LiftDevice, lift: LiftTarget, stays: boolean): Promise<void> {
  const name = `电梯 ${lift.tag}（${lift.addr}，设备 ${lift.deviceKey}）`;
  switch (action) {
    case 'trapped':
    case 'sos': {
      const isTrapped = action === 'trapped';
      await device.report(isTrapped ? 'stuck' : 'running');
      const id = await device.raise(isTrapped ? 'trapped' : 'SOS');
      console.log(`${name}已${isTrapped ? '报告困人' : '按下报警按钮'}，服务器已确认收到（回执 ${id}）`);
      if (!stays) return;
      console.log('保持在线，等待救援完成 … （Ctrl+C 结束）');
      await device.stayUntilRescued();
      console.log('救援完成，电梯恢复运行');
      return;
    }
    case 'clear':
      await device.clear();
      console.log(`${name}已报告求救解除，服务器已确认收到`);
      return;
    case 'telemetry':
      await device.report('running');
      console.log(`${name}已上报一次运行数据`);
      return;
    case 'repeat': {
      const id = await device.raise('trapped');
      await device.raise('trapped', { id });
      await device.raise('trapped', { id });
      console.log(`${name}把同一事件 ${id} 发送了三次，服务器均已确认：只应有一次报警`);
      return;
    }
    case 'offline':
      await device.cut();
      console.log(`${name}已断电离线（遗嘱消息由服务器代发）`);
      return;
    default:
      throw new LiftError(`未知动作“${action}”\n\n${usage}`);
  }
}

const actions = ['trapped', 'sos', 'clear', 'telemetry', 'offline', 'repeat'];

async function main(): Promise<void> {
  const { values, positionals } = parse();
  const [action] = positionals;
  if (values.help === true) {
    console.log(usage);
    return;
  }
  if (values.tag === undefined) throw new LiftError(`请用 --tag 指定电梯标签 / --tag is needed\n\n${usage}`);
  if (values.credentials !== true && (action === undefined || !actions.includes(action)))
    throw new LiftError(
      `${action === undefined ? '请指定动作 / an action is needed' : `未知动作“${action}” / unknown action`}\n\n${usage}`,
    );
  const config = loadConfig({ env: process.env });
  const lift = await findLift(config, values.tag);
  const own = credentialsOf(config, lift);
  const connection = connectionOf(config, own, values.url);
  if (values.credentials === true) {
    console.log(JSON.stringify({ ...own, device_key: lift.deviceKey, url: connection.url }));
    return;
  }
  const device = await LiftDevice.connect(lift.deviceKey, connection);
  try {
    await act(action ?? '', device, lift, values.stay === true);
  } finally {
    await device.close();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof LiftError || error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
});
