import { defer, Subject } from 'rxjs';
import { CallError } from '../../contract/call.ts';
import { maintenanceCalls } from '../../contract/endpoints/company.ts';
import { personList } from '../../contract/endpoints/person.ts';
import { uploadFile } from '../../contract/endpoints/uploadFile.ts';
import {
  visitAckState,
  visitAssign,
  visitDetail,
  visitList,
  visitPlan,
  visitWorkers,
} from '../../contract/endpoints/visit.ts';
import { visitAway, visitCalendar, visitSummary } from '../../contract/endpoints/visitPlanning.ts';
import { visitRowSchema, type VisitCounts, type VisitDetail, type VisitRow } from '../../contract/entities/visit.ts';
import { pageFrom } from '../../contract/envelope.ts';
import { changeFixture } from '../../contract/fixtures/pushFixtures.ts';
import { fixtureNowMs } from '../../contract/fixtures/rescueFixtures.ts';
import { visitDetailFixture, visitPhoto } from '../../contract/fixtures/visitFixtures.ts';
import type { Permission } from '../../contract/permissions.ts';
import type { PushEvent } from '../../contract/push.ts';
import { addDays, dayOf } from '../../contract/time.ts';
import type { VisitStage } from '../../contract/visits/visitKinds.ts';
import {
  answer,
  featureDepsFixture,
  fixtureCall,
  onePage,
  type AskedCall,
} from '../../parts/stories/featureDeps.fixtures.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { listAnswers, type unplannedLifts } from './checkLists.fixtures.ts';

const today = dayOf(fixtureNowMs);

/** A working day: one visit of each stage, two overdue, one in doubt. */
export const usualVisits: readonly VisitDetail[] = [
  visitDetailFixture({ id: 1, stage: 'due', dueInDays: -3 }),
  visitDetailFixture({ id: 2, stage: 'due', dueInDays: 0, kind: 'quarter' }),
  visitDetailFixture({ id: 3, stage: 'planned', dueInDays: 2 }),
  visitDetailFixture({ id: 4, stage: 'planned', dueInDays: 11, kind: 'year' }),
  visitDetailFixture({ id: 5, stage: 'working', dueInDays: 0 }),
  visitDetailFixture({ id: 6, stage: 'submitted', dueInDays: 1 }),
  visitDetailFixture({ id: 7, stage: 'signed', dueInDays: 2 }),
  visitDetailFixture({
    id: 8,
    stage: 'signed',
    dueInDays: 2,
    over: {
      evidence: 'doubtful',
      flags: ['noCode', 'shortStay'],
      device: { stay_seconds: 540, reported_seconds: 540, inspection_seconds: 0, door_cycles: 0 },
    },
  }),
  visitDetailFixture({ id: 9, stage: 'imported' }),
  visitDetailFixture({ id: 10, stage: 'replanned', dueInDays: 4 }),
  visitDetailFixture({ id: 11, stage: 'planned', dueInDays: 5, kind: 'extra' }),
];

export const manyVisits = (count: number): readonly VisitDetail[] =>
  Array.from({ length: count }, (_, index) =>
    visitDetailFixture({ id: 1_000 + index, stage: index % 3 === 0 ? 'due' : 'submitted', dueInDays: (index % 9) - 4 }),
  );

const counted: Readonly<Record<keyof VisitCounts, (row: VisitRow) => boolean>> = {
  due_today: ({ days_left: days }) => days === 0,
  due_in_3_days: ({ days_left: days }) => days !== null && days > 0 && days <= 3,
  overdue: ({ light }) => light === 'overdue',
  unsigned: ({ stage }) => stage === 'submitted',
  done_this_month: ({ stage }) => stage === 'submitted' || stage === 'signed',
  doubtful: ({ evidence }) => evidence === 'doubtful',
};
const countsOf = (rows: readonly VisitRow[]): VisitCounts => {
  const count = (name: keyof VisitCounts): number => rows.filter(counted[name]).length;
  return {
    due_today: count('due_today'),
    due_in_3_days: count('due_in_3_days'),
    overdue: count('overdue'),
    unsigned: count('unsigned'),
    done_this_month: count('done_this_month'),
    doubtful: count('doubtful'),
  };
};

const inScope = ({ stage, days_left: days }: VisitRow, scope: string): boolean => {
  switch (scope) {
    case 'todo':
      return stage === 'due' || stage === 'working' || stage === 'submitted';
    case 'pending':
      return days !== null;
    case 'history':
      return stage === 'submitted' || stage === 'signed' || stage === 'imported';
    default:
      return stage !== 'replanned';
  }
};

const after: Partial<Readonly<Record<string, VisitStage>>> = {
  'visit.countersigned': 'signed',
  'visit.rejected': 'working',
  'visit.brokenOff': 'due',
  'visit.replanned': 'replanned',
  'visit.enteredFromPaper': 'submitted',
};

export interface VisitServer {
  readonly deps: FeatureDeps;
  readonly asked: readonly AskedCall[];
  /** A change that came from elsewhere, with its push. */
  readonly put: (row: VisitDetail) => void;
}

interface VisitServerOptions {
  /** Every reading fails like this. */
  readonly failure?: CallError;
  readonly isSilent?: boolean;
  /** Every step is refused like this. */
  readonly refusal?: CallError;
  readonly permissions?: readonly Permission[];
  readonly unplanned?: typeof unplannedLifts;
  /** Asking for these alone fails like this. */
  readonly unplannedFailure?: CallError;
}

const workers = [
  { id: 31, name: '周启明', has_account: true, certificate_expiry: '2028-05-01', problem: '', visits_that_day: 3 },
  { id: 32, name: '吴建国', has_account: true, certificate_expiry: '2027-09-30', problem: '', visits_that_day: 5 },
  { id: 33, name: '冯立', has_account: false, certificate_expiry: '2028-01-01', problem: '', visits_that_day: 0 },
  {
    id: 34,
    name: '陈大勇',
    has_account: true,
    certificate_expiry: '2026-06-01',
    problem: '证书已于 2026-06-01 到期',
    visits_that_day: 0,
  },
];

/** The office of maintenance in memory: it lists, counts, opens and moves visits, and pushes what changes. */
export function visitServer(
  initial: readonly VisitDetail[],
  { failure, isSilent = false, refusal, permissions, unplanned = [], unplannedFailure }: VisitServerOptions = {},
): VisitServer {
  const rows = new Map(initial.map((row) => [row.id, row]));
  const events$ = new Subject<PushEvent>();
  const put = (row: VisitDetail, event = 'visit.assigned'): void => {
    rows.set(row.id, row);
    events$.next(changeFixture(event, { id: row.id, elevatorId: row.elevator_id }));
  };
  const found = (id: number): VisitDetail => {
    const row = rows.get(id);
    if (row === undefined) throw new CallError('notFound', '找不到该维保工单', 404);
    return row;
  };
  const reading = async (): Promise<void> => {
    if (isSilent) await new Promise(() => undefined);
    if (failure !== undefined) throw failure;
  };
  const { call, asked } = fixtureCall([
    answer(visitList, async (query) => {
      await reading();
      const all = [...rows.values()].map((row) => visitRowSchema.parse(row));
      const list = all
        .filter(
          (row) =>
            inScope(row, query.scope) &&
            (query.counted === undefined || counted[query.counted](row)) &&
            (query.kind === undefined || query.kind.includes(row.kind)) &&
            (query.on === undefined || (row.days_left === null ? row.done_on : row.due_on) === query.on),
        )
        .toSorted((a, b) => (a.due_on ?? '').localeCompare(b.due_on ?? ''));
      return { ...pageFrom(list, query), counts: countsOf(all) };
    }),
    ...listAnswers(unplanned, initial.length === 0, reading, unplannedFailure),
    answer(visitDetail, ({ id }) => found(id)),
    answer(visitAckState, ({ id, event }) => {
      if (refusal !== undefined) throw refusal;
      const row = found(id);
      const stage = after[event];
      put(stage === undefined ? row : visitDetailFixture({ id, stage, kind: row.kind, dueInDays: 1 }), event);
      return found(id);
    }),
    answer(visitAssign, ({ ids, planned_on: day }) => {
      if (refusal !== undefined) throw refusal;
      const late = ids.filter((id) => day !== undefined && day > (found(id).due_on ?? '9999'));
      for (const id of ids) if (!late.includes(id)) put({ ...found(id), planned_on: day ?? found(id).planned_on });
      return {
        assigned: ids.length - late.length,
        refused: late.map((id) => ({ id, message: `计划日期不能晚于到期日 ${found(id).due_on ?? ''}` })),
      };
    }),
    answer(visitPlan, ({ due }) =>
      visitRowSchema.parse(visitDetailFixture({ id: 99, stage: 'planned', kind: 'extra', over: { due_on: due } })),
    ),
    answer(visitWorkers, () => ({ list: workers })),
    answer(visitAway, () => ({
      list: [1, 3, 4].map((id, index) => ({
        visit: visitRowSchema.parse(found(id)),
        day: addDays(today, index),
        stays: [32],
        colleagues: index === 2 ? [] : [{ id: 33, name: '冯立', visits_that_day: index }],
      })),
      has_more: false,
    })),
    answer(visitCalendar, async ({ month }) => {
      await reading();
      const first = `${month}-01`;
      return {
        month,
        today,
        days: Array.from({ length: 30 }, (_, index) => {
          const day = addDays(first, index);
          const isPast = day < today;
          const open = isPast ? (index % 7 === 0 ? 2 : 0) : (index * 37) % 60;
          const done = isPast ? 40 + ((index * 13) % 25) : 0;
          return {
            day,
            open_num: open,
            done_num: done,
            light:
              open === 0
                ? null
                : isPast
                  ? ('overdue' as const)
                  : day <= addDays(today, 7)
                    ? ('soon' as const)
                    : ('later' as const),
            kinds: open + done === 0 ? [] : [{ kind: 'halfMonth' as const, open_num: open, done_num: done }],
          };
        }),
      };
    }),
    answer(visitSummary, async ({ by }) => {
      await reading();
      return {
        list: (by === 'company' ? ['云川速援电梯有限公司', '佳捷电梯工程有限公司'] : ['周启明', '吴建国', '冯立']).map(
          (name, index) => ({
            id: 401 + index,
            name,
            company: by === 'company' ? '' : '云川速援电梯有限公司',
            open_num: 320 - index * 90,
            overdue_num: index === 0 ? 4 : 0,
            soon_num: 88 - index * 20,
            unsigned_num: 7,
            done_num: 512 - index * 100,
            late_num: index,
            doubtful_num: index === 1 ? 3 : 0,
          }),
        ),
      };
    }),
    answer(maintenanceCalls.list, () => onePage([])),
    answer(personList, () =>
      onePage([
        {
          id: 31,
          version: 1,
          name: '周启明',
          mobile: '',
          organization: '5-401',
          organization_name: '云川速援电梯有限公司',
          duties: ['worker'],
          certificates: [],
          user_id: null,
          user_name: null,
          certificate_expiry: null,
        },
      ]),
    ),
    answer(uploadFile, () => ({ url: `/files/${visitPhoto}`, name: visitPhoto, size: 9 })),
  ]);
  const deps = featureDepsFixture({ call, ...(permissions === undefined ? {} : { permissions }) });
  return { asked, put, deps: { ...deps, live: { ...deps.live, events$: defer(() => events$) } } };
}
