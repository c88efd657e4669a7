import { describe, expect, it } from 'vitest';
import { ruleBodySchema, type RuleBody } from './alarmRule.ts';
import type { InputOf } from '../endpoint.ts';
import type { alarmRuleSave } from '../endpoints/alarmRule.ts';
import { changesBetween, listenLabel, sentenceOf } from './ruleWords.ts';

type Written = InputOf<typeof alarmRuleSave>;
const rule = (parts: Partial<Written>): RuleBody => ruleBodySchema.parse({ name: '规则', event_type: 3, ...parts });

const safetyOfficer = { kind: 'duty', company: 'property', duty: 'safetyOfficer' } as const;
const doorsAtNight = {
  listens: [{ source: 'alarm', value: 'longTimeOpen', phase: 'raised' }],
  when: {
    schedule: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '06:00' }],
    repeat: { times: 3, within_seconds: 600, per: 'lift' },
  },
  unless: { maintenance: true },
  actions: [
    { no: 6, type: 3 },
    { no: 2, channels: ['wechat'], to: [safetyOfficer] },
  ],
  cooldown: { seconds: 1_800, per: 'community' },
} satisfies Partial<Written>;

describe('a rule in one sentence', () => {
  it('says when, how often, except when, what follows and how often people are notified', () => {
    expect(sentenceOf(rule(doorsAtNight))).toBe(
      '夜间（22:00–06:00）同一电梯 10 分钟内发生 3 次长时间开门，且不在维保中：创建异常记录（故障），微信通知物业安全员；30 分钟内同一小区只通知一次',
    );
  });

  it('names places, people and delays', () => {
    const body = rule({
      organization: '4-301',
      listens: [
        { source: 'device', value: 'offline', phase: 'raised' },
        { source: 'code', value: '04', phase: 'raised' },
      ],
      when: {
        organizations: ['2-7'],
        age_least_years: 15,
        site_types: ['residential'],
        schedule: [{ days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' }],
        held_seconds: 300,
      },
      actions: [
        {
          no: 1,
          channels: ['voice', 'sms'],
          to: [
            { kind: 'dutyPhone', company: 'maintenance' },
            { kind: 'person', person_id: 9 },
          ],
          require_key: true,
          delay_seconds: 120,
          only_if: 'unacknowledged',
        },
      ],
      recovery: { after_seconds: 60 },
    });
    const names = {
      organization: (ref: string) => ({ '4-301': '翠湖物业', '2-7': '东湖花园' })[ref],
      person: (id: number) => (id === 9 ? '王芳' : undefined),
    };
    expect(sentenceOf(body, names)).toBe(
      '周一至周五 08:00–18:00 翠湖物业在东湖花园的住宅电梯（梯龄 15 年以上）发生设备离线或消息码 04 非开锁区停梯，持续 5 分钟：2 分钟后仍无人确认时电话、短信通知维保值班电话、王芳，须按键确认；全部消除 1 分钟后通知恢复',
    );
    expect(sentenceOf(body)).toContain('人员 9');
  });

  it('counts many events, and says what is still missing', () => {
    const many = (['moto', 'overLoad', 'gasCylinder', 'camCovered', 'warn_shake'] as const).map((value) => ({
      source: 'alarm' as const,
      value,
      phase: 'raised' as const,
    }));
    expect(sentenceOf(rule({ listens: many, actions: [{ no: 4 }] }))).toBe(
      '发生电动车入梯、超载、煤气罐入梯等 5 种事件：创建救援单',
    );
    expect(sentenceOf(rule({}))).toBe('发生（未选事件）：（未选动作）');
  });

  it('labels each source', () => {
    expect(listenLabel({ source: 'alarm', value: 'overLoad', phase: 'cleared' })).toBe('超载消除');
    expect(listenLabel({ source: 'exception', value: 'fault', phase: 'overdue' })).toBe('故障记录超时');
  });
});

const call = (delaySeconds: number): NonNullable<Written['actions']>[number] => ({
  no: 1,
  channels: ['voice'],
  to: [safetyOfficer],
  delay_seconds: delaySeconds,
});

describe('the changes between two versions', () => {
  it('are none between equal ones', () => {
    expect(changesBetween(rule(doorsAtNight), rule(doorsAtNight))).toEqual([]);
  });

  it('name what was narrowed, and whom it notifies now', () => {
    const narrower = rule({
      ...doorsAtNight,
      when: { ...doorsAtNight.when, repeat: { times: 5, within_seconds: 600, per: 'lift' } },
      unless: {},
      actions: [
        { no: 7, to: [{ kind: 'answerers' }], ring: true },
        { no: 2, channels: ['wechat'], to: [{ kind: 'duty', company: 'maintenance', duty: 'worker' }] },
      ],
    });
    expect(changesBetween(rule(doorsAtNight), narrower)).toEqual([
      '次数：同一电梯 10 分钟内发生 3 次 → 同一电梯 10 分钟内发生 5 次',
      '除外：不在维保中 → 无',
      '增加动作：平台通知接听人员，并响铃',
      '微信通知的对象：物业安全员 → 维保作业人员',
      '去掉动作：创建异常记录（故障）',
    ]);
  });

  it('compare equal actions one by one, and name other limits of an action whole', () => {
    expect(
      changesBetween(
        rule({ listens: doorsAtNight.listens, actions: [call(0), call(60)] }),
        rule({ listens: [{ source: 'alarm', value: 'overLoad', phase: 'raised' }], actions: [call(60), call(120)] }),
      ),
    ).toEqual(['增加事件：超载', '去掉事件：长时间开门', '动作：电话通知物业安全员 → 2 分钟后电话通知物业安全员']);
  });
});
