import type { OutputOf } from '../../contract/endpoint.ts';
import type { ladderList, ladderPreview, rotaList } from '../../contract/endpoints/ladder.ts';
import { rungSchema, type Rung } from '../../contract/rules/ladder.ts';
import { fixtureTime } from '../../contract/fixtures/rescueFixtures.ts';

type LadderRow = OutputOf<typeof ladderList>['list'][number];
type RotaRow = OutputOf<typeof rotaList>['list'][number];
type PreviewPerson = OutputOf<typeof ladderPreview>['rungs'][number]['people'][number];

const names = ['周德明', '吴晓东', '陈立', '王芳'];
export const people = names.map((name, index) => ({
  value: index + 1,
  label: name,
  detail: `安居物业 138****040${index}`,
}));
const companies = ['安居物业', '迅达维保', '东湖区', '乐家物业'];
export const organizations = companies.map((label, index) => ({
  value: `4-${301 + index}`,
  label,
  detail: label.endsWith('区') ? '区域' : '单位',
}));

const rungs: Rung[] = [
  rungSchema.parse({ skip_if_empty: false }),
  rungSchema.parse({
    who: [
      { kind: 'rota', company: 'property' },
      { kind: 'dutyPhone', company: 'property' },
      { kind: 'person', person_id: 1 },
    ],
    channels: ['voice', 'sms'],
  }),
  rungSchema.parse({
    who: [
      { kind: 'rota', company: 'maintenance' },
      { kind: 'dutyPhone', company: 'maintenance' },
    ],
    channels: ['voice', 'sms'],
  }),
  rungSchema.parse({ who: [{ kind: 'supervisors' }], channels: ['voice', 'sms'], mode: 'together' }),
];

/** A ladder as the list returns it; the first is the default. */
export function ladderAt(index: number): LadderRow {
  const organization = organizations[(index - 1) % 4];
  return {
    id: index + 1,
    version: 1,
    name: index === 0 ? '默认阶梯' : `${organization?.label ?? ''}阶梯`,
    organization: index === 0 ? '' : (organization?.value ?? ''),
    organization_name: index === 0 ? '全部电梯' : (organization?.label ?? ''),
    rungs,
    may_edit: true,
    people: [{ id: 1, name: '周德明' }],
    warnings:
      index % 3 === 1 ? ['第 1 轮的短信渠道未配置，不会发出', '第 1 轮通知值班人员：周六 02:00–06:00 无人'] : [],
    updated_at: fixtureTime(index * 3_600_000),
  };
}

/** A rota; every second one has gaps in the nights before and after Sunday. */
export function rotaAt(index: number): RotaRow {
  const organization = organizations[index % 4];
  const hasGap = index % 2 === 0;
  return {
    id: index + 1,
    version: 1,
    organization: organization?.value ?? '',
    organization_name: organization?.label ?? '',
    shifts: [
      { days: [1, 2, 3, 4, 5], from: '08:00', to: '20:00', person_ids: [1, 2] },
      { days: [1, 2, 3, 4, 5], from: '20:00', to: '08:00', person_ids: [3] },
      { days: [6], from: '08:00', to: hasGap ? '02:00' : '08:00', person_ids: [4] },
      { days: [7], from: '06:00', to: '00:00', person_ids: [3] },
    ],
    overrides: [
      {
        from: '2026-11-23T08:00:00.000+08:00',
        to: '2026-11-23T20:00:00.000+08:00',
        person_ids: [4],
        note: '吴晓东请假',
      },
    ],
    people: names.map((name, at) => ({ id: at + 1, name, masked_mobile: `138****040${at}` })),
    overlaps: [],
    on_duty_ids: [1],
    gaps: hasGap
      ? [
          {
            from: '2026-11-29T02:00:00.000+08:00',
            to: '2026-11-29T06:00:00.000+08:00',
            words: '周日 02:00–06:00 无人',
          },
          {
            from: '2026-11-30T00:00:00.000+08:00',
            to: '2026-11-30T08:00:00.000+08:00',
            words: '周一 00:00–08:00 无人',
          },
        ]
      : [],
  };
}

const voice = (name: string, organization: string, more: Partial<PreviewPerson> = {}): PreviewPerson => ({
  name,
  organization_name: organization,
  masked_address: '138****0417',
  channel: 'voice',
  channel_label: '电话',
  problem: '',
  may_claim: false,
  ...more,
});

/**
 * One person who may accept the call, one who is only informed, one without a telephone, and a channel that is not set
 * up.
 */
export const previewFixture: OutputOf<typeof ladderPreview> = {
  ladder_id: 2,
  ladder_name: '安居物业阶梯',
  rungs: [
    { after_seconds: 0, people: [] },
    {
      after_seconds: 60,
      people: [
        voice('周德明', '安居物业', { may_claim: true }),
        voice('安居物业值班电话', '安居物业', { masked_address: '0571****1001' }),
        voice('陈立', '安居物业', { masked_address: '', problem: '没有电话' }),
      ],
    },
    {
      after_seconds: 120,
      people: [
        voice('吴晓东', '迅达维保'),
        voice('吴晓东', '迅达维保', { channel: 'sms', channel_label: '短信', problem: '未配置' }),
      ],
    },
    {
      after_seconds: 180,
      people: [voice('关立群', '', { may_claim: true, problem: '本小时已拨打 5 次' })],
    },
  ],
};
