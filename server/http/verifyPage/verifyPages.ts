import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { VerifiedRecord } from '../../queries/verifiedRecord.ts';
import type { Clock } from '../../runtime/clock.ts';
import { createOpenLookUp } from '../openLookUp.ts';
import { verifyPageHeaders, verifyPageText } from './verifyPageText.ts';

/** Answers with the text of the page; never fails. */
export type VerifyPage = (request: {
  readonly hash: string;
  readonly place: string;
  readonly address: string;
}) => Promise<string>;

/** An office that checks a folder of records scans faster than a passenger; neither rate lets anybody guess a hash. */
const budgets = {
  address: { burst: 60, perHour: 600 },
  everybody: { burst: 200, perHour: 72_000 },
} as const;

/** The page behind the code on a printed record. */
export function createVerifyPages({
  clock,
  recordOf,
}: {
  readonly clock: Clock;
  readonly recordOf: (wish: { readonly hash: string; readonly place: string }) => Promise<VerifiedRecord | undefined>;
}): VerifyPage {
  const find = createOpenLookUp({ clock, budgets, mostUnderWay: 16, withinMs: 3_000, noSoonerThanMs: 60 });
  return async ({ hash, place, address }) => verifyPageText(await find(address, () => recordOf({ hash, place })));
}

const placeSchema = z.object({ p: z.string().max(20) });

/** Whatever stands behind `/verify` gets a page with status 200, as behind `/q`. */
export function verifyPageRoute({
  verifyPage,
  addressOf,
}: {
  readonly verifyPage: VerifyPage;
  readonly addressOf: (request: FastifyRequest) => string;
}) {
  return (scope: FastifyInstance): Promise<void> => {
    for (const url of ['/verify', '/verify/*'])
      scope.route<{ Params: { '*'?: string } }>({
        method: ['GET', 'HEAD'],
        url,
        handler: async (request, reply) => {
          const text = await verifyPage({
            hash: request.params['*'] ?? '',
            place: placeSchema.safeParse(request.query).data?.p ?? '',
            address: addressOf(request),
          });
          return reply.headers(verifyPageHeaders).send(request.method === 'HEAD' ? undefined : text);
        },
      });
    return Promise.resolve();
  };
}
