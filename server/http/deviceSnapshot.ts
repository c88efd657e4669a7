import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { refusalCodes } from '../../src/contract/envelope.ts';
import { idText } from '../../src/contract/text.ts';
import { Buckets } from '../access/buckets.ts';
import type { AlarmPictures } from '../domain/records/alarmPictures.ts';
import type { BoundDevice, SignInVerdict } from '../domain/domain.ts';
import type { Clock } from '../runtime/clock.ts';
import { answer } from './answer.ts';
import { HttpFailure } from './failure.ts';
import { mostPixels } from './image/cleanImage.ts';
import { cleanJpeg } from './image/cleanJpeg.ts';
import { isMultipart } from './readInput.ts';
import { UploadGate } from './uploadGate.ts';

/** A picture of a camera is a few tens of kilobytes; more is a device that was set up wrongly. */
const mostPictureBytes = 300_000;
export const snapshotPath = '/api-open/device/snapshot';

/** Limits of one device: a camera with a backlog catches up, and a broken one does not fill the disk. */
const perDevice = { burst: 30, perHour: 360 } as const;
/** The limit of wrong secrets from one address before it has to slow down. A right secret never waits for it (docs/decisions/0016). */
const wrongFromAddress = { burst: 30, perHour: 240 } as const;
const mostAtOnce = 100;

export interface DeviceSnapshots {
  readonly judge: (deviceKey: string, secret: Buffer) => SignInVerdict;
  readonly findDevice: (deviceKey: string) => BoundDevice | undefined;
  readonly pictures: AlarmPictures;
}

interface SnapshotRoute {
  readonly clock: Clock;
  readonly snapshots: DeviceSnapshots;
  readonly addressOf: (request: FastifyRequest) => string;
  readonly onFailure: (request: FastifyRequest, reply: FastifyReply, error: unknown) => Promise<FastifyReply>;
}

/** The sender of a picture and the alarm that it belongs to: known before a byte of the picture is read. */
interface Sender {
  readonly device: BoundDevice;
  readonly deviceEventId: string;
  readonly alarmId: number;
}

const querySchema = z.object({ event_id: idText });

/** The user and password of `Authorization: Basic`; undefined for anything else. */
export function basicCredentials(
  header: string | undefined,
): { readonly user: string; readonly secret: Buffer } | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/]{1,400}={0,2})$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, 'base64');
  const colon = pair.indexOf(':');
  return colon === -1 ? undefined : { user: pair.toString('utf8', 0, colon), secret: pair.subarray(colon + 1) };
}

/**
 * `PUT /api-open/device/snapshot?event_id=…`: the picture that belongs to an event which the device sent before. It judges
 * everything but the picture itself before it reads the body.
 */
export function deviceSnapshotRoute({ clock, snapshots, addressOf, onFailure }: SnapshotRoute) {
  const { judge, findDevice, pictures } = snapshots;
  const wrongs = new Buckets(wrongFromAddress, clock);
  const gate = new UploadGate(clock, { tries: perDevice, mostAtOnce, mostAtOnceOfSender: 2 });
  const senders = new WeakMap<FastifyRequest, Sender>();

  /** Throws HttpFailure 401 for wrong credentials, 403 for a device that was switched off. */
  function signIn(request: FastifyRequest): string {
    const given = basicCredentials(request.headers.authorization);
    const verdict = given === undefined ? 'wrong' : judge(given.user, given.secret);
    if (verdict === 'disabled') throw new HttpFailure(403, '该设备已禁用，请联系管理员启用', refusalCodes.denied);
    if (given !== undefined && verdict === 'right') return given.user;
    if (!wrongs.tryTake(addressOf(request)))
      throw new HttpFailure(429, '错误的设备凭据过多，请核对密钥后稍后再试', refusalCodes.throttled, [], {
        'retry-after': '60',
      });
    throw new HttpFailure(401, '设备编号或密钥不正确，请以 HTTP Basic 提交', refusalCodes.badCredentials, [], {
      'www-authenticate': 'Basic realm="device"',
    });
  }

  async function findSender(request: FastifyRequest, deviceKey: string): Promise<Sender> {
    const query = querySchema.safeParse(request.query);
    if (!query.success)
      throw new HttpFailure(422, '请用 event_id 指明图片属于哪个事件', refusalCodes.invalid, [
        { field: 'event_id', message: '请填写设备事件的 id（1–100 个可见 ASCII 字符）' },
      ]);
    const { event_id: deviceEventId } = query.data;
    const device = findDevice(deviceKey);
    const alarmId = device === undefined ? undefined : await pictures.alarmOf(device, deviceEventId);
    if (device === undefined || alarmId === undefined)
      throw new HttpFailure(404, '没有收到过本设备的这个事件，请先发送事件，收到回执后再传图片', refusalCodes.notFound);
    return { device, deviceEventId, alarmId };
  }

  return async (scope: FastifyInstance): Promise<void> => {
    // Raw bytes, whatever the header calls them: their content says what they are.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.setErrorHandler((error, request, reply) => {
      // What is left of a refused picture is not read.
      void reply.header('connection', 'close');
      return onFailure(request, reply, statusOf(error) === 413 ? tooLarge() : error);
    });
    scope.route({
      method: 'PUT',
      url: snapshotPath,
      bodyLimit: mostPictureBytes,
      onRequest: async (request, reply) => {
        const deviceKey = signIn(request);
        const leave = gate.enter(deviceKey);
        if (reply.raw.destroyed) leave();
        else reply.raw.once('close', leave);
        requireModest(request);
        senders.set(request, await findSender(request, deviceKey));
      },
      handler: async (request, reply) => {
        const sender = senders.get(request);
        if (sender === undefined) throw new Error('the sender of a picture is known before its body is read');
        const { body } = request;
        if (!Buffer.isBuffer(body) || body.length === 0) throw unusable('请求体为空，请以 JPEG 图片内容作为请求体');
        const image = cleanJpeg(body);
        if (image === undefined) throw unusable('只能上传完整的 JPEG 图片');
        const pixels = image.width * image.height;
        if (pixels === 0 || pixels > mostPixels) throw unusable('图片像素过大，请缩小到 2500 万像素以内再上传');
        const { device, deviceEventId, alarmId } = sender;
        const outcome = await pictures.keep(device, { alarmId, deviceEventId, ...image });
        if (outcome === 'hasOther')
          throw new HttpFailure(409, '该事件已有图片，保留先收到的一张，不必重发', refusalCodes.conflict);
        return answer(request, reply, 200, {
          code: 0,
          message: outcome === 'kept' ? '图片已保存' : '图片此前已保存',
          data: { event_id: deviceEventId, repeated: outcome === 'repeated' },
        });
      },
    });
  };
}

const tooLarge = () => new HttpFailure(413, `图片最大 ${mostPictureBytes / 1_000} KB，请压缩后再传`, 413);
const unusable = (message: string) => new HttpFailure(422, message, refusalCodes.invalid);
const statusOf = (error: unknown): unknown =>
  error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;

function requireModest(request: FastifyRequest): void {
  if (isMultipart(request)) throw new HttpFailure(415, '请直接以图片内容作为请求体提交（image/jpeg），不要使用表单');
  if (Number(request.headers['content-length'] ?? 0) > mostPictureBytes) throw tooLarge();
}
