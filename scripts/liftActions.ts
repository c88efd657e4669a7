import { alarmKindLabels, deviceAlarmKinds, type DeviceAlarmKind } from '../src/contract/labels.ts';
import { drawCar } from '../server/simulator/picture/drawCar.ts';
import { sendSnapshot } from '../server/simulator/sendSnapshot.ts';
import type { Credentials } from '../server/simulator/simLink.ts';
import { LiftDevice, type LiftConnection } from './liftDevice.ts';
import { LiftError, type LiftTarget } from './liftTarget.ts';

/** The options of the command line beside the action. */
export interface LiftWish {
  readonly clear: boolean;
  readonly stay: boolean;
  readonly hasPicture: boolean;
  readonly isWheelchair: boolean;
  readonly code: string | undefined;
  readonly restore: boolean;
  readonly count: number;
}

/** The way to the devices of this site. */
export interface LiftSite {
  readonly connectionOf: (lift: LiftTarget) => LiftConnection;
  /** Returns the credentials with which a device signs in at our server, whatever broker carries its messages. */
  readonly credentialsOf: (lift: LiftTarget) => Credentials;
  readonly httpUrl: string;
  readonly camera: () => Promise<LiftTarget | undefined>;
  /** Every collector of the community that the wish names; the lift's own alone where it names none. */
  readonly neighbours: () => Promise<readonly LiftTarget[]>;
}

const nameOf = ({ tag, addr, deviceKey }: LiftTarget) => `电梯 ${tag}（${addr}，设备 ${deviceKey}）`;
const powerLost = '41';
const connectionsAtOnce = 6;

async function withDevice<Result>(
  site: LiftSite,
  lift: LiftTarget,
  work: (device: LiftDevice) => Promise<Result>,
): Promise<Result> {
  const device = await LiftDevice.connect(lift.deviceKey, site.connectionOf(lift));
  try {
    return await work(device);
  } finally {
    await device.close();
  }
}

const actions: Readonly<Record<string, (site: LiftSite, lift: LiftTarget, wish: LiftWish) => Promise<void>>> = {
  trapped: (site, lift, wish) => callForHelp(site, lift, wish, 'trapped'),
  sos: (site, lift, wish) => callForHelp(site, lift, wish, 'SOS'),
  moto: scooter,
  fault,
  power,

  clear: (site, lift) =>
    withDevice(site, lift, async (device) => {
      await device.clear();
      console.log(`${nameOf(lift)}已报告求救解除，服务器已确认收到`);
    }),

  telemetry: (site, lift) =>
    withDevice(site, lift, async (device) => {
      await device.report('running');
      console.log(`${nameOf(lift)}已上报一次运行数据`);
    }),

  repeat: (site, lift) =>
    withDevice(site, lift, async (device) => {
      const id = await device.raise('trapped');
      await device.raise('trapped', { id });
      await device.raise('trapped', { id });
      console.log(`${nameOf(lift)}把同一事件 ${id} 发送了三次，服务器均已确认：只应有一次报警`);
    }),

  offline: (site, lift) =>
    withDevice(site, lift, async (device) => {
      await device.cut();
      console.log(`${nameOf(lift)}已断电离线（遗嘱消息由服务器代发）`);
    }),
};

/** The action of this name; every kind of alarm is one too, in whatever case it is written. Undefined for an unknown name. */
export function actionOf(
  name: string,
): ((site: LiftSite, lift: LiftTarget, wish: LiftWish) => Promise<void>) | undefined {
  const known = Object.entries(actions).find(([action]) => action === name.toLowerCase())?.[1];
  if (known !== undefined) return known;
  const kind = deviceAlarmKinds.find((candidate) => candidate.toLowerCase() === name.toLowerCase());
  return kind === undefined ? undefined : (site, lift, wish) => alarm(site, lift, wish, kind);
}

function callForHelp(site: LiftSite, lift: LiftTarget, wish: LiftWish, kind: 'trapped' | 'SOS'): Promise<void> {
  if (wish.clear) return alarm(site, lift, wish, kind);
  return withDevice(site, lift, async (device) => {
    const isTrapped = kind === 'trapped';
    await device.report(isTrapped ? 'stuck' : 'running');
    const id = await device.raise(kind);
    console.log(`${nameOf(lift)}已${isTrapped ? '报告困人' : '按下报警按钮'}，服务器已确认收到（回执 ${id}）`);
    if (!wish.stay) return;
    console.log('保持在线，等待救援完成 … （Ctrl+C 结束）');
    await device.stayUntilRescued();
    console.log('救援完成，电梯恢复运行');
  });
}

function alarm(site: LiftSite, lift: LiftTarget, { clear }: LiftWish, kind: DeviceAlarmKind): Promise<void> {
  return withDevice(site, lift, async (device) => {
    const id = await device.raise(kind, { cleared: clear });
    const what = `“${alarmKindLabels[kind]}”${clear ? '消除' : ''}`;
    console.log(`${nameOf(lift)}已报告${what}，服务器已确认收到（回执 ${id}）`);
  });
}

/** The camera sees it, holds the door and says so; its picture follows the receipt. */
async function scooter(site: LiftSite, lift: LiftTarget, wish: LiftWish): Promise<void> {
  const camera = await site.camera();
  if (camera === undefined) {
    console.log('该电梯没有摄像头，由采集器报告，没有图片');
    await alarm(site, lift, wish, 'moto');
    return;
  }
  if (wish.clear) {
    await alarm(site, camera, wish, 'moto');
    return;
  }
  await withDevice(site, camera, async (device) => {
    const id = await device.raise('moto', { data: { door_hold: 1 } });
    console.log(`${nameOf(camera)}已报告电动车入梯并保持梯门，服务器已确认收到（回执 ${id}）`);
    if (wish.hasPicture) {
      const rider = wish.isWheelchair ? 'wheelchair' : 'scooter';
      const jpeg = drawCar({ rider, tag: camera.tag, atMs: Date.now() });
      console.log(`图片 ${jpeg.length} 字节：${await sendPicture(site, camera, id, jpeg)}`);
    }
    if (!wish.stay) return;
    console.log('保持梯门，等待远程释放 … （Ctrl+C 结束）');
    await device.stayUntilReleased();
    console.log('梯门已释放，电动车入梯已消除');
  });
}

/** Returns the server's answer. Throws LiftError if the server refuses it or it cannot be sent. */
async function sendPicture(site: LiftSite, camera: LiftTarget, eventId: string, jpeg: Buffer): Promise<string> {
  const { httpUrl } = site;
  const said = await sendSnapshot({ httpUrl, credentials: site.credentialsOf(camera), eventId, jpeg }).catch(
    (error: unknown) => {
      throw new LiftError(
        `图片没有送达 ${httpUrl}（${error instanceof Error ? error.message : String(error)}）。` +
          `端口不同时用 PORT 或 --http-url http://主机:端口 指定\nThe picture did not reach ${httpUrl}: give PORT or --http-url.`,
      );
    },
  );
  if (said.status !== 200)
    throw new LiftError(`图片未被接受（${said.status}）：${said.message}\nThe picture was refused.`);
  return said.message;
}

function fault(site: LiftSite, lift: LiftTarget, { code, clear }: LiftWish): Promise<void> {
  if (!clear && (code === undefined || !/^\d{2}$/.test(code)))
    throw new LiftError('请用 --code 指定两位消息码，例如 --code 03 / --code needs two digits');
  return withDevice(site, lift, async (device) => {
    await device.report('running', clear || code === undefined ? [] : [code]);
    console.log(`${nameOf(lift)}已上报${clear ? '：没有消息码' : `消息码 ${code ?? ''}`}`);
  });
}

/** One lift, or many of its community within seconds: the mains are gone, or back. */
async function power(site: LiftSite, _lift: LiftTarget, { count, restore }: LiftWish): Promise<void> {
  const lifts = (await site.neighbours()).slice(0, count);
  for (let from = 0; from < lifts.length; from += connectionsAtOnce)
    await Promise.all(
      lifts
        .slice(from, from + connectionsAtOnce)
        .map((one) => withDevice(site, one, (device) => device.report('running', restore ? [] : [powerLost]))),
    );
  const tags = lifts.map(({ tag }) => tag).join('、');
  console.log(`${lifts.length} 台电梯已上报${restore ? '恢复供电' : '主电源断电（消息码 41）'}：${tags}`);
}
