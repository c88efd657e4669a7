import { ruleBodySchema, type RuleBody } from '../../src/contract/rules/alarmRule.ts';
import { ruleStream } from '../domain/rules/ruleDesk.ts';
import type { Clock } from '../runtime/clock.ts';
import { run, type EventActor, type EventStore } from '../store/eventStore.ts';

const doneKey = 'demo.alarmRules';
const author: EventActor = { kind: 'system', id: 'demo', name: '演示数据' };
const everyDay: RuleBody['when']['schedule'][number]['days'] = [1, 2, 3, 4, 5, 6, 7];

const nightDoors = ruleBodySchema.parse({
  name: '夜间反复开关门',
  remark: '夜间门机异常会让住户无法休息，也常是困人的前兆',
  event_type: 3,
  listens: [
    { source: 'alarm', value: 'longTimeOpen', phase: 'raised' },
    { source: 'alarm', value: 'longTimeOpen', phase: 'repeated' },
    { source: 'alarm', value: 'openCloseLoop', phase: 'raised' },
    { source: 'alarm', value: 'openCloseLoop', phase: 'repeated' },
  ],
  when: {
    schedule: [{ days: everyDay, from: '22:00', to: '06:00' }],
    repeat: { times: 3, within_seconds: 600, per: 'lift' },
  },
  unless: { maintenance: true },
  cooldown: { seconds: 3_600, per: 'lift' },
  actions: [
    { no: 6, type: 3, phenomenon: 'doorClosing' },
    { no: 2, channels: ['wechat'], to: [{ kind: 'duty', company: 'maintenance', duty: 'worker' }] },
  ],
});

const drafts: readonly RuleBody[] = [
  ruleBodySchema.parse({
    name: '摄像头遮挡半小时',
    event_type: 4,
    listens: [{ source: 'alarm', value: 'camCovered', phase: 'raised' }],
    when: { held_seconds: 1_800 },
    unless: { maintenance: true, offline: true },
    actions: [{ no: 7, to: [{ kind: 'duty', company: 'property', duty: 'safetyOfficer' }, { kind: 'answerers' }] }],
    recovery: { after_seconds: 60 },
  }),
  ruleBodySchema.parse({
    name: '故障超时未修复通知负责人',
    event_type: 3,
    listens: [{ source: 'exception', value: 'fault', phase: 'overdue' }],
    actions: [
      { no: 1, channels: ['voice', 'sms'], to: [{ kind: 'duty', company: 'maintenance', duty: 'manager' }] },
      { no: 7, to: [{ kind: 'supervisors' }] },
    ],
  }),
  ruleBodySchema.parse({
    name: '煤气罐入梯无人确认时响铃',
    event_type: 4,
    listens: [{ source: 'alarm', value: 'gasCylinder', phase: 'raised' }],
    actions: [{ no: 7, to: [{ kind: 'answerers' }], ring: true, delay_seconds: 60, only_if: 'unacknowledged' }],
  }),
];

/** Gives the demo rules to look at, once: one that is active, and drafts to try on the last weeks. */
export async function addRules(store: EventStore, clock: Clock): Promise<void> {
  const isDone = await store.rows.selectFrom('store_meta').select('key').where('key', '=', doneKey).executeTakeFirst();
  if (isDone !== undefined) return;
  const atMs = clock.nowMs();
  for (const [index, body] of [nightDoors, ...drafts].entries()) {
    const ruleId = await store.nextId('alarmRule');
    const activated = {
      type: 'alarmRule.activated',
      atMs,
      data: { ruleId, version: 1, testId: null, reason: '演示' },
    };
    await store.append({
      stream: ruleStream(ruleId),
      expectedVersion: 'none',
      actor: author,
      messageId: `demoRule:${index}`,
      events: [
        { type: 'alarmRule.versioned', atMs, data: { ruleId, version: 1, body, shippedKey: '' } },
        ...(body === nightDoors ? [activated] : []),
      ],
    });
  }
  await store.write(function* (queries) {
    yield* run(queries.insertInto('store_meta').values({ key: doneKey, value: '1' }));
  });
}
