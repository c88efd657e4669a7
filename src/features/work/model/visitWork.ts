import * as z from 'zod';
import type { VisitStep } from '../../../contract/endpoints/visit.ts';
import type { VisitDetail, VisitItem } from '../../../contract/entities/visit.ts';
import { visitWorkerSchema } from '../../../contract/events/visit.ts';
import { answerProblem, type AskedItem, type GivenAnswer } from '../../../contract/visits/checkItems.ts';
import type { Draft, DraftAnswer, Queued } from './kept.ts';

/** The part of a visit's kept state that says who stands where. */
const standingSchema = z.object({
  workers: z.array(visitWorkerSchema),
  checkedIn: z.array(z.number()),
  signed: z.array(z.number()),
  earliestAtMs: z.number(),
});
export type Standing = z.infer<typeof standingSchema>;

const nobody: Standing = { workers: [], checkedIn: [], signed: [], earliestAtMs: 0 };
export const standingOf = ({ state }: Pick<VisitDetail, 'state'>): Standing =>
  standingSchema.safeParse(state.context).data ?? nobody;

/** The next step of a worker at a visit. */
export type WorkPhase =
  | 'foreign' // not this user's work: an officer's, or no longer assigned
  | 'tooEarly'
  | 'checkIn'
  | 'briefing'
  | 'record'
  | 'cosign'
  | 'unsent' // what was done last waits for the network
  | 'waiting'; // signed; others are to sign

interface Work {
  readonly visit: VisitDetail;
  readonly userId: number;
  readonly draft: Draft | undefined;
  readonly queue: readonly Queued[];
  readonly nowMs: number;
}

export function phaseOf({ visit, userId, draft, queue, nowMs }: Work): WorkPhase {
  const standing = standingOf(visit);
  const me = standing.workers.find((worker) => worker.userId === userId);
  if (me === undefined) return 'foreign';
  const isQueued = (event: VisitStep['event']): boolean =>
    queue.some(({ step, refusal }) => step.id === visit.id && step.event === event && refusal === null);
  const isOver =
    visit.stage !== 'submitted' && visit.stage !== 'planned' && visit.stage !== 'due' && visit.stage !== 'working';
  if (isOver) return 'foreign';
  if (isQueued('visit.submitted') || isQueued('visit.cosigned') || isQueued('visit.brokenOff')) return 'unsent';
  if (standing.signed.includes(me.personId)) return 'waiting';
  if (!standing.checkedIn.includes(me.personId) && !isQueued('visit.checkedIn'))
    return nowMs < standing.earliestAtMs ? 'tooEarly' : 'checkIn';
  const [first] = standing.checkedIn;
  if (visit.stage === 'submitted' || (first !== undefined && first !== me.personId)) return 'cosign';
  return draft?.isBriefed === true ? 'record' : 'briefing';
}

/** Another telephone of the same worker has checked in: this one has no record of it. */
export const isBegunElsewhere = ({ visit, userId, draft, queue }: Omit<Work, 'nowMs'>): boolean => {
  const { workers, checkedIn } = standingOf(visit);
  const me = workers.find((worker) => worker.userId === userId);
  return (
    me !== undefined &&
    checkedIn[0] === me.personId &&
    (draft?.checkedInAt ?? null) === null &&
    !queue.some(({ step }) => step.id === visit.id)
  );
};

const askedItemOf = (item: VisitItem): AskedItem => ({
  limit: item.bounds,
  isTest: item.is_test,
  mayBeNotDue: item.may_be_not_due,
});

/** An answer as it is sent; undefined until one is chosen. */
function givenAnswer(answer: DraftAnswer | undefined): (GivenAnswer & { photos: string[] }) | undefined {
  if (answer?.answer == null) return undefined;
  const { code, note, value, photos } = answer;
  return {
    code,
    answer: answer.answer,
    photos: [...photos],
    ...(note.trim() === '' ? {} : { note }),
    ...(value === null ? {} : { value }),
  };
}

export const problemOfItem = (item: VisitItem, draft: Draft): string | undefined =>
  answerProblem(askedItemOf(item), givenAnswer(draft.answers.find(({ code }) => code === item.code)));

/** The parts of a record, in the order in which a worker fills them. */
export const recordTabs = ['items', 'parts', 'photos', 'sign'] as const;
export type RecordTab = (typeof recordTabs)[number];
export const recordTabLabels: Readonly<Record<RecordTab, string>> = {
  items: '项目',
  parts: '部件',
  photos: '照片',
  sign: '签名',
};

export interface Missing {
  readonly tab: RecordTab;
  /** The item's place in the list. */
  readonly index?: number;
  readonly message: string;
}

/** Returns the missing parts of a record before it can be signed. */
export function missingOf(visit: VisitDetail, draft: Draft, photoPlaces: number): readonly Missing[] {
  const items = visit.items.flatMap((item, index): Missing[] => {
    const problem = problemOfItem(item, draft);
    return problem === undefined ? [] : [{ tab: 'items', index, message: `${index + 1} ${item.name}：${problem}` }];
  });
  const parts = draft.parts.some(({ name }) => name.trim() === '')
    ? [{ tab: 'parts', message: '请填写更换部件的名称' } as const]
    : [];
  const photos =
    draft.photos.length < photoPlaces
      ? [{ tab: 'photos', message: `请至少拍摄 ${photoPlaces} 处作业现场，现有 ${draft.photos.length} 张` } as const]
      : [];
  return [...items, ...parts, ...photos];
}

/** The record as it is sent. Its answers are those of the visit's own items. */
export function submissionOf(
  visit: VisitDetail,
  draft: Draft,
  { signature, at, offsetMs }: { readonly signature: string; readonly at: string; readonly offsetMs: number },
): VisitStep {
  return {
    id: visit.id,
    event: 'visit.submitted',
    data: {
      at,
      clock_offset_ms: offsetMs,
      checked_in_at: draft.checkedInAt ?? at,
      answers: visit.items.flatMap(({ code }) => {
        const given = givenAnswer(draft.answers.find((answer) => answer.code === code));
        return given === undefined ? [] : [given];
      }),
      parts: draft.parts.map((part) => ({ ...part })),
      photos: [...draft.photos],
      ...(draft.note.trim() === '' ? {} : { note: draft.note.trim() }),
      briefed: true,
      signature,
    },
  };
}
