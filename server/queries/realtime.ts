import { createHash, randomBytes } from 'node:crypto';
import { packLifts, packStates, type PackedLifts } from '../../src/contract/compactFleet.ts';
import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { elevatorRealtime } from '../../src/contract/endpoints/realtime.ts';
import { toWireTime } from '../../src/contract/time.ts';
import type { Principal } from '../access/principal.ts';
import { isInScope, type Scope } from '../access/scope.ts';
import type { Directory, ElevatorInfo } from '../domain/city/directory.ts';
import type { Clock } from '../runtime/clock.ts';
import type { FleetReader } from '../ports/fleetReader.ts';
import { unknownServiceMode } from '../telemetry/fleetState.ts';
import { SealedCounts } from './sealedCounts.ts';
import type { LiftColumns, RealtimeColumns } from '../../src/contract/fleetColumns.ts';

export interface RealtimeParts {
  readonly fleet: FleetReader;
  readonly directory: Pick<Directory, 'generation' | 'elevators' | 'elevator'>;
  readonly clock: Clock;
  /** Called before a walk through the whole city for this caller; a throw refuses it. */
  readonly admitWalk: (by: Principal) => void;
}

type Query = ParsedInputOf<typeof elevatorRealtime>;
type Answer = OutputOf<typeof elevatorRealtime>;

/**
 * Polls within this time get the same response and the same cursor, so that clients that started at different times
 * soon make the same request.
 */
const windowMs = 250;
const mostMembershipsKept = 500;
/** A poll for more changes than this costs as much as reading the whole city; a city of 100,000 lifts has 5,000 changes a second. */
const mostChangesAtOnce = 20_000;
/** Some ten megabytes each with a hundred thousand lifts. */
const mostFleetsKept = 20;

export interface Realtime {
  /**
   * The lifts in the caller's scope that changed since the cursor, by column; all of them without a usable cursor.
   * Callers of one scope who make the same request within a moment get the same object. Throws what `admitWalk` throws.
   */
  read(by: Principal, query: Query): Answer;
}

/** Serves the poll that every screen makes every second: a scope is resolved once, a response built once per request. */
export function createRealtime({ fleet, directory, clock, admitWalk }: RealtimeParts): Realtime {
  /** Names this process's numbering of changes: a cursor of another one means a whole snapshot. */
  const epoch = randomBytes(6).toString('base64url');
  const counts = new SealedCounts();
  const memberships = new Map<string, ReadonlySet<number>>();
  const answers = new Map<string, Answer>();
  /** The constant data of all lifts of a scope: every map requests it at its start. */
  const wholeFleets = new Map<string, LiftColumns>();
  /** The packed constant data of a whole fleet, which lives as long as the fleet. */
  const packedLifts = new WeakMap<LiftColumns, PackedLifts>();
  let generation = directory.generation;
  let windowEndsAtMs = Number.NEGATIVE_INFINITY;
  let windowSequence = 0;
  /** The place in the numbering, as clients get it: the number of changes is that of the whole city. */
  let windowPlace = counts.seal(windowSequence);

  /** The lifts of a scope; undefined for everything. */
  function membersOf(scope: Scope, scopeKey: string): ReadonlySet<number> | undefined {
    if (scope.kind === 'all') return undefined;
    const known = memberships.get(scopeKey);
    if (known !== undefined) return known;
    const members = new Set<number>();
    for (const lift of directory.elevators()) if (isInScope(scope, lift.responsible)) members.add(lift.id);
    if (memberships.size >= mostMembershipsKept) memberships.clear();
    memberships.set(scopeKey, members);
    return members;
  }

  function openWindow(): void {
    const nowMs = clock.monotonicMs();
    if (directory.generation !== generation) {
      generation = directory.generation;
      memberships.clear();
      wholeFleets.clear();
      answers.clear();
    }
    if (nowMs < windowEndsAtMs) return;
    answers.clear();
    windowEndsAtMs = nowMs + windowMs;
    windowSequence = fleet.sequence;
    windowPlace = counts.seal(windowSequence);
  }

  /** A list asks for its visible rows every few seconds: that must not cost a walk through the whole city. */
  function candidates({ ids }: Query): Iterable<ElevatorInfo> {
    if (ids === undefined) return directory.elevators();
    return [...new Set(ids)].flatMap((id) => directory.elevator(id) ?? []);
  }

  /** The lifts that are wanted, in the order of the request or of the directory. */
  function liftsFor(isWanted: (lift: ElevatorInfo) => boolean, query: Query, scopeKey: string): LiftColumns {
    const isWhole = query.ids === undefined && query.viewport === undefined;
    const known = isWhole ? wholeFleets.get(scopeKey) : undefined;
    if (known !== undefined) return known;
    const lifts: LiftColumns = query.ids === undefined ? noLifts() : { ...noLifts(), addr: [] };
    for (const lift of candidates(query)) if (isWanted(lift)) pushLift(lifts, lift);
    if (wholeFleets.size >= mostFleetsKept) wholeFleets.clear();
    if (isWhole) wholeFleets.set(scopeKey, lifts);
    return lifts;
  }

  function build(
    members: ReadonlySet<number> | undefined,
    query: Query,
    scopeKey: string,
    since: number | undefined,
    cursor: string,
  ): Answer {
    const isWanted = filterOf(query, members);
    const columns = noStates();
    let lifts: LiftColumns | undefined;
    if (since === undefined) {
      const wanted = liftsFor(isWanted, query, scopeKey);
      for (const id of wanted.id) if (!fleet.appendTo(columns, id)) pushNeverSeen(columns, id);
      if (query.lifts === true) lifts = wanted;
    } else {
      if (query.lifts === true) lifts = noLifts();
      fleet.visitChangedSince(since, (elevatorId) => {
        const lift = directory.elevator(elevatorId);
        if (lift === undefined || !isWanted(lift)) return;
        fleet.appendTo(columns, elevatorId);
        if (lifts !== undefined) pushLift(lifts, lift);
      });
    }
    const answer = { cursor, fresh: since === undefined, server_time: toWireTime(clock.nowMs()) };
    if (query.compact !== true || since !== undefined || query.ids !== undefined)
      return { ...answer, columns, ...(lifts === undefined ? {} : { lifts }) };
    const compact = { columns: packStates(columns), ...(lifts === undefined ? {} : { lifts: packOnce(lifts) }) };
    return { ...answer, columns: noStates(), compact };
  }

  function packOnce(lifts: LiftColumns): PackedLifts {
    const known = packedLifts.get(lifts) ?? packLifts(lifts);
    packedLifts.set(lifts, known);
    return known;
  }

  return {
    read(by, query) {
      const { scope } = by;
      openWindow();
      const scopeKey = JSON.stringify(scope);
      // A cursor belongs to one request: with another scope, filter or base data it is no longer usable.
      const question = createHash('sha256')
        .update(`${epoch}|${generation}|${scopeKey}|${String(query.ids)}|${String(query.viewport)}`)
        .digest('base64url')
        .slice(0, 16);
      const [named, place] = query.since?.split(':') ?? [];
      const since = named === question && place !== undefined ? counts.open(place) : undefined;
      const key = `${question}:${since ?? 'all'}:${query.lifts === true}:${query.compact === true}`;
      const known = answers.get(key);
      if (known !== undefined) return known;
      const isWalk = since === undefined || windowSequence - since > mostChangesAtOnce;
      if (isWalk && query.ids === undefined) admitWalk(by);
      const answer = build(membersOf(scope, scopeKey), query, scopeKey, since, `${question}:${windowPlace}`);
      answers.set(key, answer);
      return answer;
    },
  };
}

function filterOf(query: Query, members: ReadonlySet<number> | undefined): (lift: ElevatorInfo) => boolean {
  const wanted = query.ids === undefined ? undefined : new Set(query.ids);
  const [west, south, east, north] = query.viewport ?? [];
  const box =
    west === undefined || south === undefined || east === undefined || north === undefined
      ? undefined
      : { west, south, east, north };
  return ({ id, lng, lat, isScrapped }) => {
    if (members?.has(id) === false || wanted?.has(id) === false) return false;
    if (isScrapped && wanted === undefined) return false;
    return box === undefined || (lng >= box.west && lng <= box.east && lat >= box.south && lat <= box.north);
  };
}

const noStates = (): RealtimeColumns => ({
  id: [],
  status: [],
  service_mode: [],
  car_status: [],
  direction: [],
  floor: [],
  door: [],
  people: [],
  speed: [],
  call: [],
  seen_ms: [],
});

const noLifts = (): LiftColumns => ({
  id: [],
  tag: [],
  lng: [],
  lat: [],
  floor_min: [],
  floor_max: [],
  community_id: [],
  area_id: [],
});

function pushNeverSeen(columns: RealtimeColumns, elevatorId: number): void {
  columns.id.push(elevatorId);
  columns.service_mode.push(unknownServiceMode);
  columns.speed.push(null);
  columns.floor.push(1);
  for (const column of [
    columns.status,
    columns.car_status,
    columns.direction,
    columns.door,
    columns.people,
    columns.call,
    columns.seen_ms,
  ])
    column.push(0);
}

/** A tenth of a metre: whatever more digits a survey gave would only be carried around. */
const toMicroDegrees = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

function pushLift(columns: LiftColumns, lift: ElevatorInfo): void {
  columns.id.push(lift.id);
  columns.tag.push(lift.tag);
  columns.lng.push(toMicroDegrees(lift.lng));
  columns.lat.push(toMicroDegrees(lift.lat));
  columns.floor_min.push(lift.floorMin);
  columns.floor_max.push(lift.floorMax);
  columns.community_id.push(lift.responsible.communityId);
  columns.area_id.push(lift.responsible.areaId);
  columns.addr?.push(lift.addr);
}
