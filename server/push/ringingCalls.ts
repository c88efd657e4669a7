import { newRescueOrderText, type LapsedClaim } from '../../src/contract/push.ts';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import { isStreamOf, streamNumber } from '../../src/contract/streamName.ts';
import { readOrderRows, unansweredOrderIds } from '../domain/records/currentRows.ts';
import type { Directory, ElevatorInfo } from '../domain/city/directory.ts';
import { isStoreAway } from '../store/errors.ts';
import type { EventStore } from '../store/eventStore.ts';
import type { RescueOrderTable } from '../store/rowTables.ts';
import { Announcement } from './frames.ts';
import { callFactsOf, lapsedClaimOf, ringingEventOf, type CallFacts } from './ringingEvent.ts';

export interface RingingCall {
  readonly orderId: number;
  readonly announcement: Announcement;
}

export interface RingingCallsParts {
  readonly store: EventStore;
  readonly directory: Pick<Directory, 'elevator'>;
  /** The epoch of the frames that it makes. */
  readonly epoch: string;
  readonly onError: (error: unknown) => void;
}

/** A call, and its reminder for the lift as it was then. */
interface OpenCall {
  readonly facts: CallFacts;
  readonly noticeLevel: number;
  readonly onlyScanned: boolean;
  /** The user whose claim lapsed, if somebody had it before. */
  readonly lapsed: LapsedClaim | undefined;
  readonly elevator: ElevatorInfo | undefined;
  readonly announcement: Announcement;
}

/** Both databases accept this many values in one query. */
const mostAtOnce = 500;

const isRinging = (row: RescueOrderTable): boolean => row.is_open === 1 && row.stage === 'pending';

const orderIdOf = ({ stream }: StoredEvent): number => streamNumber(stream);

/**
 * Open calls that no one has answered, from the rows: they are sent again every ten seconds, and to everyone who signs in.
 * Only changed orders are read again: after an earthquake hundreds are open at the same time.
 */
export class RingingCalls {
  readonly #parts: RingingCallsParts;
  readonly #open = new Map<number, OpenCall>();
  /** Orders that changed since they were read. */
  readonly #unread = new Set<number>();
  #reading: Promise<void> | undefined;

  private constructor(parts: RingingCallsParts) {
    this.#parts = parts;
  }

  static async open(parts: RingingCallsParts): Promise<RingingCalls> {
    const calls = new RingingCalls(parts);
    for (const id of await unansweredOrderIds(parts.store)) calls.#unread.add(id);
    await calls.catchUp();
    return calls;
  }

  /** Oldest first, each for the users responsible for its lift now. */
  list(): readonly RingingCall[] {
    const { directory } = this.#parts;
    const oldestFirst = [...this.#open].toSorted(([, a], [, b]) => a.facts.raisedAtMs - b.facts.raisedAtMs);
    return oldestFirst.map(([orderId, call]) => {
      const elevator = directory.elevator(call.facts.elevatorId);
      if (elevator === call.elevator) return { orderId, announcement: call.announcement };
      const announcement = this.#announcementOf(call, elevator);
      this.#open.set(orderId, { ...call, elevator, announcement });
      return { orderId, announcement };
    });
  }

  /** Processes an event. Rejects when the database is unreachable: then `catchUp` reads what is missing. */
  async follow(events: readonly StoredEvent[]): Promise<void> {
    for (const event of events) {
      if (isStreamOf('rescue', event.stream)) this.#unread.add(orderIdOf(event));
      // The times since when calls have been open now follow another calendar.
      if (event.type === 'clock.stepped') for (const orderId of this.#open.keys()) this.#unread.add(orderId);
    }
    await this.catchUp();
  }

  /** Reads changes that could not be read when they happened; resolves when none is left. */
  async catchUp(): Promise<void> {
    while (this.#unread.size > 0) {
      // One read at a time: an older result must not arrive after a newer one.
      this.#reading ??= this.#readSome().finally(() => {
        this.#reading = undefined;
      });
      await this.#reading;
    }
  }

  async #readSome(): Promise<void> {
    const ids = [...this.#unread].slice(0, mostAtOnce);
    // Changes from here on are read once more.
    for (const id of ids) this.#unread.delete(id);
    try {
      const rows = (await readOrderRows(this.#parts.store, ids)).filter(isRinging);
      this.#take(ids, rows, await this.#lapsedClaims(rows));
    } catch (error) {
      for (const id of ids) this.#unread.add(id);
      throw error;
    }
  }

  /** Few calls ring for a second time: each costs one more query. */
  async #lapsedClaims(rows: readonly RescueOrderTable[]): Promise<ReadonlyMap<number, LapsedClaim>> {
    const lapsed = new Map<number, LapsedClaim>();
    for (const { id, answered_at_ms: answeredAtMs } of rows) {
      const claim = answeredAtMs === null ? undefined : await this.#lapsedClaim(id);
      if (claim !== undefined) lapsed.set(id, claim);
    }
    return lapsed;
  }

  /** A call whose history cannot be read rings without it, and does not silence others. */
  async #lapsedClaim(orderId: number): Promise<LapsedClaim | undefined> {
    try {
      return await lapsedClaimOf(this.#parts.store, orderId);
    } catch (error) {
      if (isStoreAway(error)) throw error;
      this.#parts.onError(error);
      return undefined;
    }
  }

  #take(
    ids: readonly number[],
    rows: readonly RescueOrderTable[],
    lapsedClaims: ReadonlyMap<number, LapsedClaim>,
  ): void {
    for (const id of ids) this.#open.delete(id);
    for (const row of rows) {
      const call = {
        facts: callFactsOf(row),
        noticeLevel: row.notice_level,
        onlyScanned: row.only_scanned === 1,
        lapsed: lapsedClaims.get(row.id),
      };
      const elevator = this.#parts.directory.elevator(row.elevator_id);
      this.#open.set(row.id, { ...call, elevator, announcement: this.#announcementOf(call, elevator) });
    }
  }

  #announcementOf(
    { facts, noticeLevel, onlyScanned, lapsed }: Pick<OpenCall, 'facts' | 'noticeLevel' | 'onlyScanned' | 'lapsed'>,
    elevator: ElevatorInfo | undefined,
  ): Announcement {
    const event = ringingEventOf(facts, {
      sosTel: elevator?.sosTel ?? '',
      noticeLevel,
      onlyScanned,
      lapsed,
      reminder: true,
    });
    const responsibilities =
      elevator === undefined ? [facts.responsibility] : [facts.responsibility, elevator.responsible];
    return new Announcement(
      {
        event,
        text: newRescueOrderText(facts.elevatorId),
        audience: { kind: 'responsible', permission: 'rescue.answer', responsibilities },
      },
      this.#parts.epoch,
    );
  }
}
