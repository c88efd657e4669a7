import { request } from 'node:http';
import { setTimeout as waitMs } from 'node:timers/promises';

/** The progress of a request at which the server dies. */
export const cutMoments = ['halfSent', 'atWork', 'answered'] as const;
export type CutMoment = (typeof cutMoments)[number];

export interface Cut {
  /** The place of the request among those that write, from 0. */
  readonly request: number;
  readonly moment: CutMoment;
}

/** Longer than the server needs for a step, so that it also dies after its commit. */
const longestWorkMs = 25;

/** The bytes of a request, as a browser would send them. */
async function bytesOf(url: string, init: RequestInit): Promise<{ headers: Record<string, string>; body: Buffer }> {
  const whole = new Request(url, init);
  const body = Buffer.from(await whole.arrayBuffer());
  return { headers: { ...Object.fromEntries(whole.headers), 'content-length': String(body.length) }, body };
}

async function sendUntil(url: string, init: RequestInit, share: number): Promise<void> {
  const { headers, body } = await bytesOf(url, init);
  await new Promise<void>((resolve) => {
    const outgoing = request(url, { method: init.method, headers });
    // The server is killed in the middle of it.
    outgoing.on('error', () => resolve());
    outgoing.write(body.subarray(0, Math.ceil(body.length * share)), () => resolve());
  });
}

/**
 * A telephone's `fetch` whose network ends with the server: `cutAt` orders its death at a moment of one request to come, which then
 * fails as it does in a browser. Addresses without a host go to `url()`.
 */
export function createCutFetch({
  url,
  kill,
  random,
}: {
  readonly url: () => string;
  readonly kill: () => Promise<void>;
  readonly random: () => number;
}) {
  let wanted: Cut | undefined;
  let written = 0;
  let isDone = false;

  async function cut(address: string, init: RequestInit, moment: CutMoment): Promise<never> {
    if (moment === 'answered') await (await fetch(address, init)).arrayBuffer();
    else await sendUntil(address, init, moment === 'halfSent' ? 0.5 : 1);
    if (moment === 'atWork') await waitMs(random() * longestWorkMs);
    isDone = true;
    await kill();
    throw new TypeError('the connection was closed');
  }

  return {
    /** Counts the writing requests from here on; undefined lets all of them through. */
    cutAt(next: Cut | undefined): void {
      wanted = next;
      written = 0;
      isDone = false;
    },
    /** True once the server has died where it was to die. */
    isCut: (): boolean => isDone,
    async fetch(path: string, init: RequestInit): Promise<Response> {
      const address = new URL(path, url()).href;
      if (init.method !== 'POST') return fetch(address, init);
      const place = written;
      written += 1;
      if (!isDone && wanted?.request === place) return cut(address, init, wanted.moment);
      return fetch(address, init);
    },
  };
}
