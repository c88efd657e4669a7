import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusalCodes } from '../../src/contract/envelope.ts';
import { Buckets } from '../access/buckets.ts';
import { clientAddress } from '../access/clientAddress.ts';
import type { Clock } from '../runtime/clock.ts';
import { BodyBudget } from './bodyBudget.ts';
import { endWith, tooSlow } from './createServer.ts';
import { HttpFailure } from './failure.ts';
import { networkOf } from './handlers/wall.ts';
import { defaultBodyLimits, SlowBodies, type BodyLimits } from './slowBodies.ts';
import { UploadGate, uploadsOfStrangers } from './uploadGate.ts';

/** The limits of one account's calls. */
export interface CallLimits {
  /** Calls that change something, except those of a rescue. */
  readonly writesPerSecond: number;
  /** The longest that an upload may take, however well it moves. */
  readonly uploadWithinMs: number;
  readonly bodies: BodyLimits;
}
export const defaultLimits: CallLimits = { writesPerSecond: 20, uploadWithinMs: 900_000, bodies: defaultBodyLimits };

/** The budgets that calls, bodies and uploads are charged to. */
export interface RequestAdmission {
  /** Takes one of the user's writes of this second. Throws HttpFailure 429 when none is left. */
  readonly admitWrite: (userId: number) => void;
  /** Watches the speed of a body, of users and strangers alike, whether or not it will be read. */
  readonly watchBody: (request: FastifyRequest, reply: FastifyReply) => void;
  readonly bodies: BodyBudget;
  readonly uploads: UploadGate;
  /** Of people without an account, who are told apart by their networks. */
  readonly strangersUploads: UploadGate;
  readonly close: () => void;
}

export function createRequestAdmission(clock: Clock, limits: CallLimits, trustProxy: boolean): RequestAdmission {
  const writes = new Buckets({ burst: limits.writesPerSecond, perHour: limits.writesPerSecond * 3_600 }, clock);
  const uploads = new UploadGate(clock);
  const strangersUploads = new UploadGate(clock, uploadsOfStrangers);
  const bodies = new BodyBudget(clock);
  const slowBodies = new SlowBodies(clock, limits.bodies);

  function admitWrite(userId: number): void {
    if (!writes.tryTake(String(userId)))
      throw new HttpFailure(429, '操作过于频繁，请稍等一秒再试', refusalCodes.throttled, [], { 'retry-after': '1' });
  }

  function watchBody({ raw }: FastifyRequest, reply: FastifyReply): void {
    const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers;
    if (encoding === undefined && (length === undefined || length === '0')) return;
    const { socket } = raw;
    const before = socket.bytesRead;
    const leave = slowBodies.watch({
      address: networkOf(clientAddress(raw, trustProxy)),
      received: () => socket.bytesRead - before,
      isComplete: () => raw.complete,
      refuse: () => {
        if (reply.raw.headersSent) socket.destroy();
        else endWith(socket, '408 Request Timeout', tooSlow);
      },
    });
    raw.once('close', leave);
  }

  return { admitWrite, watchBody, bodies, uploads, strangersUploads, close: () => slowBodies.close() };
}
