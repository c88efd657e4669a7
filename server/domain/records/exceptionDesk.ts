import type { ParsedInputOf } from '../../../src/contract/endpoint.ts';
import type {
  exceptionComment,
  exceptionReportOther,
  ExceptionStep,
} from '../../../src/contract/endpoints/exception.ts';
import { refusalCodes } from '../../../src/contract/envelope.ts';
import {
  exceptionPrefixOf,
  exceptionTypeOf,
  isKeptExceptionType,
  type ExceptionPrefix,
  type KeptExceptionType,
} from '../../../src/contract/exceptions.ts';
import { exceptionTypeLabels } from '../../../src/contract/labels.ts';
import { streamName } from '../../../src/contract/streamName.ts';
import type { EventDraft } from '../../../src/machines/lifecycle.ts';
import { lifecycleOf, lifecycles, type AnyLifecycle } from '../../../src/machines/lifecycles.ts';
import { actorOf, type Principal } from '../../access/principal.ts';
import { UniqueConflictError, type AppendResult, type EventStore } from '../../store/eventStore.ts';
import { decideAs } from '../decide.ts';
import type { Directory } from '../city/directory.ts';
import { eventPhotos } from './eventPhotos.ts';
import { incidentLevels, phenomenonLevels, scooterLevel } from './exceptionLevels.ts';
import {
  openException,
  type ExceptionSubjectWish,
  type OpenedException,
  type OpenExceptionParts,
} from './openException.ts';
import { openOrderOf } from './openRescue.ts';
import { rescuesOfLift } from './rescuesOfLift.ts';
import type { LatestReports } from '../city/liftCondition.ts';
import { exceptionScope, requireElevatorInScope, requireRecordInScope, rescueScope } from '../city/recordScope.ts';
import { NotFound, Refusal } from '../refusal.ts';
import { readSteps } from '../readSteps.ts';
import { addUploadUses, notOwnUploads } from './uploadUses.ts';

type Report = ParsedInputOf<typeof exceptionReportOther>;

/** The steps that people take with faults, scooters and incidents. Each throws Refusal in Chinese, or NotFound for records out of scope. */
export interface ExceptionDesk {
  /** Opens one, or joins the open one of the same lift and cause. */
  report(by: Principal, report: Report): Promise<OpenedException>;
  step(by: Principal, step: ExceptionStep): Promise<void>;
  /** Returns the comment's id. */
  comment(by: Principal, comment: ParsedInputOf<typeof exceptionComment>): Promise<number>;
  /** Takes a closed one out of every list; its stream stays. */
  hide(by: Principal, exceptionId: number, reason: string): Promise<void>;
  /** The number of people that the lift's device last saw in the car; null for none, or without a report since the start. */
  readonly peopleIn: (elevatorId: number) => number | null;
}

export interface ExceptionDeskParts extends OpenExceptionParts {
  readonly directory: Directory;
  /** The lifts' last reports. */
  readonly fleet?: LatestReports | undefined;
  /** The name of a cause that may be chosen now, by its code; undefined for one that is unknown or retired. */
  readonly causeNameOf: (code: string) => Promise<string | undefined>;
}

export function createExceptionDesk(parts: ExceptionDeskParts): ExceptionDesk {
  const { store, clock, directory, fleet, causeNameOf } = parts;

  /** Returns the lifecycle of an exception in the caller's scope. */
  async function typeOf(by: Principal, exceptionId: number): Promise<KeptExceptionType> {
    const row = await store.rows
      .selectFrom('exceptions')
      .select('type')
      .where('id', '=', exceptionId)
      .executeTakeFirst();
    if (row === undefined && by.permissions.has(rescueScope.viewedBy)) {
      await requireRecordInScope(parts, by, rescueScope.table, exceptionId);
      throw new Refusal('困人救援请在救援处置页面处理', refusalCodes.invalid);
    }
    await requireRecordInScope(parts, by, exceptionScope.table, exceptionId);
    if (row === undefined || !isKeptExceptionType(row.type)) throw new NotFound();
    return row.type;
  }

  async function take(
    by: Principal,
    exceptionId: number,
    draftOf: (prefix: ExceptionPrefix) => EventDraft | Promise<EventDraft>,
  ): Promise<AppendResult | undefined> {
    const prefix = exceptionPrefixOf[await typeOf(by, exceptionId)];
    const draft = await draftOf(prefix);
    const photos = eventPhotos(draft.data);
    const field = draft.type.endsWith('.commented') ? 'photos' : 'data.photos';
    await requireUploads(store, by, photos, field, `exception-${exceptionId}`);
    const lifecycle: AnyLifecycle = lifecycles[prefix];
    const { result } = await decideAs(parts, by, lifecycle, {
      stream: streamName(prefix, exceptionId),
      choose: () => draft,
      ...(photos.length === 0
        ? {}
        : { effects: (queries) => addUploadUses(queries, `exception-${exceptionId}`, photos) }),
    });
    return result;
  }

  const tagOf = (elevatorId: number): { readonly tag?: string } => {
    const tag = directory.elevator(elevatorId)?.tag;
    return tag === undefined ? {} : { tag };
  };

  const peopleIn = (elevatorId: number): number | null => {
    const people = fleet?.get(elevatorId)?.report.people ?? 0;
    return people > 0 ? people : null;
  };

  /** The server writes everything in the record but the caller's own words. */
  async function completed(by: Principal, step: ExceptionStep): Promise<EventDraft> {
    switch (step.event) {
      case 'fault.repaired': {
        await requireOwnRescue(store, by, step.id, step.data.rescueOrderId);
        const causeLabel = await causeNameOf(step.data.cause);
        if (causeLabel === undefined)
          throw new Refusal('故障原因已停用或不存在，请重新选择', refusalCodes.invalid, [
            { field: 'data.cause', message: '该原因已停用或不存在，请重新选择' },
          ]);
        return { type: step.event, data: { ...step.data, causeLabel } };
      }
      case 'incident.swept': {
        const { elevatorId } = step.data;
        const callOrderId = await openOrderOf(store, elevatorId);
        const peopleNum = peopleIn(elevatorId);
        return {
          type: step.event,
          data: {
            ...step.data,
            ...tagOf(elevatorId),
            ...(callOrderId === undefined ? {} : { callOrderId }),
            ...(peopleNum === null ? {} : { peopleNum }),
          },
        };
      }
      case 'incident.unswept':
        return { type: step.event, data: { ...step.data, ...tagOf(step.data.elevatorId) } };
      case 'incident.closed': {
        const calling = await callingOf(store, step.id);
        return { type: step.event, data: { ...step.data, ...(calling.length === 0 ? {} : { calling }) } };
      }
      default:
        return { type: step.event, data: step.data };
    }
  }

  return {
    peopleIn,
    async report(by, report) {
      const elevator = requireElevatorInScope(directory, by, report.elevator_id);
      await requireUploads(store, by, report.photos ?? [], 'photos', null);
      return openException(parts, {
        ...subjectOf(report),
        elevator,
        source: 'person',
        deviceKey: '',
        code: '',
        level: levelOf(report),
        alarmId: null,
        actor: actorOf(by),
        atMs: clock.nowMs(),
        late: false,
        callerName: report.caller_name,
        callerPhone: report.caller_phone,
        note: report.detail,
        photos: report.photos,
        messageId: `exception:${by.userId}:${report.request_id}`,
      });
    },

    async step(by, step) {
      try {
        await take(by, step.id, (prefix) => {
          if (!step.event.startsWith(`${prefix}.`)) throw otherType(step.event, prefix);
          return completed(by, step);
        });
      } catch (error) {
        // A reopened fault takes the place of the one that is open, of which a lift has one.
        if (error instanceof UniqueConflictError)
          throw new Refusal('该电梯已有同样的未完成故障，请在其中处理', refusalCodes.notAllowedNow);
        throw error;
      }
    },

    async comment(by, { id, ...data }) {
      const result = await take(by, id, (prefix) => ({ type: `${prefix}.commented`, data }));
      return result?.events[0]?.position ?? 0;
    },

    async hide(by, exceptionId, reason) {
      await take(by, exceptionId, (prefix) => ({ type: `${prefix}.hidden`, data: { reason } }));
    },
  };
}

/** A call for help that a repair names is one of the same lift that the caller sees. */
async function requireOwnRescue(
  { rows }: EventStore,
  by: Principal,
  exceptionId: number,
  orderId: number | undefined,
): Promise<void> {
  if (orderId === undefined) return;
  const fault = await rows
    .selectFrom('exceptions')
    .select('elevator_id')
    .where('id', '=', exceptionId)
    .executeTakeFirst();
  const found = await rescuesOfLift(rows, by, fault?.elevator_id ?? 0)
    .select('o.id')
    .where('o.id', '=', orderId)
    .executeTakeFirst();
  if (found !== undefined) return;
  const message = '该救援单不存在、已判定误报或不是这台电梯的，请重新选择';
  throw new Refusal(message, refusalCodes.invalid, [{ field: 'data.rescueOrderId', message }]);
}

/** The tags of the lifts of a group that call for help. */
async function callingOf({ rows }: EventStore, exceptionId: number): Promise<string[]> {
  const found = await rows
    .selectFrom('exception_children as c')
    .innerJoin('open_rescues as o', 'o.elevator_id', 'c.elevator_id')
    .select('c.tag')
    .where('c.exception_id', '=', exceptionId)
    .orderBy('c.tag')
    .execute();
  return found.map(({ tag }) => tag);
}

function subjectOf(report: Report): ExceptionSubjectWish {
  switch (report.type) {
    case 2:
      return { type: 2, isDoorHeld: false };
    case 3:
      return { type: 3, phenomenon: report.phenomenon, rescueOrderId: null };
    case 4:
      return { type: 4, kind: report.kind };
  }
}

function levelOf(report: Report): 1 | 2 | 3 {
  if (report.type === 2) return scooterLevel;
  return report.type === 3 ? phenomenonLevels[report.phenomenon] : incidentLevels[report.kind];
}

function otherType(event: string, prefix: ExceptionPrefix): Refusal {
  const label = lifecycleOf(event)?.step(event).label ?? event;
  return new Refusal(
    `该记录是${exceptionTypeLabels[exceptionTypeOf[prefix]]}，不能执行“${label}”`,
    refusalCodes.invalid,
  );
}

/** A picture that is gone, or that somebody else has uploaded, is refused beside its field. */
async function requireUploads(
  { rows }: EventStore,
  by: Principal,
  names: readonly string[],
  field: string,
  record: string | null,
): Promise<void> {
  const strange = await readSteps(rows, notOwnUploads(rows, by, names, record));
  if (strange.length === 0) return;
  throw new Refusal('照片已失效，请重新上传', refusalCodes.invalid, [{ field, message: '照片已失效，请重新上传' }]);
}
