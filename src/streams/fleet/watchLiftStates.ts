import {
  asyncScheduler,
  catchError,
  concat,
  defer,
  EMPTY,
  exhaustMap,
  filter,
  finalize,
  map,
  merge,
  NEVER,
  Observable,
  of,
  switchMap,
  timeout,
  timer,
  type ObservableInput,
  type SchedulerLike,
} from 'rxjs';
import { unpackLifts, unpackStates, type StateColumns } from '../../contract/compactFleet.ts';
import { wholeFleet, type Realtime } from '../../contract/endpoints/realtime.ts';
import type { PushEvent } from '../../contract/push.ts';
import { changeOf, isChangeOf, toldOfDevice } from '../../contract/streamChange.ts';
import { batchPerFrame, nextFrame } from '../loading/batchPerFrame.ts';
import { exhaustLatest } from '../loading/exhaustLatest.ts';
import { applyColumns, createFleet, relook, type LiftFleet } from './liftFleet.ts';
import { toFailure, type LoadFailure } from '../loading/loadState.ts';

export interface LiveFleet {
  readonly kind: 'ready';
  readonly fleet: LiftFleet;
  /** The lifts that changed since the last value, by index; null: another fleet, draw all. */
  readonly changed: Uint32Array | null;
  /** The time of the server's last answer, by this machine's clock, epoch ms; its own time then. */
  readonly answeredAtMs: number;
  readonly serverTimeMs: number;
  /** The reason why the last request failed; null while answers come. */
  readonly problem: LoadFailure | null;
}
export type FleetState = { readonly kind: 'loading' } | LoadFailure | LiveFleet;

export interface LiftStateSources {
  readonly load: (query: LiftStateQuery) => ObservableInput<Realtime>;
  readonly events$: Observable<PushEvent>;
  /** The lifts that a list shows now, by id: these are asked for again and again, for a report without a change is not sent otherwise. */
  readonly shownIds$?: Observable<readonly number[]>;
}

export interface LiftStateQuery {
  readonly since?: string;
  readonly lifts?: boolean;
  readonly compact?: boolean;
  /** Separated by commas. */
  readonly ids?: string;
}

export interface LiftStateTiming {
  readonly everyMs?: number;
  /** Asks at each of these instead: ticks of a worker, which no hidden page slows down. */
  readonly ticks$?: Observable<unknown>;
  /** On a half-open link requests neither succeed nor fail. */
  readonly giveUpAfterMs?: number;
  readonly frame?: () => Observable<unknown>;
  /** Kept by the page for as long as the user is signed in; without one, watching again asks for everything. */
  readonly memory?: FleetMemory;
  readonly scheduler?: SchedulerLike;
}

type Change =
  | { readonly kind: 'asked' }
  | { readonly kind: 'answered'; readonly answer: Answered }
  | { readonly kind: 'confirmed'; readonly answer: Realtime }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'pushed'; readonly event: PushEvent };

/** A lift's state from pushes, the poll after which they came, and its state from polls. */
interface Told {
  readonly call: number | null;
  readonly status: number | null;
  readonly afterAsking: number;
  readonly polled: { readonly call: number; readonly status: number };
}

/** Returns the facts of a push about its lift; undefined for a push that says nothing of the picture. */
function toldBy(event: PushEvent): { elevatorId: number; call: number | null; status: number | null } | undefined {
  if (event.kind === 'rescue.ringing' || event.kind === 'rescue.claimed')
    return { elevatorId: event.elevatorId, call: 1, status: null };
  if (event.kind === 'rescue.over') return { elevatorId: event.elevatorId, call: 0, status: null };
  const status = isChangeOf(event, 'device') ? toldOfDevice.safeParse(event.fact.data).data?.status : undefined;
  const elevatorId = changeOf(event)?.elevatorId ?? null;
  return status === undefined || elevatorId === null ? undefined : { elevatorId, call: null, status };
}

const joinChanged = (before: Uint32Array | null, after: Uint32Array | null): Uint32Array | null => {
  if (before === null || after === null) return null;
  if (after.length === 0) return before;
  return before.length === 0 ? after : Uint32Array.from(new Set([...before, ...after]));
};

/** Returns the later of two states in one frame, with the changes of both. */
const joinStates = (before: FleetState, after: FleetState): FleetState =>
  after.kind === 'ready' && before.kind === 'ready'
    ? { ...after, changed: before.fleet === after.fleet ? joinChanged(before.changed, after.changed) : null }
    : after;

const nothing = new Uint32Array(0);

/** A lift reports every five seconds or more often: an age is never wrong by more than this. */
const confirmEveryMs = 2_000;
/** A list that is being scrolled shows other rows each frame. */
const settledAfterMs = 150;
/** The most lifts that one request may name. */
const mostShown = 1_000;

const polledOf = (fleet: LiftFleet, index: number): Told['polled'] => ({
  call: fleet.calls[index] ?? 0,
  status: fleet.statuses[index] ?? 0,
});
const write = (fleet: LiftFleet, index: number, { call, status }: Pick<Told, 'call' | 'status'>): void => {
  if (call !== null) fleet.calls[index] = call;
  if (status !== null) fleet.statuses[index] = status;
};

/** An answer with its columns to be read. */
type Answered = Omit<Realtime, 'columns' | 'compact'> & { readonly columns: StateColumns };

function unpacked({ compact, ...answer }: Realtime): Answered {
  if (compact === undefined) return answer;
  const { columns, lifts } = compact;
  return {
    ...answer,
    columns: unpackStates(columns),
    ...(lifts === undefined ? {} : { lifts: unpackLifts(lifts) }),
  };
}

/** Keeps the fleet: polled rows are the truth, and a push holds until the answer to a request that began after it. */
function createKeeper(nowMs: () => number) {
  let fleet: LiftFleet | null = null;
  let answeredAtMs = 0;
  let serverTimeMs = 0;
  let problem: LoadFailure | null = null;
  let askings = 0;
  let cursor: string | null = null;
  const told = new Map<number, Told>();
  /** True while the present subscribers have drawn nothing yet; what was known may be old, so the first answer is waited for. */
  let isUnseen = true;

  const state = (changed: Uint32Array | null): FleetState =>
    fleet === null
      ? (problem ?? { kind: 'loading' })
      : { kind: 'ready', fleet, changed, answeredAtMs, serverTimeMs, problem };

  /** The polled rows, below the pushed states. */
  const uncover = (kept: LiftFleet): readonly number[] =>
    [...told].flatMap(([elevatorId, { polled }]) => {
      const index = kept.indexOf.get(elevatorId);
      if (index === undefined) return [];
      write(kept, index, polled);
      return [index];
    });
  /** Applies pushed states over the polled rows; those that a later poll superseded are dropped. */
  const cover = (kept: LiftFleet, isSuperseded: (said: Told) => boolean): void => {
    for (const [elevatorId, said] of told) {
      const index = kept.indexOf.get(elevatorId);
      if (index === undefined || isSuperseded(said)) told.delete(elevatorId);
      else {
        told.set(elevatorId, { ...said, polled: polledOf(kept, index) });
        write(kept, index, said);
      }
    }
  };

  const answered = (answer: Answered): FleetState => {
    answeredAtMs = nowMs();
    serverTimeMs = Date.parse(answer.server_time);
    problem = null;
    cursor = answer.cursor;
    const known = fleet;
    const isNew = known === null || answer.lifts !== undefined;
    const kept = answer.lifts === undefined ? known : createFleet(answer.lifts);
    if (kept === null) {
      cursor = null;
      return state(nothing);
    }
    // Everything is sent again, and clocks may have been set: what was known no longer matters.
    if (answer.fresh) kept.seenMs.fill(0);
    fleet = kept;
    const covered = uncover(kept);
    const { changed, hasUnknown } = applyColumns(kept, answer.columns, serverTimeMs);
    cover(kept, ({ afterAsking }) => afterAsking < askings);
    if (hasUnknown || (answer.fresh && !isNew && answer.columns.id.length !== kept.count)) cursor = null;
    const touched = covered.length === 0 ? changed : Uint32Array.from(new Set([...changed, ...covered]));
    for (const index of touched) relook(kept, index);
    return state(isNew || isUnseen || answer.fresh ? null : touched);
  };

  /** Whole rows and not only their times: a change that an older answer still brings would be dropped as outdated. */
  const confirmed = ({ columns, lifts, server_time: serverTime }: Realtime): FleetState | undefined => {
    const kept = fleet;
    if (kept === null) return undefined;
    for (const [row, id] of (lifts?.id ?? []).entries()) {
      const index = kept.indexOf.get(id);
      if (index !== undefined) kept.addresses[index] = lifts?.addr?.[row] ?? '';
    }
    const covered = uncover(kept);
    const { changed } = applyColumns(kept, columns, Date.parse(serverTime));
    cover(kept, () => false);
    const touched = Uint32Array.from(new Set([...changed, ...covered]));
    for (const index of touched) relook(kept, index);
    return state(touched);
  };

  const pushed = (event: PushEvent): FleetState | undefined => {
    const said = toldBy(event);
    const index = said === undefined ? undefined : fleet?.indexOf.get(said.elevatorId);
    if (said === undefined || index === undefined || fleet === null) return undefined;
    const before = told.get(said.elevatorId);
    const now: Told = {
      call: said.call ?? before?.call ?? null,
      status: said.status ?? before?.status ?? null,
      afterAsking: askings,
      polled: before?.polled ?? polledOf(fleet, index),
    };
    told.set(said.elevatorId, now);
    write(fleet, index, now);
    relook(fleet, index);
    return state(Uint32Array.of(index));
  };

  const apply = (change: Change): FleetState | undefined => {
    switch (change.kind) {
      case 'asked':
        askings += 1;
        return undefined;
      case 'answered':
        return answered(change.answer);
      case 'confirmed':
        return confirmed(change.answer);
      case 'failed':
        problem = toFailure(change.error);
        return state(isUnseen ? null : nothing);
      case 'pushed':
        return pushed(change.event);
    }
  };

  return {
    /** The next request: for everything, with the constant data, or only for changes. */
    query: (): LiftStateQuery => (cursor === null ? wholeFleet : { since: cursor }),
    /** The request for these lifts: for their addresses only once. */
    queryOf: (ids: readonly number[]): LiftStateQuery => ({
      ids: ids.slice(0, mostShown).join(),
      ...(ids.some((id) => fleet?.addresses[fleet.indexOf.get(id) ?? -1] === '') ? { lifts: true } : {}),
    }),
    /** Someone begins to watch: what was known from before is drawn whole, once the server has said what changed since. */
    begin(): void {
      isUnseen = true;
    },
    take(change: Change): FleetState | undefined {
      const isFirst = isUnseen && (change.kind === 'answered' || change.kind === 'failed');
      const next = apply(change);
      if (isUnseen && !isFirst) return undefined;
      if (isFirst) isUnseen = false;
      return next;
    },
  };
}

type Keeper = ReturnType<typeof createKeeper>;

/** A page's knowledge of the fleet when it was left: when it is opened again, only what changed since is asked for. */
export interface FleetMemory {
  keeper: Keeper | null;
  leftAtMs: number;
}
export const createFleetMemory = (): FleetMemory => ({ keeper: null, leftAtMs: 0 });

/** After a longer absence most lifts have changed: everything is asked for. */
const remembersForMs = 300_000;

/**
 * Every lift as it is now: asked for each second with only what changed (a slow answer is waited for), and at once what a push says.
 * The newest wins, older rows are dropped, and a failed request is a value. Lifts that a list shows are asked for whole,
 * so that their last report is known. Emits at most once per frame. With a `memory`, watching again goes on from there.
 */
export function watchLiftStates(
  { load, events$, shownIds$ = NEVER }: LiftStateSources,
  {
    everyMs = 1_000,
    giveUpAfterMs = 10_000,
    scheduler = asyncScheduler,
    ticks$ = timer(0, everyMs, scheduler),
    frame = nextFrame,
    memory,
  }: LiftStateTiming = {},
): Observable<FleetState> {
  return defer(() => {
    const remembered =
      memory !== undefined && scheduler.now() - memory.leftAtMs < remembersForMs ? memory.keeper : null;
    const keeper = remembered ?? createKeeper(() => scheduler.now());
    if (memory !== undefined) memory.keeper = keeper;
    keeper.begin();
    const ask = (): Observable<Change> =>
      concat(
        of<Change>({ kind: 'asked' }),
        defer(() => load(keeper.query())).pipe(
          timeout({ each: giveUpAfterMs, scheduler }),
          map((answer): Change => ({ kind: 'answered', answer: unpacked(answer) })),
          catchError((error: unknown) => of<Change>({ kind: 'failed', error })),
        ),
      );
    const confirm = (ids: readonly number[]): Observable<Change> =>
      defer(() => load(keeper.queryOf(ids))).pipe(
        timeout({ each: giveUpAfterMs, scheduler }),
        map((answer): Change => ({ kind: 'confirmed', answer })),
        // That nothing is answered is known from the poll of all.
        catchError(() => EMPTY),
      );
    return merge(
      events$.pipe(map((event): Change => ({ kind: 'pushed', event }))),
      ticks$.pipe(exhaustMap(ask)),
      shownIds$.pipe(
        switchMap((ids) =>
          ids.length === 0 ? EMPTY : timer(settledAfterMs, confirmEveryMs, scheduler).pipe(map(() => ids)),
        ),
        exhaustLatest(confirm),
      ),
    ).pipe(
      map((change) => keeper.take(change)),
      filter((state) => state !== undefined),
      batchPerFrame(joinStates, frame),
      finalize(() => {
        if (memory !== undefined) memory.leftAtMs = scheduler.now();
      }),
    );
  });
}
