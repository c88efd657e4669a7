import type { OutputOf } from '../../contract/endpoint.ts';
import type { visitMine } from '../../contract/endpoints/visit.ts';
import type { UserInfo } from '../../contract/entities/session.ts';
import type { VisitDetail } from '../../contract/entities/visit.ts';
import { toWireTime } from '../../contract/time.ts';
import { limitText, mayBeNotDue, standardItemsOf } from '../../contract/visits/checkItems.ts';
import { storyNowMs } from '../../ui/stories/nowMs.ts';

const at = toWireTime(storyNowMs);
export const strokes = '20,90 60,40 110,120;150,60 190,60 230,110 290,50';

export const workerUser: UserInfo = {
  id: 901,
  name: '周工',
  account: 'worker1',
  role_type: 4,
  role_label: '维保单位',
  mobile: '',
  permissions: ['visit.view', 'visit.work', 'file.upload'],
  must_change_password: false,
};
export const officerUser: UserInfo = {
  ...workerUser,
  id: 903,
  name: '郑安',
  account: 'officer',
  role_label: '物业公司',
  permissions: ['visit.view', 'visit.sign', 'exception.view', 'exception.handle'],
};

const workers = [
  { personId: 31, userId: 901, name: '周工' },
  { personId: 32, userId: 902, name: '吴工' },
];

/** The kept state of a visit: who has checked in and signed, by person id. */
export const standing = (checkedIn: readonly number[], signed: readonly number[] = []): VisitDetail['state'] => ({
  version: 3,
  value: 'working',
  context: { workers, checkedIn, signed, earliestAtMs: storyNowMs - 5 * 86_400_000 },
});

const items: VisitDetail['items'] = standardItemsOf('traction', 'halfMonth').map((item) => ({
  code: item.code,
  name: item.name,
  requirement: item.requirement,
  is_test: item.isTest === true,
  limit: limitText(item),
  bounds: item.limit,
  may_be_not_due: mayBeNotDue(item),
  answer: null,
  note: '',
  value: null,
  photos: [],
  fault_id: null,
}));

export function visitFixture(over: Partial<VisitDetail> = {}): VisitDetail {
  return {
    id: 1,
    elevator_id: 101,
    tag: 'CH-01-01',
    addr: '1 幢 1 单元',
    rescue_code: '100101',
    community_id: 11,
    community_name: '翠湖花园',
    full_area: '云川市东湖区',
    property_name: '安居物业',
    maintenance_id: 401,
    maintenance_name: '迅达维保',
    kind: 'halfMonth',
    kindLabel: '半月维保',
    stage: 'due',
    stageLabel: '今日到期',
    status: 0,
    statusResult: '待处理',
    overdue: false,
    due_on: '2026-03-04',
    days_left: 0,
    light: 'soon',
    planned_on: null,
    done_on: null,
    workers_needed: 2,
    workers: workers.map(({ userId, name }) => ({ id: userId, name })),
    worker_names: '周工、吴工',
    checked_in_num: 0,
    signed_num: 0,
    item_num: items.length,
    abnormal_num: 0,
    is_paper: false,
    flags: [],
    evidence: null,
    rejected_num: 0,
    checked_in_at: null,
    checked_out_at: null,
    submitted_at: null,
    signed_at: null,
    signed_by: '',
    state: standing([]),
    allowed_actions: [],
    category: 'traction',
    list_version: 'TSG T5002-2017',
    parameters: {},
    items,
    deviations: [],
    parts: [],
    photos: [],
    note: '',
    check_ins: [],
    signatures: [],
    device: null,
    maintain_info: null,
    timeline: [],
    proof: null,
    ...over,
  };
}

/** A visit that the first worker has begun. */
export const workingVisit = (over: Partial<VisitDetail> = {}): VisitDetail =>
  visitFixture({ stage: 'working', stageLabel: '作业中', checked_in_num: 1, state: standing([31]), ...over });

/** A record that waits for the officer: one abnormal item, a mark, and a device that saw too little. */
export const submittedVisit = (over: Partial<VisitDetail> = {}): VisitDetail =>
  visitFixture({
    stage: 'submitted',
    stageLabel: '待会签',
    status: 1,
    state: standing([31, 32], [31, 32]),
    signed_num: 2,
    checked_in_num: 2,
    abnormal_num: 1,
    flags: ['noCode', 'farAway'],
    evidence: 'doubtful',
    device: { stay_seconds: 2_400, reported_seconds: 2_390, inspection_seconds: 180, door_cycles: 12 },
    checked_in_at: toWireTime(storyNowMs - 3_600_000),
    checked_out_at: toWireTime(storyNowMs - 1_200_000),
    submitted_at: toWireTime(storyNowMs - 1_200_000),
    allowed_actions: ['visit.countersigned', 'visit.rejected'],
    items: items.map((item) => {
      if (item.code === 'A-1-30') return { ...item, answer: 'abnormal', note: '底坑有积水，已通知物业抽排' };
      if (item.code === 'A-1-13') return { ...item, answer: 'adjusted', note: '补油' };
      if (item.bounds !== undefined) return { ...item, answer: 'normal', value: 8 };
      return { ...item, answer: 'normal' };
    }),
    check_ins: [
      { name: '周工', at, received_at: at, distance_m: 12, place: null, presence: 'none', flags: [] },
      { name: '吴工', at, received_at: at, distance_m: 412, place: null, presence: 'none', flags: ['farAway'] },
    ],
    signatures: [
      { role: 'worker', name: '周工', at, strokes },
      { role: 'worker', name: '吴工', at, strokes },
    ],
    ...over,
  });

export const mineFixture = (
  visits: readonly VisitDetail[],
  over: Partial<OutputOf<typeof visitMine>> = {},
): OutputOf<typeof visitMine> => ({
  person: { id: 31, name: '周工', company: '迅达维保' },
  is_worker: true,
  is_officer: false,
  now: at,
  photo_places: 1,
  visits: [...visits],
  ...over,
});
