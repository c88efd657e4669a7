import { expect, test } from 'vitest';
import { rungSchema, type Rung } from '../../../src/contract/rules/ladder.ts';
import { ladderWarnings, type LadderFacts } from './ladderWarnings.ts';

const facts: LadderFacts = {
  isConfigured: (channel) => channel === 'voice' || channel === 'wecom',
  people: new Map([
    [1, { name: '周德明', isReachable: true }],
    [2, { name: '陈立', isReachable: false }],
  ]),
  rota: { personIds: [1], gaps: [] },
};
const person = (id: number) => ({ kind: 'person' as const, person_id: id });
/** The warnings about a ladder whose rounds after the first are these. */
const said = (rungs: readonly Partial<Rung>[], more: Partial<LadderFacts> = {}) =>
  ladderWarnings(
    {
      name: '安居物业阶梯',
      organization: '4-301',
      rungs: [0, 1, 2, 3].map((index) => rungSchema.parse(index === 0 ? {} : (rungs[index - 1] ?? {}))),
    },
    { ...facts, ...more },
  ).filter((line) => !line.endsWith('只发平台通知'));

test('a ladder that reaches somebody in each round says nothing', () => {
  expect(said([{ who: [person(1)], channels: ['voice'] }])).toEqual([]);
});

test('a round without people, without a channel, or with robots alone is named', () => {
  expect(
    said([
      { who: [], channels: ['voice'] },
      { who: [person(1)], channels: [] },
      { who: [{ kind: 'supervisors' }], channels: ['wecom'] },
    ]),
  ).toEqual([
    '第 1 轮没有通知对象',
    '第 2 轮没有渠道，请选择电话或短信',
    '第 3 轮只有群机器人或 Webhook，没有人会应答，请增加电话',
  ]);
});

test('a channel that is not set up, and a person without a telephone or who is gone, are named', () => {
  expect(said([{ who: [person(2), person(9)], channels: ['voice', 'sms'] }])).toEqual([
    '第 1 轮的短信渠道未配置，不会发出',
    '第 1 轮的陈立没有电话或已停用，请更换',
    '第 1 轮的人员没有电话或已停用，请更换',
  ]);
});

test('a rota that is missing, has gaps, or names somebody without a telephone is named', () => {
  const rota: Partial<Rung> = { who: [{ kind: 'rota' }], channels: ['voice'] };
  expect(said([rota], { rota: null })).toEqual(['第 1 轮通知值班人员，但该单位没有值班表']);
  const gaps = ['周六 02:00–06:00 无人', '周日 02:00–06:00 无人', '周一 02:00–06:00 无人', '周二 02:00–06:00 无人'];
  expect(said([rota], { rota: { personIds: [1, 2], gaps } })).toEqual([
    '第 1 轮通知值班人员：周六 02:00–06:00 无人，周日 02:00–06:00 无人，周一 02:00–06:00 无人 等 4 段',
    '值班人员陈立没有电话或已停用',
  ]);
});

test('names people whom several rounds call, on duty or by name, because the provider may refuse further calls', () => {
  const voice: Partial<Rung> = { who: [person(1)], channels: ['voice'] };
  expect(said([{ who: [{ kind: 'rota' }], channels: ['voice'] }, voice])).toEqual([
    '周德明在第 1、2 轮都会接到通知，1 小时内可能超过 5 次电话，超出的会被渠道拒绝',
  ]);
  expect(said([voice, { who: [person(1)], channels: ['wecom', 'voice'] }])).toHaveLength(1);
  expect(said([voice])).toEqual([]);
});
