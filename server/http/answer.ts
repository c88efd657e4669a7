import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Envelope } from '../../src/contract/envelope.ts';
import type { PreparedJson } from './preparedJson.ts';
import type { SentFile } from './sentFile.ts';

const compressAboveBytes = 4_096;
const toGzip = promisify(gzip);
/** A page with more rows than this takes some milliseconds to turn into text. */
const longPageRows = 50;

/**
 * Sends an envelope; a long one is compressed. A long page becomes text in a turn of its own, after messages that arrived since
 * the read: a call may be among them.
 */
export async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  envelope: Envelope<unknown>,
): Promise<FastifyReply> {
  if (isLongPage(envelope.data)) await nextTurn();
  const body = JSON.stringify(envelope);
  return send(request, reply.code(status), body, () => toGzip(body, { level: 1 }));
}

const isLongPage = (data: unknown): boolean =>
  typeof data === 'object' &&
  data !== null &&
  'list' in data &&
  Array.isArray(data.list) &&
  data.list.length > longPageRows;

/** Sends an answer that other callers may share. */
export async function answerPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  prepared: PreparedJson<unknown>,
): Promise<FastifyReply> {
  return send(request, reply.code(200), prepared.text(), () => prepared.gzipped());
}

/** Sends a file to be saved under its name. */
export async function answerFile(reply: FastifyReply, { name, mime, body }: SentFile): Promise<FastifyReply> {
  return reply
    .code(200)
    .headers({
      'content-type': mime,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
    })
    .send(body instanceof Uint8Array ? Buffer.from(body) : body);
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string,
  compress: () => Promise<Buffer>,
): Promise<FastifyReply> {
  void reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store');
  if (body.length <= compressAboveBytes || !/\bgzip\b/.test(request.headers['accept-encoding'] ?? ''))
    return reply.send(body);
  return reply
    .header('content-encoding', 'gzip')
    .header('vary', 'accept-encoding')
    .send(await compress());
}
