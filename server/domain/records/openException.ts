import * as z from 'zod';
import type { incidentChild } from '../../../src/contract/events/incident.ts';
import {
  exceptionPrefixOf,
  type ExceptionSource,
  type FaultPhenomenon,
  type IncidentKind,
} from '../../../src/contract/exceptions.ts';
import { streamName, streamNumber } from '../../../src/contract/streamName.ts';
import type { EventDraft } from '../../../src/machines/lifecycle.ts';
import { lifecycles, type AnyLifecycle } from '../../../src/machines/lifecycles.ts';
import { sharedRead } from '../../store/sharedReads.ts';
import { UniqueConflictError, type AppendRequest, type EventActor, type EventStore } from '../../store/eventStore.ts';
import { decide, type DecisionParts } from '../decide.ts';
import type { ElevatorInfo } from '../city/directory.ts';
import type { Settings } from '../domain.ts';
import { openKeyOf, type OpenExceptionKey } from '../../../src/machines/openExceptionKey.ts';
import { Refusal } from '../refusal.ts';
import { addUploadUses } from './uploadUses.ts';
import { responsibleForCut } from '../city/responsible.ts';

/** The subject of the report: a scooter (2), a fault (3) or an incident (4). */
export type ExceptionSubjectWish =
  | { readonly type: 2; readonly isDoorHeld: boolean }
  | { readonly type: 3; readonly phenomenon: FaultPhenomenon; readonly rescueOrderId: number | null }
  | {
      readonly type: 4;
      readonly kind: IncidentKind;
      /** The lifts of an incident of several; those that an open one does not have yet join it. */
      readonly children?: readonly z.infer<typeof incidentChild>[] | undefined;
      /** The power cut that it is a part of: the part of the lift's companies. */
      readonly cut?: string | undefined;
    };

export type ExceptionWish = ExceptionSubjectWish & {
  /** The lift; the first one of an incident of several lifts. */
  readonly elevator: ElevatorInfo;
  readonly source: ExceptionSource;
  /** Empty where no device reported it. */
  readonly deviceKey: string;
  /** Our message code, or empty. */
  readonly code: string;
  readonly level: 1 | 2 | 3;
  readonly alarmId: number | null;
  readonly actor: EventActor;
  readonly atMs: number;
  readonly late: boolean;
  /** The number of reports that a repeat stands for. */
  readonly times?: number | undefined;
  readonly callerName?: string | undefined;
  readonly callerPhone?: string | undefined;
  readonly note?: string | undefined;
  readonly photos?: readonly string[] | undefined;
  readonly messageId: string;
  readonly causationPosition?: number | undefined;
};

export interface OpenExceptionParts extends DecisionParts {
  readonly settings: Settings;
}

export interface OpenedException {
  readonly exceptionId: number;
  readonly joined: boolean;
}

const openings = {
  2: { prefix: exceptionPrefixOf[2], opened: 'scooter.detected', repeated: 'scooter.repeated' },
  3: { prefix: exceptionPrefixOf[3], opened: 'fault.occurred', repeated: 'fault.repeated' },
  4: { prefix: exceptionPrefixOf[4], opened: 'incident.opened', repeated: 'incident.repeated' },
} as const;

/** Exceptions may open and close between our read and write; if it happens this often, something else is wrong. */
const mostTries = 10;

interface FoundException {
  readonly exceptionId: number;
  readonly stream: string;
}

const keyText = ({ place, causeKey }: OpenExceptionKey): string => JSON.stringify([place, causeKey]);

const openExceptionsOf = sharedRead(async ({ rows }, keys: readonly string[]) => {
  const wanted = keys.map((key) => keySchema.parse(JSON.parse(key)));
  const found = await rows
    .selectFrom('open_exceptions')
    .select(['place', 'cause_key', 'exception_id', 'stream'])
    .where('place', 'in', [...new Set(wanted.map(([place]) => place))])
    .where('cause_key', 'in', [...new Set(wanted.map(([, causeKey]) => causeKey))])
    .execute();
  return new Map<string, FoundException>(
    found.map(({ place, cause_key: causeKey, exception_id: exceptionId, stream }) => [
      keyText({ place, causeKey }),
      { exceptionId, stream },
    ]),
  );
});
const keySchema = z.tuple([z.string(), z.string()]);

/** The open exception with this key; undefined where there is none. */
export const findOpenException = (store: EventStore, key: OpenExceptionKey): Promise<FoundException | undefined> =>
  openExceptionsOf(store, keyText(key));

/**
 * Opens an exception, or joins the open one of the same cause. Two simultaneous reports are settled by the unique row of the open
 * exception, in the append's own transaction. A repeated message id returns the first result.
 */
export async function openException(parts: OpenExceptionParts, wish: ExceptionWish): Promise<OpenedException> {
  const key = openKeyOf(subjectOf(wish), {
    elevatorId: wish.elevator.id,
    communityId: wish.elevator.responsible.communityId,
    companies: isPartOfCut(wish) ? wish.elevator.responsible : undefined,
  });
  for (let attempt = 1; attempt <= mostTries; attempt += 1) {
    const open = await findOpenException(parts.store, key);
    const opened = open === undefined ? await begin(parts, wish) : await join(parts, wish, open);
    if (opened !== undefined) return opened;
  }
  throw new Error(
    `${key.place}: ${key.causeKey} opened and closed ${mostTries} times while a report was being recorded`,
  );
}

const isPartOfCut = (wish: ExceptionSubjectWish): boolean => wish.type === 4 && wish.cut !== undefined;

const subjectOf = (wish: ExceptionWish) =>
  wish.type === 3 ? { type: wish.type, code: wish.code, phenomenon: wish.phenomenon } : wish;

const commonOf = ({ actor, messageId, causationPosition }: ExceptionWish) => ({
  actor,
  messageId,
  ...(causationPosition === undefined ? {} : { causationPosition }),
});

/** The person's own words, if any. */
const saidBy = ({ callerName, callerPhone, note, photos }: ExceptionWish) => ({
  ...(callerName === undefined ? {} : { callerName }),
  ...(callerPhone === undefined ? {} : { callerPhone }),
  ...(note === undefined ? {} : { note }),
  ...(photos === undefined || photos.length === 0 ? {} : { photos: [...photos] }),
});

/** Undefined where it was closed in between: the report then opens one of its own. */
async function join(
  parts: OpenExceptionParts,
  wish: ExceptionWish,
  { exceptionId, stream }: { readonly exceptionId: number; readonly stream: string },
): Promise<OpenedException | undefined> {
  const { repeated } = openings[wish.type];
  const { source, alarmId, late, times } = wish;
  const drafts: readonly EventDraft[] =
    wish.type === 4 && wish.children !== undefined
      ? await newChildren(parts.store, exceptionId, wish.children, source)
      : [
          {
            type: repeated,
            data: { source, alarmId, late, ...(times === undefined ? {} : { times }), ...saidBy(wish) },
          },
        ];
  const lifecycle: AnyLifecycle = lifecycles[openings[wish.type].prefix];
  try {
    let first: OpenedException | undefined;
    for (const [index, draft] of drafts.entries()) {
      const { result } = await decide(parts, lifecycle, {
        ...commonOf(wish),
        ...(index === 0 ? {} : { messageId: `${wish.messageId}:${index}` }),
        atMs: wish.atMs,
        stream,
        choose: () => draft,
        ...effectsOf(exceptionId, wish),
      });
      // A repeated message id: what it did the first time, in whichever stream.
      const [event] = result?.events ?? [];
      first ??= openedBy(event?.stream ?? stream, event?.type);
    }
    return first ?? { exceptionId, joined: true };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

async function newChildren(
  { rows }: EventStore,
  exceptionId: number,
  children: readonly z.infer<typeof incidentChild>[],
  source: ExceptionSource,
): Promise<readonly EventDraft[]> {
  const known = await rows
    .selectFrom('exception_children')
    .select('elevator_id')
    .where('exception_id', '=', exceptionId)
    .execute();
  const ids = new Set(known.map(({ elevator_id }) => elevator_id));
  return children
    .filter(({ elevatorId }) => !ids.has(elevatorId))
    .map((child) => ({ type: 'incident.joined', data: { ...child, source } }));
}

/** Undefined if another report of the same was first: this one then joins it. */
async function begin(parts: OpenExceptionParts, wish: ExceptionWish): Promise<OpenedException | undefined> {
  const { store, settings } = parts;
  const { prefix, opened } = openings[wish.type];
  const exceptionId = await store.nextId('rescue');
  const { elevator } = wish;
  try {
    const result = await store.append({
      ...commonOf(wish),
      stream: streamName(prefix, exceptionId),
      expectedVersion: 'none',
      events: [
        {
          type: opened,
          atMs: wish.atMs,
          data: {
            exceptionId,
            elevatorId: elevator.id,
            tag: elevator.tag,
            addr: elevator.addr,
            responsible: isPartOfCut(wish) ? responsibleForCut(elevator.responsible) : elevator.responsible,
            source: wish.source,
            deviceKey: wish.deviceKey,
            code: wish.code,
            level: wish.level,
            alarmId: wish.alarmId,
            late: wish.late,
            handleLimitSeconds: limitSecondsOf(wish.type, settings),
            ...saidBy(wish),
            ...dataOf(wish),
          },
        },
      ],
      ...effectsOf(exceptionId, wish),
    });
    return openedBy(result.events[0]?.stream ?? '', result.events[0]?.type);
  } catch (error) {
    if (!(error instanceof UniqueConflictError)) throw error;
    return undefined;
  }
}

function dataOf(wish: ExceptionWish): object {
  switch (wish.type) {
    case 2:
      return { isDoorHeld: wish.isDoorHeld };
    case 3:
      return { phenomenon: wish.phenomenon, rescueOrderId: wish.rescueOrderId };
    case 4:
      return {
        kind: wish.kind,
        ...(wish.children === undefined ? {} : { children: wish.children }),
        ...(wish.cut === undefined ? {} : { cut: wish.cut }),
      };
  }
}

function limitSecondsOf(type: ExceptionWish['type'], settings: Settings): number {
  const { scooter_limit_minutes, fault_limit_minutes, incident_limit_minutes } = settings.current();
  return { 2: scooter_limit_minutes, 3: fault_limit_minutes, 4: incident_limit_minutes }[type] * 60;
}

const openedBy = (stream: string, type: string | undefined): OpenedException => ({
  exceptionId: streamNumber(stream),
  joined: !Object.values(openings).some(({ opened }) => opened === type),
});

/** Pictures of a record are kept as long as it is. */
const effectsOf = (exceptionId: number, { photos = [] }: ExceptionWish): Pick<AppendRequest, 'effects'> =>
  photos.length === 0 ? {} : { effects: (queries) => addUploadUses(queries, `exception-${exceptionId}`, photos) };
