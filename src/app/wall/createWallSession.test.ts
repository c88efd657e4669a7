import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CallError, type Call } from '../../contract/call.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { createWallSession } from './createWallSession.ts';

const user = {
  id: 9,
  name: '大屏',
  account: 'wall',
  role_type: 4,
  role_label: '',
  mobile: '',
  permissions: ['overview.view'],
  must_change_password: false,
};
const offline = new CallError('offline', '网络连接失败', 0);
const unpaired = new CallError('refused', '此大屏的配对已失效', 1001);

function startWall(answers: readonly (string | CallError)[]) {
  const asked: string[] = [];
  const answer = async (endpoint: Endpoint): Promise<unknown> => {
    asked.push(endpoint.path);
    const next = answers[asked.length - 1] ?? offline;
    if (next instanceof CallError) throw next;
    return endpoint.output.parse({ token: next, userInfo: user });
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by this very endpoint's schema, which the generic cannot express
  const wall = createWallSession(() => answer as Call);
  return { wall, asked, stop: wall.start() };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('signs in with this device’s cookie, and keeps trying while the server is unreachable', async () => {
  const { wall, stop } = startWall([offline, offline, 't1']);
  await pass(4_999);
  expect(wall.getSnapshot().kind).toBe('renewing');
  await pass(5_001);
  expect(wall.getSnapshot()).toMatchObject({ kind: 'signedIn', token: 't1' });
  stop();
});

it('a device without a pairing asks for a code; a code signs it in', async () => {
  const { wall, asked, stop } = startWall([unpaired, new CallError('refused', '配对码不正确', 1001), 't2']);
  await pass(0);
  expect(wall.getSnapshot()).toEqual({ kind: 'unpaired', message: null });
  await expect(wall.redeem('00000000')).rejects.toThrow('配对码不正确');
  await wall.redeem('12345678');
  expect(wall.token()).toBe('t2');
  expect(asked).toEqual(['/api-open/wall/renew', '/api-open/wall/redeem', '/api-open/wall/redeem']);
  stop();
});

it('a restart of the server never signs a wall out; a revoked pairing does, and says so', async () => {
  const { wall, stop } = startWall(['t1', offline, unpaired]);
  await pass(0);
  wall.renew();
  await pass(0);
  expect(wall.token()).toBe('t1');
  await pass(5_000);
  expect(wall.getSnapshot()).toEqual({ kind: 'unpaired', message: '此大屏的配对已失效' });
  stop();
});

it('a renewal in time goes on with the same sign-in; a session that had ended begins another', async () => {
  const { wall, stop } = startWall(['t1', 't2', 't3']);
  await pass(0);
  expect(wall.getSnapshot()).toMatchObject({ token: 't1', signIn: 1 });
  await pass(6 * 3_600_000);
  expect(wall.getSnapshot()).toMatchObject({ token: 't2', signIn: 1 });
  wall.renew();
  await pass(0);
  expect(wall.getSnapshot()).toMatchObject({ token: 't3', signIn: 2 });
  stop();
});

it('leaves no timer behind', async () => {
  const { stop } = startWall([offline]);
  await pass(0);
  stop();
  expect(vi.getTimerCount()).toBe(0);
});
