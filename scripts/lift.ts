import { parseArgs } from 'node:util';
import { alarmKindLabels, deviceAlarmKinds } from '../src/contract/labels.ts';
import { ConfigError, loadConfig, type Config } from '../server/start/config.ts';
import { deviceKeyPath, deviceSecret, readSiteDeviceKey } from '../server/gateway/credentials.ts';
import type { Credentials } from '../server/simulator/simLink.ts';
import { actionOf, type LiftSite } from './liftActions.ts';
import { findCamera, findCommunity, findLift, LiftError, type LiftTarget } from './liftTarget.ts';
import { ScriptError } from './siteRows.ts';

const kindLines = deviceAlarmKinds
  .filter((kind) => !['trapped', 'SOS', 'moto'].includes(kind))
  .map((kind) => `${kind} ${alarmKindLabels[kind]}`);
const usage = `用法 / usage：npm run lift -- --tag <电梯标签> <动作>
  trapped      困人：轿厢停住并求救，直到收到服务器回执
  sos          按下轿厢报警按钮
  clear        求救解除
  telemetry    上报一次正常运行数据
  offline      断电：不告别，遗嘱消息使设备离线
  repeat       同一事件发送三次，只应产生一次报警
  moto         电动车入梯：摄像头保持梯门并报告，收到回执后上传图片（图片为标有“演示”的示意图）
  fault        故障：以 --code 指定消息码上报；--clear 上报没有消息码
  power        主电源断电（消息码 41，停止服务）；--restore 恢复供电
  其他报警     ${kindLines.slice(0, 7).join('，')}，
               ${kindLines.slice(7).join('，')}
选项 / options：
  --clear        与报警或 fault 同用：该情况已消除
  --no-picture   与 moto 同用：不上传图片
  --wheelchair   与 moto 同用：图片是被误认的轮椅
  --code 03      与 fault 同用：两位消息码
  --community    与 power 同用：小区名称、编号或其中一台电梯的标签，多台电梯同时断电
  --count 18     与 power --community 同用：最多几台，默认 18
  --restore      与 power 同用：恢复供电
  --stay         与 trapped、sos 或 moto 同用：保持在线并应答指令，直到救援完成或梯门被远程释放
  --credentials  以 JSON 打印该设备的用户名与密码（供任意 MQTT 客户端使用，见 docs/devices.md）；加 --camera 为摄像头
  --url          MQTT 地址，默认本机的 MQTT_PORT
  --http-url     服务器地址，图片上传用，默认本机的 PORT`;

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        tag: { type: 'string' },
        url: { type: 'string' },
        'http-url': { type: 'string' },
        credentials: { type: 'boolean' },
        camera: { type: 'boolean' },
        stay: { type: 'boolean' },
        clear: { type: 'boolean' },
        'no-picture': { type: 'boolean' },
        wheelchair: { type: 'boolean' },
        code: { type: 'string' },
        community: { type: 'string' },
        count: { type: 'string', default: '18' },
        restore: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new LiftError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}

/** The server's own key file gives every device's password. */
function credentialsOf(config: Config, { deviceKey, secretVersion }: LiftTarget): Credentials {
  try {
    return {
      username: deviceKey,
      password: deviceSecret(readSiteDeviceKey(config.DATA_DIR), deviceKey, secretVersion),
    };
  } catch (error) {
    throw new LiftError(
      `读不到设备密钥 ${deviceKeyPath(config.DATA_DIR)}：${error instanceof Error ? error.message : String(error)}\n` +
        '请以服务器的用户运行，或用 DATA_DIR 指定服务器的数据目录\n' +
        "Cannot read the device key: run as the server's user, or set DATA_DIR.",
    );
  }
}

function siteOf(config: Config, values: ReturnType<typeof parse>['values'], lift: LiftTarget): LiftSite {
  const isEncrypted = config.TLS_CERT_FILE !== undefined;
  const host = config.HOST === '0.0.0.0' || config.HOST === '::' ? '127.0.0.1' : config.HOST;
  const url = values.url ?? config.MQTT_URL ?? `mqtt${isEncrypted ? 's' : ''}://${host}:${config.MQTT_PORT}`;
  // An external broker knows its own accounts, not ours.
  const account =
    config.MQTT_URL === undefined || config.MQTT_USERNAME === undefined
      ? undefined
      : { username: config.MQTT_USERNAME, password: config.MQTT_PASSWORD ?? '' };
  return {
    connectionOf: (one) => ({ url, ...(account ?? credentialsOf(config, one)) }),
    credentialsOf: (one) => credentialsOf(config, one),
    httpUrl: values['http-url'] ?? `http${isEncrypted ? 's' : ''}://${host}:${config.PORT}`,
    camera: () => findCamera(config, lift.tag),
    neighbours: async () => (values.community === undefined ? [lift] : findCommunity(config, values.community)),
  };
}

async function printCredentials(site: LiftSite, lift: LiftTarget, wantsCamera: boolean): Promise<void> {
  const device = wantsCamera ? await site.camera() : lift;
  if (device === undefined) throw new LiftError(`电梯 ${lift.tag} 没有摄像头 / this lift has no camera`);
  const { url } = site.connectionOf(device);
  console.log(JSON.stringify({ ...site.credentialsOf(device), device_key: device.deviceKey, url }));
}

function countOf(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1)
    throw new LiftError('--count 须为正整数 / --count needs a positive number');
  return count;
}

async function main(): Promise<void> {
  const { values, positionals } = parse();
  const [name] = positionals;
  if (values.help === true) {
    console.log(usage);
    return;
  }
  const tag = values.tag ?? (name === 'power' ? values.community : undefined);
  if (tag === undefined) throw new LiftError(`请用 --tag 指定电梯标签 / --tag is needed\n\n${usage}`);
  const act = name === undefined ? undefined : actionOf(name);
  if (values.credentials !== true && act === undefined)
    throw new LiftError(
      `${name === undefined ? '请指定动作 / an action is needed' : `未知动作“${name}” / unknown action`}\n\n${usage}`,
    );
  const config = loadConfig({ env: process.env });
  const lift = values.tag === undefined ? await anyOf(config, tag) : await findLift(config, tag);
  const site = siteOf(config, values, lift);
  if (values.credentials === true) return printCredentials(site, lift, values.camera === true);
  await act?.(site, lift, {
    clear: values.clear === true,
    stay: values.stay === true,
    hasPicture: values['no-picture'] !== true,
    isWheelchair: values.wheelchair === true,
    code: values.code,
    restore: values.restore === true,
    count: countOf(values.count),
  });
}

/** A power cut of a community needs no tag. */
async function anyOf(config: Config, community: string): Promise<LiftTarget> {
  const [first] = await findCommunity(config, community);
  if (first === undefined) throw new LiftError(`小区“${community}”没有电梯 / no lift in this community`);
  return first;
}

main().catch((error: unknown) => {
  console.error(error instanceof ScriptError || error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
});
