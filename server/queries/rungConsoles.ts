import * as z from 'zod';
import type { RingSound, WhyRang } from '../../src/contract/entities/whyRang.ts';
import { toWireTime, toWireTimeOrNull } from '../../src/contract/time.ts';
import { accountScopeCondition } from '../access/organizationScope.ts';
import { loadPrincipals } from '../access/loadPrincipal.ts';
import type { Principal } from '../access/principal.ts';
import { isInScope, type Responsibility, type Scope } from '../access/scope.ts';
import { ringAliveMs, ringsKeptMs } from '../domain/records/ringRows.ts';
import type { EventStore, Queries } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import type { RingConsoleTable } from '../store/rowTables.ts';
import { browserName } from './browserName.ts';
import { firstOverlap, type RingWindow } from './ringWindows.ts';

/** The most names in each list; the rest are counted. */
const mostNamed = 100;
/** Connections that are looked at: of a thousand consoles, with those that came back. */
const mostConsoles = 5_000;
/** A process that has been silent for this long was killed. */
const silentMs = 2 * ringAliveMs;

export interface Ring {
  readonly windows: readonly RingWindow[];
  /** The responsibilities that the push was addressed to. */
  readonly responsibilities: readonly Responsibility[];
  /** Users who took the call. */
  readonly answeredBy: ReadonlySet<number>;
}

type Consoles = Pick<WhyRang, 'rung' | 'rung_num' | 'not_rung' | 'not_rung_num' | 'has_consoles' | 'kept_since'>;
type Rung = WhyRang['rung'][number];
type Missed = WhyRang['not_rung'][number];

const ids = z.array(z.number());
/** A user's scope as the record of consoles keeps it. */
const scopeSchema: z.ZodType<Scope> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({
    kind: z.literal('organizations'),
    areaIds: ids,
    communityIds: ids,
    brandIds: ids,
    propertyIds: ids,
    maintenanceIds: ids,
  }),
]);
const soundSchema = z.array(z.tuple([z.number(), z.enum(['armed', 'blocked'])]));

/** Armed if it could sound at any moment of the ringing. */
function soundDuring(json: string, { fromMs, untilMs }: RingWindow): RingSound {
  const said = soundSchema.parse(JSON.parse(json));
  const before = said.findLast(([atMs]) => atMs <= fromMs);
  const during = said.filter(([atMs]) => atMs > fromMs && (untilMs === null || atMs <= untilMs));
  const states = [...(before === undefined ? [] : [before]), ...during].map(([, state]) => state);
  return states.includes('armed') ? 'armed' : states.length > 0 ? 'blocked' : 'unknown';
}

async function consolesDuring(reads: Queries, windows: readonly RingWindow[], nowMs: number) {
  const fromMs = Math.min(...windows.map((window) => window.fromMs));
  const untilMs = Math.max(...windows.map((window) => window.untilMs ?? nowMs));
  const rows = await reads
    .selectFrom('ring_consoles as c')
    .leftJoin('ring_processes as p', 'p.process_id', 'c.process_id')
    .selectAll('c')
    // A console that has just connected precedes the row of its process.
    .select(({ fn }) => fn.coalesce('p.seen_ms', 'c.since_ms').as('seen_ms'))
    .where('c.since_ms', '<=', untilMs)
    .where((where) =>
      where.or([
        where('c.until_ms', '>=', fromMs),
        // Consoles that a killed process left open before the ringing would otherwise fill the limit.
        where('c.until_ms', 'is', null).and(where.fn.coalesce('p.seen_ms', 'c.since_ms'), '>=', fromMs - silentMs),
      ]),
    )
    .orderBy('c.since_ms')
    .limit(mostConsoles)
    .execute();
  // A console without an end is open, or its process was killed: then it ended when the process was last seen.
  return rows.map(({ seen_ms: seenMs, ...row }) => ({
    ...row,
    until_ms: row.until_ms ?? (seenMs < nowMs - silentMs ? seenMs : null),
  }));
}

function missedOf(row: RingConsoleTable, scope: Scope, responsibilities: readonly Responsibility[]) {
  if (row.may_answer === 0) return 'noPermission' as const;
  return responsibilities.some((responsibility) => isInScope(scope, responsibility)) ? undefined : 'outOfScope';
}

/** The caller's rights to read about the consoles and the people at them. */
interface Sight {
  /** For users who answer calls or manage accounts. */
  readonly seesConsoles: boolean;
  /** Accounts outside the caller's scope are counted and not named. */
  readonly manages: (userId: number) => boolean;
  /** The browser, and for those who manage this account the address; empty where neither may be read. */
  readonly consoleOf: (row: Pick<RingConsoleTable, 'user_id' | 'agent' | 'address'>) => string;
}

async function sightOf(reads: Queries, { permissions, scope }: Principal): Promise<Sight> {
  const seesAddresses = permissions.has('user.access');
  const seesConsoles = seesAddresses || permissions.has('rescue.answer');
  const managed = seesConsoles && scope.kind !== 'all' ? await accountsWithin(reads, scope) : undefined;
  const manages = (userId: number): boolean => seesConsoles && (managed === undefined || managed.has(userId));
  return {
    seesConsoles,
    manages,
    consoleOf({ user_id: userId, agent, address }) {
      if (!seesConsoles) return '';
      return [browserName(agent), seesAddresses && manages(userId) ? address : '']
        .filter((part) => part !== '')
        .join(' · ');
    },
  };
}

async function accountsWithin(reads: Queries, scope: Scope): Promise<ReadonlySet<number>> {
  const accounts = await reads
    .selectFrom('users as u')
    .innerJoin('roles as r', 'r.id', 'u.role_id')
    .select('u.id')
    .where(() => accountScopeCondition(scope))
    .execute();
  return new Set(accounts.map(({ id }) => id));
}

/**
 * Returns who was rung at which console, and who was not. Names of consoles are for users who answer calls or manage accounts; a user whom
 * the call did not concern, and the address of any console, only for those in whose scope the account lies.
 */
export async function readConsoles(
  store: EventStore,
  by: Principal,
  { windows, responsibilities, answeredBy }: Ring,
  nowMs: number,
): Promise<Consoles> {
  const keptSinceMs = nowMs - ringsKeptMs;
  const hasConsoles = windows.some((window) => (window.untilMs ?? nowMs) >= keptSinceMs);
  const none: Consoles = {
    rung: [],
    rung_num: 0,
    not_rung: [],
    not_rung_num: 0,
    has_consoles: hasConsoles,
    kept_since: toWireTime(keptSinceMs),
  };
  if (!hasConsoles) return none;
  const reads = readsOf(store, by);
  const { seesConsoles, manages, consoleOf } = await sightOf(reads, by);

  // A thousand consoles have a handful of scopes.
  const scopes = new Map<string, Scope>();
  const scopeOf = (json: string): Scope => {
    const scope = scopes.get(json) ?? scopeSchema.parse(JSON.parse(json));
    scopes.set(json, scope);
    return scope;
  };
  const rung: Rung[] = [];
  const missed = new Map<number, Missed>();
  const rungUsers = new Set<number>();
  for (const row of await consolesDuring(reads, windows, nowMs)) {
    const overlap = firstOverlap(windows, { sinceMs: row.since_ms, untilMs: row.until_ms });
    if (overlap === undefined) continue;
    const reason = missedOf(row, scopeOf(row.scope), responsibilities);
    if (reason !== undefined) {
      missed.set(row.user_id, { user_name: row.user_name, console: consoleOf(row), reason });
      continue;
    }
    rungUsers.add(row.user_id);
    rung.push({
      user_name: row.user_name,
      console: consoleOf(row),
      signed_in_at: !seesConsoles || row.signed_in_at_ms === null ? null : toWireTime(row.signed_in_at_ms),
      first_at: toWireTime(overlap.fromMs),
      until: toWireTimeOrNull(overlap.untilMs),
      sound: soundDuring(row.sound, overlap),
      answered: answeredBy.has(row.user_id),
    });
  }
  for (const { userId, name, permissions, scope } of await loadPrincipals({ rows: reads })) {
    if (rungUsers.has(userId) || missed.has(userId) || !permissions.has('rescue.answer')) continue;
    if (!responsibilities.some((one) => isInScope(scope, one))) continue;
    missed.set(userId, { user_name: name, console: '', reason: 'notSignedIn' });
  }
  const notRung = [...missed].filter(([userId]) => !rungUsers.has(userId));
  const named = notRung.filter(([userId, { reason }]) => reason === 'notSignedIn' || manages(userId));
  return {
    ...none,
    rung: rung.slice(0, mostNamed),
    rung_num: rung.length,
    not_rung: seesConsoles ? named.slice(0, mostNamed).map(([, one]) => one) : [],
    not_rung_num: notRung.length,
  };
}
