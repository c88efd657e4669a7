import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../src/contract/endpoints/index.ts';
import { refusalCodes } from '../../src/contract/envelope.ts';
import { openHttpHarness, type HttpHarness } from '../support/httpHarness.ts';
import { smallCity } from '../support/smallCity.ts';
import { png } from '../support/testImages.ts';

const { users, lift } = smallCity;
let harness: HttpHarness;
let token: string;

beforeAll(async () => {
  harness = await openHttpHarness({
    http: {
      limits: { writesPerSecond: 10_000, bodies: { graceMs: 300, bytesPerSecond: 20, mostOfAddress: 50 } },
    },
  });
  token = await harness.signIn(users.super);
});
afterAll(() => harness.dispose());

interface Sender {
  readonly socket: Socket;
  /** Everything that came back, once the connection has ended. */
  readonly answered: Promise<string>;
}
const sockets: Socket[] = [];
function sendSlowly(head: string, start = ''): Sender {
  const socket = connect(harness.port, '127.0.0.1');
  socket.write(`${head}\r\n\r\n${start}`);
  sockets.push(socket);
  const answered = new Promise<string>((resolve) => {
    let text = '';
    socket
      .setEncoding('utf8')
      .on('data', (chunk) => (text += chunk))
      .on('error', () => undefined)
      .on('close', () => resolve(text));
  });
  return { socket, answered };
}
const post = (path: string, as = token) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${as}\r\ncontent-type: application/json\r\ncontent-length: 900`;

describe('a client that sends slowly', () => {
  it.each([
    ['a call of a user', () => post('/api/user')],
    ['a sign-in of a stranger', () => post('/api-open/join', 'none')],
    ['a call without a session', () => post('/api/user', 'x'.repeat(40))],
    ['a path that does not exist', () => post('/api/nothing')],
  ])('keeps no connection open: %s', async (_name, head) => {
    const { answered } = sendSlowly(head(), '{"id":');
    expect((await answered).split('\r\n')[0]).toMatch(/^HTTP\/1\.1 4\d\d /);
  });

  it('from one address keeps no others out: the oldest of too many go first, and a whole call is answered', async () => {
    const slow = Array.from({ length: 60 }, () => sendSlowly(post('/api/user'), '{'));
    const first = await slow[0]?.answered;
    expect(first).toContain('408');
    const rescue = await harness.call(
      endpoints.exceptionReport,
      { type: 1, elevator_id: lift.id, caller_phone: '13800000000', request_id: 'limits-0001' },
      token,
    );
    expect(rescue.envelope?.code).toBe(0);
    await Promise.all(slow.map(({ answered }) => answered));
  });

  it('uploads a file as long as it moves', async () => {
    const form = `--cut\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(form), Buffer.from(png(8, 8)), Buffer.from('\r\n--cut--\r\n')]);
    const { socket, answered } = sendSlowly(
      `POST /api/upload-file HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\nconnection: close\r\n` +
        `content-type: multipart/form-data; boundary=cut\r\ncontent-length: ${body.length}`,
    );
    const pieces = 12;
    for (let piece = 0; piece < pieces; piece += 1) {
      const size = Math.ceil(body.length / pieces);
      socket.write(body.subarray(piece * size, (piece + 1) * size));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect((await answered).split('\r\n')[0]).toContain('200');
  });
});

describe('large bodies', () => {
  it('are charged to the account: the rest waits, the account’s calls for help and everybody else do not', async () => {
    const own = await harness.signIn(users.admin);
    const large = { account: 'x', name: 'x'.repeat(579_000), role_id: 1, organizations: [] };
    const codes: (number | undefined)[] = [];
    for (let call = 0; call < 6; call += 1)
      codes.push((await harness.call(endpoints.userSave, large, own)).envelope?.code);
    expect(codes.slice(0, 3)).toEqual([refusalCodes.invalid, refusalCodes.invalid, refusalCodes.invalid]);
    expect(codes.at(-1)).toBe(refusalCodes.throttled);
    const refused = await harness.call(endpoints.userSave, large, own);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    const help = { type: 1, elevator_id: lift.id, caller_phone: '13800000000', request_id: 'limits-0002' };
    expect((await harness.call(endpoints.exceptionReport, help, own)).envelope?.code).toBe(0);
    expect((await harness.call(endpoints.userSave, large, token)).envelope?.code).toBe(refusalCodes.invalid);
  });
});
