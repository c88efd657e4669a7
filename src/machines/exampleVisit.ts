import { dayOf } from '../contract/time.ts';
import type { visitEvents } from '../contract/events/visit.ts';
import { standardListVersion } from '../contract/visits/checkItem.ts';
import { exampleResponsible } from './exampleResponsible.ts';
import type { ExampleData } from './lifecycle.ts';
import type { VisitSnapshot } from './visitMachine.ts';

const dayMs = 86_400_000;
const strokes = '10,20 30,40;50,60 70,80';

/** The account of `exampleUser`: before anyone is assigned, both workers of an example act with it. */
const firstWorker = { personId: 1, userId: 7, name: '周工' };
const secondWorker = { personId: 2, userId: 7, name: '吴工' };

const subject = {
  visitId: 1,
  elevatorId: 1,
  tag: 'YC-0001',
  addr: '1 幢 1 单元',
  responsible: exampleResponsible,
  kind: 'halfMonth',
} as const;

/** Valid data of each event, as the visit's own workers would send it. */
export function visitExamples(state: VisitSnapshot, receivedAtMs: number): ExampleData<typeof visitEvents> {
  const [first = firstWorker, second = secondWorker] = state.context.workers;
  const checkedIn = { place: null, distanceM: null, presence: 'right' as const, clockOffsetMs: 0, flags: [] };
  const submission = {
    listVersion: standardListVersion,
    itemNum: 31,
    deviations: [],
    parts: [],
    photos: [],
    briefed: true as const,
    checkedInAtMs: receivedAtMs - 2_400_000,
    checkedOutAtMs: receivedAtMs,
    doneOn: dayOf(receivedAtMs),
    signature: strokes,
    flags: [],
  };
  const planned = {
    ...subject,
    category: 'traction',
    listVersion: standardListVersion,
    parameters: {
      registrationCode: '',
      drive: '',
      ratedLoadKg: null,
      ratedSpeedMps: null,
      floorsNum: null,
      stopsNum: null,
      doorsNum: null,
    },
    dueOn: dayOf(receivedAtMs),
    dueStartMs: receivedAtMs,
    overdueAtMs: receivedAtMs + dayMs,
    earliestAtMs: receivedAtMs - 5 * dayMs,
    workers: [firstWorker, secondWorker],
  } as const;
  return {
    'visit.planned': [
      { ...planned, workers: [...planned.workers], workersNeeded: 2 },
      { ...planned, workers: [...planned.workers], workersNeeded: 1 },
    ],
    'visit.assigned': [{ workers: [first, second], plannedOn: dayOf(receivedAtMs) }],
    'visit.checkedIn': [
      { worker: first, ...checkedIn },
      { worker: second, ...checkedIn },
    ],
    'visit.submitted': [
      { worker: first, ...submission },
      { worker: second, ...submission },
    ],
    'visit.cosigned': [
      { worker: second, signature: strokes },
      { worker: first, signature: strokes },
    ],
    'visit.enteredFromPaper': [
      { doneOn: dayOf(receivedAtMs), workerNames: '周工、吴工', photos: [`${'a'.repeat(22)}.jpg`], flags: ['paper'] },
    ],
    'visit.judged': [
      { evidence: 'supported', staySeconds: 2_400, reportedSeconds: 2_400, inspectionSeconds: 1_560, doorCycles: 12 },
    ],
    'visit.countersigned': [{ signature: strokes }],
    'visit.rejected': [{ reason: '底坑照片不清楚' }],
    'visit.brokenOff': [{ reason: '业主要求改期' }],
    'visit.amended': [{ text: '补充：已更换油杯' }],
    'visit.replanned': [{ reason: 'contractEnded' }],
    'visit.imported': [{ ...subject, doneOn: dayOf(receivedAtMs - 5 * dayMs) }],
    'visit.deadlinePassed': [{ kind: 'due' }, { kind: 'overdue' }],
  };
}
