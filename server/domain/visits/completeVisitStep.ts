import type { VisitStep } from '../../../src/contract/endpoints/visit.ts';
import { refusalCodes } from '../../../src/contract/envelope.ts';
import type { Deviation } from '../../../src/contract/visits/recordParts.ts';
import type { VisitWorker } from '../../../src/contract/events/visit.ts';
import { dayOf } from '../../../src/contract/time.ts';
import type { VisitFlag } from '../../../src/contract/visits/visitKinds.ts';
import type { EventDraft } from '../../../src/machines/lifecycle.ts';
import type { VisitSnapshot } from '../../../src/machines/visitMachine.ts';
import type { Principal } from '../../access/principal.ts';
import { itemsOfVisit } from './itemsOfVisit.ts';
import type { VisitTable } from '../../store/rowTables.ts';
import type { ElevatorInfo } from '../city/directory.ts';
import { placeOnMap } from '../city/placeOnMap.ts';
import { Refusal } from '../refusal.ts';
import { farAwayM, metresBetween, mostApartMs, shortStayMs, statedMoment } from './stayFlags.ts';
import { deviationsOf, photosOf } from './submittedAnswers.ts';
import type { VisitDeskParts } from './visitDeskParts.ts';

export interface VisitFacts {
  readonly row: VisitTable;
  /** Undefined where base data no longer has the lift. */
  readonly elevator: ElevatorInfo | undefined;
}

/** A step with what the server adds to the caller's words. */
export interface CompletedStep {
  readonly draft: (state: VisitSnapshot) => EventDraft;
  readonly atMs: number | undefined;
  readonly photos: readonly string[];
  readonly deviations: readonly Deviation[];
}

type StepOf<Event extends VisitStep['event']> = Extract<VisitStep, { readonly event: Event }>;

const plain = (type: string, data: object, photos: readonly string[] = []): CompletedStep => ({
  draft: () => ({ type, data }),
  atMs: undefined,
  photos,
  deviations: [],
});

/** The visit's worker with the caller's account. Throws Refusal where there is none. */
function ownWorker({ context }: VisitSnapshot, by: Principal): VisitWorker {
  const worker = context.workers.find(({ userId }) => userId === by.userId);
  if (worker === undefined)
    throw new Refusal('您不是该工单的维保人员，请联系本单位管理人员派工', refusalCodes.notAllowedNow);
  return worker;
}

const unique = (flags: readonly VisitFlag[]): VisitFlag[] => [...new Set(flags)];

/** The caller's words for a step, with the moment, the place, the worker and the marks that the server adds. Throws Refusal. */
export async function completeVisitStep(
  parts: VisitDeskParts,
  by: Principal,
  facts: VisitFacts,
  step: Exclude<VisitStep, StepOf<'visit.assigned'>>,
): Promise<CompletedStep> {
  switch (step.event) {
    case 'visit.checkedIn':
      return checkedIn(parts, by, facts, step);
    case 'visit.submitted':
      return submitted(parts, by, facts, step);
    case 'visit.cosigned': {
      const { at, clock_offset_ms: clockOffsetMs, signature } = step.data;
      const moment = momentOf(parts, at, clockOffsetMs);
      return {
        draft: (state) => ({ type: step.event, data: { worker: ownWorker(state, by), signature } }),
        atMs: moment.atMs,
        photos: [],
        deviations: [],
      };
    }
    case 'visit.enteredFromPaper': {
      const { done_on: doneOn, worker_names: workerNames, photos, note } = step.data;
      const today = dayOf(parts.clock.nowMs());
      if (doneOn > today)
        throw new Refusal('完成日期不能晚于今天', refusalCodes.invalid, [
          { field: 'data.done_on', message: '不能晚于今天' },
        ]);
      const flags: VisitFlag[] = doneOn < today ? ['paper', 'lateEntry'] : ['paper'];
      return plain(step.event, { doneOn, workerNames, photos, ...(note === undefined ? {} : { note }), flags }, photos);
    }
    case 'visit.replanned':
      return plain(step.event, { reason: 'person', ...step.data });
    case 'visit.amended':
      return plain(step.event, step.data, step.data.photos ?? []);
    default:
      return plain(step.event, step.data);
  }
}

const momentOf = ({ clock }: VisitDeskParts, at: string | undefined, clockOffsetMs: number) =>
  statedMoment({ statedAtMs: at === undefined ? undefined : Date.parse(at), clockOffsetMs }, clock.nowMs());

/** The sign that was scanned, or the digits that were typed, are those of the visit's own lift. */
async function requireLift({ store }: VisitDeskParts, { row }: VisitFacts, scanned: string): Promise<void> {
  const code = scanned.split('/').at(-1) ?? '';
  const lift = await store.rows
    .selectFrom('elevators')
    .select(['id', 'tag'])
    .where((eb) => eb.or([eb('code', '=', code), eb('rescue_code', '=', code)]))
    .where((eb) => eb.or([eb('code', '!=', ''), eb('rescue_code', '!=', '')]))
    .executeTakeFirst();
  if (lift?.id === row.elevator_id) return;
  const message =
    lift === undefined
      ? '二维码不是本平台的电梯码，请扫描轿厢内的标牌'
      : `扫描的是 ${lift.tag} 的标牌，本工单是 ${row.tag}，请核对电梯`;
  throw new Refusal(message, refusalCodes.invalid, [{ field: 'data.lift_code', message }]);
}

async function checkedIn(
  parts: VisitDeskParts,
  by: Principal,
  facts: VisitFacts,
  { data, event }: StepOf<'visit.checkedIn'>,
): Promise<CompletedStep> {
  await requireLift(parts, facts, data.lift_code);
  const { atMs, flags } = momentOf(parts, data.at, data.clock_offset_ms);
  const { elevator, row } = facts;
  const { presence_code: code } = data;
  const place = data.place === null ? null : placeOnMap(data.place);
  const distanceM = place === null || elevator === undefined ? null : Math.round(metresBetween(place, elevator));
  const presence =
    code === undefined
      ? 'none'
      : await parts.judgePresence({ elevatorId: row.elevator_id, code, atMs, userId: by.userId });
  const marks: VisitFlag[] = [
    ...flags,
    ...(place === null ? (['noPlace'] as const) : []),
    ...(distanceM !== null && distanceM > farAwayM + (place?.accuracyM ?? 0) ? (['farAway'] as const) : []),
    ...(presence === 'none' ? (['noCode'] as const) : []),
    ...(presence === 'wrong' ? (['wrongCode'] as const) : []),
    ...(row.checked_in_at_ms !== null && Math.abs(atMs - row.checked_in_at_ms) > mostApartMs
      ? (['apart'] as const)
      : []),
  ];
  return {
    draft: (state) => ({
      type: event,
      data: {
        worker: ownWorker(state, by),
        place,
        distanceM,
        presence,
        clockOffsetMs: data.clock_offset_ms,
        flags: unique(marks),
      },
    }),
    atMs,
    photos: [],
    deviations: [],
  };
}

/** Photos of the places of work are those beside the items', however many of these there are. */
function requirePlaces({ settings }: VisitDeskParts, photos: readonly string[]): void {
  const asked = settings.current().visit_photo_places;
  const shown = new Set(photos).size;
  if (shown >= asked) return;
  const message = `请至少拍摄 ${asked} 处作业现场（机房、轿顶、底坑、标牌等），现有 ${shown} 张`;
  throw new Refusal(message, refusalCodes.invalid, [{ field: 'data.photos', message }]);
}

async function submitted(
  parts: VisitDeskParts,
  by: Principal,
  { row }: VisitFacts,
  { data, event }: StepOf<'visit.submitted'>,
): Promise<CompletedStep> {
  const items = itemsOfVisit(row);
  const deviations = deviationsOf(items, data);
  requirePlaces(parts, data.photos);
  const { atMs, flags } = momentOf(parts, data.at, data.clock_offset_ms);
  // The check-in that we have is the telephone's own word, brought to our clock; what it says now cannot make the stay longer.
  const checkedInAtMs = Math.min(row.checked_in_at_ms ?? atMs, atMs);
  const marks: VisitFlag[] = [...flags, ...(atMs - checkedInAtMs < shortStayMs ? (['shortStay'] as const) : [])];
  return {
    draft: (state) => ({
      type: event,
      data: {
        worker: ownWorker(state, by),
        listVersion: row.list_version,
        itemNum: items.length,
        deviations,
        parts: data.parts,
        photos: data.photos,
        ...(data.note === undefined ? {} : { note: data.note }),
        briefed: data.briefed,
        checkedInAtMs,
        checkedOutAtMs: atMs,
        doneOn: dayOf(atMs),
        signature: data.signature,
        flags: unique(marks),
      },
    }),
    atMs,
    photos: photosOf(data),
    deviations,
  };
}
