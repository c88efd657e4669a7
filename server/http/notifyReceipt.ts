import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { refusalCodes } from '../../src/contract/envelope.ts';
import { providerChannels, type ProviderChannel } from '../../src/contract/notificationWords.ts';
import { Buckets } from '../access/buckets.ts';
import type { LoadedChannels } from '../notify/channels.ts';
import type { ReceiptQueue } from '../notify/receiptQueue.ts';
import type { Clock } from '../runtime/clock.ts';
import { HttpFailure } from './failure.ts';

/** A provider gathers some receipts in one call; each has a few hundred bytes. */
export const mostReceiptBytes = 200_000;
const receiptUrl = '/api-open/notify/receipt/:channel/:token';

/** The limit of wrong tokens from one address. A right one is never held up by it (docs/decisions/0016). */
const wrongFromAddress = { burst: 20, perHour: 120 } as const;

export interface NotifyReceipts {
  readonly channels: Pick<LoadedChannels, 'isToken' | 'readReceipt'>;
  readonly queue: Pick<ReceiptQueue, 'put'>;
}

interface ReceiptRoute {
  readonly clock: Clock;
  readonly receipts: NotifyReceipts;
  readonly addressOf: (request: FastifyRequest) => string;
  readonly onFailure: (request: FastifyRequest, reply: FastifyReply, error: unknown) => Promise<FastifyReply>;
}

const pathSchema = z.object({ channel: z.enum(providerChannels), token: z.string().min(1).max(100) });
const querySchema = z.record(z.string(), z.string().max(500).catch('')).catch({});

/** The answer of a path that does not exist. */
const notFound = () => new HttpFailure(404, '接口不存在', refusalCodes.notFound);

/**
 * `/api-open/notify/receipt/<channel>/<token>`: what providers report. The token is judged before the body is read; the provider
 * gets its answer, in its own form, once the receipt is kept.
 */
export function notifyReceiptRoute({ clock, receipts: { channels, queue }, addressOf, onFailure }: ReceiptRoute) {
  const wrongs = new Buckets(wrongFromAddress, clock);

  /** Throws HttpFailure 404 for a wrong token, 429 for too many of them. */
  function channelOf(request: FastifyRequest): ProviderChannel {
    const path = pathSchema.safeParse(request.params);
    if (path.success && channels.isToken(path.data.channel, path.data.token)) return path.data.channel;
    if (!wrongs.tryTake(addressOf(request)))
      throw new HttpFailure(429, '请求过于频繁，请稍后再试', refusalCodes.throttled, [], { 'retry-after': '60' });
    throw notFound();
  }

  return async (scope: FastifyInstance): Promise<void> => {
    // Providers label their JSON and XML as they like.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.setErrorHandler((error, request, reply) => {
      // What is left of a refused body is not read.
      void reply.header('connection', 'close');
      return onFailure(request, reply, error);
    });
    scope.route({
      method: ['GET', 'POST'],
      url: receiptUrl,
      bodyLimit: mostReceiptBytes,
      onRequest: async (request) => {
        channelOf(request);
      },
      handler: async (request, reply) => {
        const channel = channelOf(request);
        const signature = request.headers['x-tian-signature'];
        const reading = channels.readReceipt(channel, {
          method: request.method === 'GET' ? 'GET' : 'POST',
          query: querySchema.parse(request.query),
          signature: typeof signature === 'string' ? signature : '',
          body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
          nowMs: clock.nowMs(),
        });
        if (reading === undefined) throw notFound();
        if (!(await queue.put(channel, reading)))
          throw new HttpFailure(503, '回执暂时无法保存，请稍后重发', refusalCodes.throttled, [], {
            'retry-after': '60',
          });
        return reply.code(reading.status).header('content-type', reading.type).send(reading.body);
      },
    });
  };
}
