import { rescueCallKey, type RingingCall } from '../../contract/ringingCall.ts';

/** The fixed time of every story. */
export const storyNowMs = Date.parse('2026-11-21T08:31:24+08:00');

export function ringingCall(orderId: number, waitedMs: number, more: Partial<RingingCall> = {}): RingingCall {
  return {
    key: rescueCallKey(orderId),
    kind: 'rescue',
    orderId,
    alarmId: null,
    elevatorId: 1200 + orderId,
    priority: 1,
    title: '电梯困人求救',
    isReminder: false,
    tag: `安-${1200 + orderId}`,
    addr: '3 栋 2 单元 客梯',
    sosTel: '0571-8866 1207',
    communityName: '翠苑三区',
    fullArea: '临安市 / 西湖区 / 翠苑街道',
    raisedAtMs: storyNowMs - waitedMs,
    trigger: 'trapped',
    noticeLevel: 0,
    limits: { respondMs: 180_000, arriveMs: 1_800_000 },
    ...more,
  };
}

export const oneCall = ringingCall(7, 41_000);
export const furtherCalls = [
  ringingCall(12, 33_000, { communityName: '锦绣家园', addr: '1 栋 货梯' }),
  ringingCall(15, 8_000, { communityName: '滨江国际商务中心', addr: 'A 座 5 号梯（观光）' }),
];

/** An alarm that opened no rescue order: the specification rings for it as well. */
export const alarmCall = ringingCall(3, 12_000, {
  key: 'alarm-3',
  kind: 'alarm',
  orderId: null,
  alarmId: 3,
  title: '开门走梯',
  sosTel: '',
  communityName: '',
  fullArea: '',
  trigger: undefined,
  limits: undefined,
});

/** After a power cut: thirteen more than the one on the dialog. */
export const floodCalls = Array.from({ length: 13 }, (_, index) =>
  ringingCall(20 + index, 175_000 - index * 6_000, {
    communityName: index < 9 ? '翠苑三区' : '锦绣家园',
    addr: `${1 + index} 栋 1 单元`,
  }),
);

/** Twelve codes that were scanned within a minute; no device confirms any of them. */
export const scannedCalls = Array.from({ length: 12 }, (_, index) =>
  ringingCall(60 + index, 50_000 - index * 4_000, {
    communityName: '翠苑三区',
    addr: `${1 + index} 栋 2 单元`,
    trigger: 'QR',
    isOnlyScanned: true,
  }),
);
