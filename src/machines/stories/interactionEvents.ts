import type { RingingCall } from '../../contract/ringingCall.ts';
import type { AlarmDialogEvent } from '../alarmDialogMachine.ts';
import type { PushConnectionEvent } from '../pushConnectionMachine.ts';
import type { ReplayEvent } from '../replayMachine.ts';
import type { SessionEvent } from '../sessionMachine.ts';

const exampleCall = (orderId: number): RingingCall => ({
  key: `rescue-${orderId}`,
  kind: 'rescue',
  orderId,
  alarmId: null,
  elevatorId: 1200 + orderId,
  priority: 1,
  title: '电梯困人求救',
  tag: `DT-12${orderId}`,
  addr: '3 号楼 2 单元',
  sosTel: '96333',
  communityName: '翠湖花园',
  fullArea: '示范市 / 城东区',
  raisedAtMs: orderId,
  isReminder: false,
});

/** Events that users, the server and the browser may send to the interaction machines. */
export const sessionEvents: readonly SessionEvent[] = [
  { type: 'user.submitted', credentials: { account: 'dispatcher1', password: '0'.repeat(32) } },
  { type: 'server.accepted', token: 't1' },
  { type: 'server.refused', message: '账号或密码错误' },
  { type: 'user.left' },
  { type: 'server.unauthorised', message: '登录已过期或未登录' },
  { type: 'tab.changed', token: null },
];

export const alarmDialogEvents: readonly AlarmDialogEvent[] = [
  { type: 'push.arrived', call: exampleCall(7) },
  { type: 'sound.blocked' },
  { type: 'sound.armed' },
  { type: 'user.answered', by: 'click' },
  { type: 'claim.won' },
  { type: 'claim.lost', byUserName: '李娜', via: 'console' },
  { type: 'push.claimed', key: 'rescue-7', byUserId: 2, byUserName: '李娜', via: 'console' },
  { type: 'push.over', key: 'rescue-7' },
];

export const pushConnectionEvents: readonly PushConnectionEvent[] = [
  { type: 'socket.opened' },
  { type: 'frame.arrived', resume: { epoch: 'e1', position: 318 } },
  { type: 'heartbeat.missed' },
  { type: 'socket.dropped' },
  { type: 'socket.connecting' },
  { type: 'socket.refused' },
  { type: 'user.retried' },
  { type: 'layout.left' },
];

export const replayEvents: readonly ReplayEvent[] = [
  { type: 'user.opened', range: { fromMs: 0, toMs: 7_200_000 }, atMs: 0 },
  { type: 'frames.loaded', stretch: { fromMs: 0, toMs: 3_600_000 } },
  { type: 'frames.failed', message: '网络连接失败' },
  { type: 'playhead.moved', atMs: 7_200_000 },
  { type: 'user.played' },
  { type: 'user.paused' },
  { type: 'user.sought', atMs: 1_800_000 },
  { type: 'user.changedSpeed', speed: 60 },
  { type: 'user.closed' },
];
