import type { SealedIds } from '../access/sealedIds.ts';
import * as z from 'zod';
import { responsibleSchema } from '../../src/contract/events/responsible.ts';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import type { Permission } from '../../src/contract/permissions.ts';
import type { StreamChanged } from '../../src/contract/streamChange.ts';
import type { StreamPrefix } from '../../src/machines/lifecycles.ts';
import type { Responsibility } from '../access/scope.ts';
import type { Directory } from '../domain/city/directory.ts';
import { findPlaceOfRecord, type RecordScope } from '../domain/city/recordScope.ts';
import type { EventStore } from '../store/eventStore.ts';
import type { Audience, Push } from './push.ts';
import { responsibilityOf } from '../domain/city/responsible.ts';

export interface DescribeParts {
  readonly store: EventStore;
  readonly directory: Pick<Directory, 'elevator' | 'device'>;
  readonly ids: Pick<SealedIds, 'seal'>;
}

/** Returns the pushes of an event, given the id in the stream's name. */
export type DescribeStream = (event: StoredEvent, id: string) => Promise<readonly Push[]> | readonly Push[];

/** The lifecycle whose events are described, with the prefix of its streams and the scope of its records. */
export interface PushedLifecycle extends RecordScope {
  readonly prefix: StreamPrefix;
}

/**
 * Describes the events of one lifecycle. Frames are derived from the committed event; facts that only the first event of a stream
 * carries are read from its row.
 */
export type PushesOf = (parts: DescribeParts, lifecycle: PushedLifecycle) => DescribeStream;

/** The place of a record and the companies responsible when it began, which never change. */
export interface RecordFacts {
  /** Null for a record about no lift. */
  readonly elevatorId: number | null;
  readonly responsibility: Responsibility;
  /** Only users who were responsible then hear of it: see `exceptionScopeCondition`. */
  readonly isOfThen?: boolean;
}

/** Tells that a record moved on. `told` is what clients learn of the event's data beside its type. */
export const streamChanged = (
  stream: StreamPrefix,
  { version, type }: StoredEvent,
  { id, elevatorId }: { readonly id: number | string; readonly elevatorId: number | null },
  told: object = {},
): StreamChanged => ({
  kind: 'stream.changed',
  stream,
  id,
  elevator_id: elevatorId,
  fact: { version, type, data: told },
});

/** Holders of the permission among those who were responsible at the event, and those who are now. */
export const audienceOf = (
  directory: DescribeParts['directory'],
  permission: Permission,
  { elevatorId, responsibility: then, isOfThen = false }: RecordFacts,
): Audience => {
  const now = isOfThen || elevatorId === null ? undefined : directory.elevator(elevatorId)?.responsible;
  return { kind: 'responsible', permission, responsibilities: now === undefined ? [then] : [then, now] };
};

const mostKept = 10_000;

/** Facts that never change, kept for the stream's next events; the oldest go. */
export function keepFacts<Key, Facts>(facts: Map<Key, Facts>, key: Key, value: Facts): Facts {
  if (facts.size >= mostKept) for (const oldest of [...facts.keys()].slice(0, mostKept / 10)) facts.delete(oldest);
  facts.set(key, value);
  return value;
}

export interface PushedRecords {
  /** The facts that the first event of a stream carries: its lift and who is responsible. */
  readonly begun: (event: StoredEvent) => RecordFacts | undefined;
  /** The same from the record's row, in the table of the lifecycle's scope; undefined where there is none. */
  readonly find: (store: EventStore, id: number, table: RecordScope['table']) => Promise<RecordFacts | undefined>;
}

const begunSchema = z.object({ elevatorId: z.number(), responsible: responsibleSchema });

const plainRecords: PushedRecords = {
  begun({ data }) {
    const { elevatorId, responsible } = begunSchema.parse(data);
    return { elevatorId, responsibility: responsible };
  },
  async find(store, id, table) {
    if (table === null) return undefined;
    const row = await findPlaceOfRecord(store, table, id);
    return row === undefined ? undefined : { elevatorId: row.elevator_id, responsibility: responsibilityOf(row) };
  },
};

/** Returns the pushes of a plain lifecycle: everyone who sees its records hears that one moved on, and nothing rings. */
export const recordPushes =
  ({ begun, find }: PushedRecords = plainRecords): PushesOf =>
  ({ store, directory }, { prefix, viewedBy, table }) => {
    const known = new Map<number, RecordFacts>();
    async function factsOf(event: StoredEvent, id: number): Promise<RecordFacts | undefined> {
      const facts = known.get(id) ?? (event.version === 1 ? begun(event) : await find(store, id, table));
      return facts === undefined || known.has(id) ? facts : keepFacts(known, id, facts);
    }
    return async (event, streamId) => {
      const id = Number(streamId);
      const facts = await factsOf(event, id);
      if (facts === undefined) return [];
      return [
        {
          event: streamChanged(prefix, event, { id, elevatorId: facts.elevatorId }),
          audience: audienceOf(directory, viewedBy, facts),
        },
      ];
    };
  };
