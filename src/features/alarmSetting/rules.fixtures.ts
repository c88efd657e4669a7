import {
  ruleActionLabels,
  ruleBodySchema,
  ruleStateLabels,
  unbindableActions,
  type RuleBody,
} from '../../contract/rules/alarmRule.ts';
import type { InputOf } from '../../contract/endpoint.ts';
import type { alarmRuleSave } from '../../contract/endpoints/alarmRule.ts';
import type { FiringRow, RuleRow, RuleTestResult } from '../../contract/rules/alarmRuleRow.ts';
import { alarmKinds, alarmPriorities } from '../../contract/labels.ts';
import { notifyChannelLabels, providerChannels } from '../../contract/notificationWords.ts';
import { changesBetween, listenLabel, sentenceOf } from '../../contract/rules/ruleWords.ts';
import type { RuleChoices, RuleVersion } from './ruleSources.ts';

type Written = InputOf<typeof alarmRuleSave>;
const doors: Written = {
  name: '夜间长时间开门',
  event_type: 3,
  remark: '东湖片区夜间投诉较多',
  listens: [{ source: 'alarm', value: 'longTimeOpen', phase: 'raised' }],
  when: {
    schedule: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '06:00' }],
    repeat: { times: 3, within_seconds: 600, per: 'lift' },
  },
  unless: { maintenance: true },
  actions: [
    { no: 6, type: 3 },
    { no: 2, channels: ['wechat'], to: [{ kind: 'duty', company: 'property', duty: 'safetyOfficer' }] },
  ],
  cooldown: { seconds: 1_800, per: 'community' },
};
const bodyOf = (parts: Partial<Written>): RuleBody => ruleBodySchema.parse({ ...doors, ...parts });
const doorsBody = bodyOf({});
export const narrowBody = bodyOf({
  when: { ...doors.when, repeat: { times: 5, within_seconds: 600, per: 'lift' } },
});

export const ruleRow = (id: number, parts: Partial<RuleRow> = {}, body: RuleBody = doorsBody): RuleRow => ({
  ...body,
  id,
  version: 2,
  active_version: 2,
  state: 'active',
  state_label: ruleStateLabels[parts.state ?? 'active'],
  organization_name: '全市',
  sentence: sentenceOf(body),
  is_shipped: false,
  can_edit: true,
  firings_week: 6,
  last_fired_at: '2026-11-20T23:41:08.000+08:00',
  updated_at: '2026-11-18T10:12:00.000+08:00',
  updated_by: '关立群',
  ...parts,
});

const scooters = bodyOf({
  name: '电动车入梯',
  event_type: 2,
  remark: '',
  listens: [{ source: 'alarm', value: 'moto', phase: 'raised' }],
  when: {},
  unless: {},
  actions: [
    { no: 6, type: 2 },
    { no: 7, to: [{ kind: 'answerers' }] },
  ],
  cooldown: null,
});
const offline = bodyOf({
  name: '设备离线超过 10 分钟',
  event_type: 4,
  remark: '',
  organization: '4-301',
  listens: [{ source: 'device', value: 'offline', phase: 'raised' }],
  when: { held_seconds: 600 },
  unless: { power_cut: true },
  actions: [{ no: 1, channels: ['sms'], to: [{ kind: 'dutyPhone', company: 'maintenance' }] }],
  cooldown: { seconds: 3_600, per: 'lift' },
  recovery: { after_seconds: 60 },
});
export const cutOffRow = ruleRow(4, {
  name: '反复开关门',
  state: 'paused',
  firings_week: 1_204,
  cut_off: '1 分钟内触发 1001 次，已自动暂停。请收窄条件、试跑后重新启用。',
});
export const ruleRows: readonly RuleRow[] = [
  ruleRow(1),
  ruleRow(2, { is_shipped: true, updated_by: '系统', firings_week: 18, version: 1, active_version: 1 }, scooters),
  ruleRow(
    3,
    {
      organization_name: '翠湖物业',
      sentence: sentenceOf(offline, { organization: () => '翠湖物业' }),
      firings_week: 0,
      last_fired_at: null,
    },
    offline,
  ),
  cutOffRow,
  ruleRow(5, { name: '超载后不关门', state: 'draft', active_version: 0, firings_week: 0, last_fired_at: null }),
];

export const choices: RuleChoices = {
  listens: [
    ...alarmKinds.map((value) => ({ source: 'alarm', value, phase: 'raised', level: alarmPriorities[value] })),
    { source: 'code', value: '04', phase: 'raised', level: 2 },
    { source: 'code', value: '41', phase: 'raised', level: 2 },
    { source: 'device', value: 'offline', phase: 'raised', level: 3 },
    { source: 'exception', value: 'fault', phase: 'overdue', level: 3 },
  ].map((listen) => ({
    ...listen,
    label: ruleBodySchema.shape.listens.parse([listen]).map(listenLabel).join(''),
    bound: false,
  })),
  actions: ([1, 2, 3, 4, 5, 6, 7, 8] as const).map((no) => ({
    no,
    label: ruleActionLabels[no],
    problem: unbindableActions[no] ?? '',
    bound: false,
  })),
  channels: providerChannels.map((channel) => ({
    channel,
    label: notifyChannelLabels[channel],
    problem: channel === 'voice' ? '未配置：请在系统设置的通知渠道中填写' : '',
  })),
};

export const versions: readonly RuleVersion[] = [
  {
    version: 2,
    body: doorsBody,
    sentence: sentenceOf(doorsBody),
    created_at: '2026-11-18T10:12:00.000+08:00',
    created_by: '关立群',
    activated_at: '2026-11-18T10:14:00.000+08:00',
    activated_by: '关立群',
    changes: changesBetween(bodyOf({ unless: {}, actions: [{ no: 6, type: 3 }] }), doorsBody),
  },
  {
    version: 1,
    body: bodyOf({ unless: {}, actions: [{ no: 6, type: 3 }] }),
    sentence: sentenceOf(bodyOf({ unless: {}, actions: [{ no: 6, type: 3 }] })),
    created_at: '2026-11-12T09:00:00.000+08:00',
    created_by: '王芳',
    activated_at: null,
    activated_by: '',
    changes: [],
  },
];

const firing = (id: number, at: string, minutes: readonly string[]): FiringRow => ({
  id,
  rule_id: 1,
  version: 2,
  name: doors.name,
  kind: 'fired',
  elevator_id: 7,
  tag: '东湖花园 3 栋 1 号梯',
  addr: '东湖路 18 号',
  community_name: '东湖花园',
  reason: '10 分钟内同一电梯 3 次长时间开门',
  gathered: id === 903 ? 2 : 0,
  late: false,
  alarm_id: 5_500 + id,
  exception_id: id === 903 ? 88 : null,
  at,
  events: minutes.map((minute, index) => ({
    position: id * 10 + index,
    at: `2026-11-20T23:${minute}:08.000+08:00`,
    words: '长时间开门',
  })),
});
export const firings: readonly FiringRow[] = [
  firing(903, '2026-11-20T23:41:08.000+08:00', ['33', '37', '41']),
  firing(902, '2026-11-19T22:18:40.000+08:00', ['10', '14', '18']),
  firing(901, '2026-11-18T22:55:02.000+08:00', ['47', '51', '55']),
];

/** A week with this number of firings, most of them at night. */
export function testResult(firingsNum: number): RuleTestResult {
  const hours = [22, 23, 0, 1, 2, 5];
  const byHour = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  for (let index = 0; index < firingsNum; index += 1) {
    const row = byHour[(index * 3) % 7];
    const hour = hours[(index * index + (index % 5)) % hours.length] ?? 22;
    if (row !== undefined) row[hour] = (row[hour] ?? 0) + 1;
  }
  const share = (part: number): number => Math.round(firingsNum * part);
  return {
    rule_id: 1,
    version: null,
    from: '2026-11-14T00:00:00.000+08:00',
    to: '2026-11-21T00:00:00.000+08:00',
    events: 48_310,
    duration_ms: 640,
    firings: firingsNum,
    gathered: share(0.4),
    by_day: byHour.map((row, index) => ({
      day: `2026-11-${14 + index}`,
      count: row.reduce((sum, count) => sum + count, 0),
    })),
    by_hour_of_week: byHour,
    by_kind: [{ name: '长时间开门', count: firingsNum }],
    by_community: [
      { community_id: 1, name: '东湖花园', count: share(0.6) },
      { community_id: 2, name: '滨江一号', count: firingsNum - share(0.6) },
    ],
    list: Array.from({ length: firingsNum }, (_, index) => ({
      position: 9_000 - index,
      at: `2026-11-${20 - (index % 7)}T23:${String(59 - index).padStart(2, '0')}:08.000+08:00`,
      elevator_id: 1 + (index % 4),
      tag: `东湖花园 ${1 + (index % 4)} 栋 1 号梯`,
      addr: '东湖路 18 号',
      community_name: '东湖花园',
      reason: '10 分钟内同一电梯 3 次长时间开门',
      gathered: index % 5 === 0 ? 2 : 0,
      diff: index < 2 ? 'added' : 'same',
    })),
    people: [
      {
        name: '陈建国',
        organization_name: '翠湖物业',
        channel: 'wechat',
        channel_label: '微信',
        count: share(0.7),
        at_night: share(0.6),
        busiest_night: share(0.2),
        beyond_limit: firingsNum > 30 ? 4 : 0,
      },
      {
        name: '李秀英',
        organization_name: '滨江物业',
        channel: 'wechat',
        channel_label: '微信',
        count: firingsNum - share(0.7),
        at_night: firingsNum - share(0.7),
        busiest_night: 2,
        beyond_limit: 0,
      },
    ],
    messages: [{ channel: 'wechat', channel_label: '微信', count: firingsNum }],
    compared: { version: 2, added: 2, lost: 0, same: firingsNum - 2 },
    overlaps: [{ rule_id: 3, name: '超载后不关门', count: 1 }],
    findings:
      firingsNum > 30
        ? [{ severity: 'warning', field: 'when.repeat', message: '平均每晚触发 6 次，值班人员可能不再留意' }]
        : [],
  };
}
