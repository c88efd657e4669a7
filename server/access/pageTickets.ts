import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

const macBytes = 16;
const ticketShape = /^([\w-]{16})\.([\da-z]{1,9})\.([\w-]{22})$/;
const callShape = /^([\da-z]{1,11})\.([\w-]{22})$/;
const minuteMs = 60_000;
const ticketForMs = 120 * minuteMs;

/**
 * Tokens that the public pages hand out and check without keeping anything: signed by the site, so that they hold in every process and
 * after a restart.
 */
export interface PageTickets {
  /** For the photos of one page view; good for two hours. */
  issue(nowMs: number): string;
  /** The name under which the ticket's files are counted; undefined for a ticket that is not ours or too old. */
  read(ticket: string, nowMs: number): string | undefined;
  /** The name of a call's status page, which is seen with the lift's code and this token. */
  ofCall(code: string, orderId: number): string;
  /** The order of such a token; undefined for one that is not of this lift's code. */
  callOf(code: string, token: string): number | undefined;
}

export function createPageTickets(siteKey: Uint8Array): PageTickets {
  const key = Buffer.from(hkdfSync('sha256', siteKey, '', 'tickets of the public pages', 32));
  const macOf = (text: string): Buffer => createHmac('sha256', key).update(text).digest().subarray(0, macBytes);
  const isMac = (text: string, mac: string): boolean => {
    const sent = Buffer.from(mac, 'base64url');
    return sent.length === macBytes && timingSafeEqual(sent, macOf(text));
  };
  return {
    issue(nowMs) {
      const name = randomBytes(12).toString('base64url');
      const until = Math.ceil((nowMs + ticketForMs) / minuteMs).toString(36);
      return `${name}.${until}.${macOf(`upload ${name} ${until}`).toString('base64url')}`;
    },
    read(ticket, nowMs) {
      const [, name = '', until = '', mac = ''] = ticketShape.exec(ticket) ?? [];
      if (name === '' || !isMac(`upload ${name} ${until}`, mac)) return undefined;
      return Number.parseInt(until, 36) * minuteMs < nowMs ? undefined : name;
    },
    ofCall(code, orderId) {
      return `${orderId.toString(36)}.${macOf(`call ${code} ${orderId}`).toString('base64url')}`;
    },
    callOf(code, token) {
      const [, id = '', mac = ''] = callShape.exec(token) ?? [];
      const orderId = Number.parseInt(id, 36);
      return Number.isSafeInteger(orderId) && isMac(`call ${code} ${orderId}`, mac) ? orderId : undefined;
    },
  };
}

/** A token by which a passenger follows their review: 128 random bits. */
export const newFollowToken = (): string => randomBytes(16).toString('base64url');
export const followTokenShape = /^[\w-]{22}$/;
/** Returns the hash of a token that the log and the rows keep. */
export const followHashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
