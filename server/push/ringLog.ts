import { randomUUID } from 'node:crypto';
import type { ConsoleFrame } from '../../src/contract/push.ts';
import {
  dropRingsBefore,
  keepRingConsoles,
  keepRingProcess,
  keepRingPushes,
  readConsoleSessions,
  ringAliveMs,
  ringsKeptMs,
} from '../domain/records/ringRows.ts';
import { every, type Clock } from '../runtime/clock.ts';
import { within } from '../runtime/within.ts';
import type { EventStore } from '../store/eventStore.ts';
import type { RingConsoleTable, RingPushTable } from '../store/rowTables.ts';
import type { Announcement } from './frames.ts';
import type { PushClient } from './pushClient.ts';

export const ringFlushMs = 2_000;
/** A server that stops does not wait for a database that is away. */
const closeWithinMs = 2_000;
const pruneMs = 3_600_000;
/** Rows of a transaction: a call that comes meanwhile waits for at most this many. */
const rowsAtOnce = 30;
/** If a console switches its sound on and off without end, the record keeps the first state and the last ones. */
const mostSoundChanges = 100;
/** Beyond this, while the store cannot write, the oldest go: the record must not take the memory of the ring. */
const mostWaiting = 50_000;

/** Connections of one session in an hour that have a row each; a client that reconnects more often continues a row that has ended. */
const mostRowsAnHour = 30;
const hourMs = 3_600_000;
/** Only a row that ended so recently is continued: a longer absence is kept as one. */
const continuedWithinMs = 60_000;

type Console = Omit<RingConsoleTable, 'address' | 'agent' | 'signed_in_at_ms' | 'sound'> & {
  readonly sessionKey: string;
  readonly sound: [number, ConsoleFrame['console']][];
};

/** The part of a client that the record keeps. */
export type RungClient = Pick<PushClient, 'principal' | 'sessionKey' | 'console'>;

/** The rows that one session made in an hour, by the clock, and those of them that have ended. */
interface SessionRows {
  readonly hour: number;
  made: number;
  ended: Console[];
}

export interface RingLogParts {
  readonly store: Pick<EventStore, 'rows' | 'write'>;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/**
 * Keeps cheaply who was rung where and when: a row for each connection (bounded for each session) and one for each gathered push, never one
 * for each console and reminder. Who was rung follows from both, since a push goes to every connection in its audience. Nothing here waits or
 * writes on the ring's path.
 */
export class RingLog {
  readonly #parts: RingLogParts;
  readonly #processId = randomUUID();
  readonly #consoles = new Map<RungClient, Console>();
  readonly #sessions = new Map<string, SessionRows>();
  /** Changed since they were written. */
  readonly #changed = new Set<Console>();
  #pushes = new Map<string, RingPushTable>();
  /** The position of the last push of each subject, for the reminders that follow it. */
  readonly #rounds = new Map<string, number>();
  readonly #stops: readonly (() => void)[];
  #writing: Promise<void> = Promise.resolve();

  constructor(parts: RingLogParts) {
    this.#parts = parts;
    const { clock } = parts;
    const guarded = (work: () => Promise<void>) => () => this.#inTurn(work);
    this.#stops = [
      every(
        clock,
        ringFlushMs,
        guarded(() => this.#flush()),
      ),
      every(
        clock,
        ringAliveMs,
        guarded(() => this.#sayAlive()),
      ),
      every(
        clock,
        pruneMs,
        guarded(() => this.#prune()),
      ),
    ];
  }

  /** From now on it gets what its audience gets. */
  joined(client: RungClient): void {
    const row = this.#newRow(client);
    const known = this.#rowToContinue(row);
    if (known === undefined) {
      this.#consoles.set(client, row);
      this.#change(row);
      return;
    }
    known.until_ms = null;
    this.#consoles.set(client, known);
    this.#change(known);
    if (client.console !== undefined) this.sounds(client, client.console);
  }

  #newRow({ principal, sessionKey, console }: RungClient): Console {
    const nowMs = this.#parts.clock.nowMs();
    return {
      id: randomUUID(),
      process_id: this.#processId,
      user_id: principal.userId,
      user_name: principal.name,
      sessionKey,
      may_answer: principal.permissions.has('rescue.answer') ? 1 : 0,
      scope: JSON.stringify(principal.scope),
      sound: console === undefined ? [] : [[nowMs, console]],
      since_ms: nowMs,
      until_ms: null,
    };
  }

  /** Undefined where the connection gets a row of its own. */
  #rowToContinue(row: Console): Console | undefined {
    const hour = Math.floor(row.since_ms / hourMs);
    const known = this.#sessions.get(row.sessionKey);
    const ended = (known?.ended ?? []).filter(
      ({ until_ms: untilMs }) => row.since_ms - (untilMs ?? 0) < continuedWithinMs,
    );
    const session: SessionRows = { hour, made: known?.hour === hour ? known.made : 0, ended };
    this.#sessions.set(row.sessionKey, session);
    if (session.made >= mostRowsAnHour) {
      const at = ended.findLastIndex(({ scope, may_answer }) => scope === row.scope && may_answer === row.may_answer);
      if (at !== -1) return ended.splice(at, 1)[0];
    }
    session.made += 1;
    return undefined;
  }

  /** It said whether it can sound. */
  sounds(client: RungClient, console: ConsoleFrame['console']): void {
    const row = this.#consoles.get(client);
    if (row === undefined || row.sound.at(-1)?.[1] === console) return;
    row.sound.push([this.#parts.clock.nowMs(), console]);
    if (row.sound.length > mostSoundChanges) row.sound.splice(1, 1);
    this.#change(row);
  }

  left(client: RungClient): void {
    const row = this.#consoles.get(client);
    if (row === undefined) return;
    this.#consoles.delete(client);
    row.until_ms = this.#parts.clock.nowMs();
    this.#change(row);
    this.#sessions.get(row.sessionKey)?.ended.push(row);
  }

  /** Records the announcements just sent; without a position it is a reminder. */
  pushed(announcements: readonly Announcement[], position?: number): void {
    for (const { push } of announcements) {
      const { event, text, audience } = push;
      if (text === undefined || audience.kind !== 'responsible') continue;
      if (event.kind !== 'rescue.ringing' && event.kind !== 'alarm.raised') continue;
      const subject = event.kind === 'rescue.ringing' ? `rescue-${event.orderId}` : `alarm-${event.alarmId}`;
      if (position !== undefined) this.#rounds.set(subject, position);
      this.#gather({
        subject,
        position: position ?? this.#rounds.get(subject) ?? 0,
        is_reminder: position === undefined ? 1 : 0,
        notice_level: event.kind === 'rescue.ringing' ? event.noticeLevel : 0,
        responsibilities: JSON.stringify(audience.responsibilities),
      });
    }
    if (this.#rounds.size > mostWaiting) this.#rounds.clear();
  }

  /** Writes what is left. */
  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
    for (const client of this.#consoles.keys()) this.left(client);
    await within(
      this.#parts.clock,
      closeWithinMs,
      this.#inTurn(() => this.#flush()),
      undefined,
    );
  }

  #gather(push: Omit<RingPushTable, 'first_at_ms' | 'last_at_ms' | 'times'>): void {
    const nowMs = this.#parts.clock.nowMs();
    const key = `${push.subject} ${push.position} ${push.is_reminder} ${push.notice_level}`;
    const known = this.#pushes.get(key);
    if (known === undefined) this.#pushes.set(key, { ...push, first_at_ms: nowMs, last_at_ms: nowMs, times: 1 });
    else {
      known.last_at_ms = nowMs;
      known.times += 1;
    }
  }

  #change(row: Console): void {
    this.#changed.add(row);
    if (this.#changed.size <= mostWaiting) return;
    for (const oldest of this.#changed) {
      this.#changed.delete(oldest);
      break;
    }
  }

  /** One write at a time; reports a failure, and writes its rows with the next. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#writing = this.#writing.then(work).catch(this.#parts.onError);
    return this.#writing;
  }

  async #flush(): Promise<void> {
    const pushes = this.#pushes;
    this.#pushes = new Map();
    try {
      await this.#writePushes([...pushes.values()]);
    } catch (error) {
      // Newer ones of the same key are added to what could not be written.
      for (const [key, newer] of this.#pushes) {
        const older = pushes.get(key);
        pushes.set(
          key,
          older === undefined ? newer : { ...older, last_at_ms: newer.last_at_ms, times: older.times + newer.times },
        );
      }
      this.#pushes = pushes.size > mostWaiting ? new Map() : pushes;
      throw error;
    }
    const changed = [...this.#changed];
    for (let from = 0; from < changed.length; from += rowsAtOnce) {
      const part = changed.slice(from, from + rowsAtOnce);
      // Rows that change during this write are written once more.
      for (const row of part) this.#changed.delete(row);
      try {
        await this.#writeConsoles(part);
      } catch (error) {
        for (const row of part) this.#change(row);
        throw error;
      }
    }
    if (changed.length > 0) await this.#sayAlive();
  }

  async #writePushes(pushes: readonly RingPushTable[]): Promise<void> {
    for (let from = 0; from < pushes.length; from += rowsAtOnce) {
      const part = pushes.slice(from, from + rowsAtOnce);
      await this.#parts.store.write((queries) => keepRingPushes(queries, part));
    }
  }

  async #writeConsoles(consoles: readonly Console[]): Promise<void> {
    const { store } = this.#parts;
    const keys = [...new Set(consoles.map(({ sessionKey }) => sessionKey))];
    const sessions = new Map(
      (await readConsoleSessions(store.rows, keys)).map((session) => [session.token_hash, session]),
    );
    const rows = consoles.map(({ sessionKey, sound, ...console }): RingConsoleTable => {
      const session = sessions.get(sessionKey);
      return {
        ...console,
        address: session?.ip ?? '',
        agent: session?.agent ?? '',
        signed_in_at_ms: session?.created_at_ms ?? null,
        sound: JSON.stringify(sound),
      };
    });
    await store.write((queries) => keepRingConsoles(queries, rows));
  }

  async #sayAlive(): Promise<void> {
    if (this.#consoles.size === 0 && this.#changed.size === 0) return;
    const process = { process_id: this.#processId, seen_ms: this.#parts.clock.nowMs() };
    await this.#parts.store.write((queries) => keepRingProcess(queries, process));
  }

  async #prune(): Promise<void> {
    const nowMs = this.#parts.clock.nowMs();
    for (const [key, { hour }] of this.#sessions) if ((hour + 2) * hourMs <= nowMs) this.#sessions.delete(key);
    const beforeMs = nowMs - ringsKeptMs;
    await this.#parts.store.write((queries) => dropRingsBefore(queries, beforeMs));
  }
}
