import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import * as z from 'zod';
import type { Credentials } from './simLink.ts';

export interface Snapshot {
  /** The address of the server: `http://127.0.0.1:8080`. */
  readonly httpUrl: string;
  readonly credentials: Credentials;
  readonly eventId: string;
  readonly jpeg: Buffer;
}

const answerSchema = z.object({ message: z.string() });
const answeredWithinMs = 20_000;

/**
 * Sends the picture of an event as docs/devices.md says. Returns the status and what the server says; rejects when it
 * cannot be reached or does not answer.
 */
export function sendSnapshot({
  httpUrl,
  credentials: { username, password },
  eventId,
  jpeg,
}: Snapshot): Promise<{ readonly status: number; readonly message: string }> {
  const url = new URL(`/api-open/device/snapshot?event_id=${encodeURIComponent(eventId)}`, httpUrl);
  const options = {
    method: 'PUT',
    auth: `${username}:${password}`,
    headers: { 'content-type': 'image/jpeg', 'content-length': jpeg.length },
    timeout: answeredWithinMs,
    // Our own server on this very machine: its certificate names the site, not the loopback.
    rejectUnauthorized: !['127.0.0.1', 'localhost'].includes(url.hostname),
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options, (response) => {
      let text = '';
      response
        .setEncoding('utf8')
        .on('data', (piece: string) => (text += piece))
        .on('error', reject)
        .on('end', () => resolve({ status: response.statusCode ?? 0, message: messageOf(text) }));
    });
    request.on('timeout', () => request.destroy(new Error('no answer to a picture')));
    request.on('error', reject);
    request.end(jpeg);
  });
}

function messageOf(text: string): string {
  try {
    return answerSchema.parse(JSON.parse(text)).message;
  } catch {
    return '';
  }
}
