import { BehaviorSubject, combineLatest, distinctUntilChanged, filter, map, Observable } from 'rxjs';
import { createActor, fromCallback, type ActorRefFrom, type EventObject } from 'xstate';
import type { Call } from '../../contract/call.ts';
import type { OutputOf } from '../../contract/endpoint.ts';
import { replayCity } from '../../contract/endpoints/replay.ts';
import { toDisplayTime, toWireTime } from '../../contract/time.ts';
import { replayMachine, type PlayheadInput, type ReplayStretch } from '../../machines/replayMachine.ts';
import { toFailure } from '../../streams/loading/loadState.ts';
import type { ReplayMoment } from '../../streams/recording/replayFleet.ts';
import { startPlayhead } from '../../streams/recording/startPlayhead.ts';

export type ReplayChunk = OutputOf<typeof replayCity>;

/** A response covers at most an hour; its first minute belongs to the moment before. */
const stretchMs = 59 * 60_000;
const leadMs = 60_000;

/** The stretch that contains a moment, cut to the available data. */
function stretchAround(atMs: number, range: ReplayStretch): ReplayStretch {
  const fromMs = range.fromMs + Math.floor((atMs - range.fromMs) / stretchMs) * stretchMs;
  return { fromMs, toMs: Math.min(range.toMs, fromMs + stretchMs) };
}

/** `11-20 22:03–23:40` in the city's time. */
const spanText = ({ fromMs, toMs }: ReplayStretch): string => {
  const [from, to] = [toDisplayTime(fromMs).slice(5, 16), toDisplayTime(toMs).slice(5, 16)];
  return `${from}–${from.slice(0, 5) === to.slice(0, 5) ? to.slice(6) : to}`;
};

/** The message for a moment without data: the stretches with data before and after it. */
export function describeHole(atMs: number, spans: readonly ReplayStretch[]): string {
  const near = [spans.findLast(({ toMs }) => toMs <= atMs), spans.find(({ fromMs }) => fromMs > atMs)].flatMap(
    (span) => (span === undefined ? [] : [spanText(span)]),
  );
  return `${toDisplayTime(atMs).slice(5, 16)} 没有记录${near.length === 0 ? '' : `，有记录的是 ${near.join(' 和 ')}`}`;
}

/** The message if a requested moment is outside all data; null otherwise. */
export function describeOutside(atMs: number, range: ReplayStretch | null): string | null {
  const asked = `${toDisplayTime(atMs).slice(0, 16)} 没有记录`;
  if (range === null) return `${asked}：还没有可回放的数据`;
  return atMs < range.fromMs - leadMs || atMs > range.toMs + leadMs ? `${asked}，可回放 ${spanText(range)}` : null;
}

export interface BoardReplay {
  readonly actor: ActorRefFrom<typeof replayMachine>;
  readonly chunk$: BehaviorSubject<ReplayChunk>;
  /** The replayed moment with what is at hand. */
  readonly moments$: Observable<ReplayMoment>;
}

const nothing: ReplayChunk = { frames: [], rescues: [], alarms: [] };

/** Plays the city's past on the wall: the machine with the calls and the clock. Started by the screen that shows it. */
export function createBoardReplay(call: Call): BoardReplay {
  const chunk$ = new BehaviorSubject<ReplayChunk>(nothing);
  const frames = fromCallback<EventObject, { readonly atMs: number }>(({ input, sendBack }) => {
    const range = actor.getSnapshot().context.range;
    if (range === null) return;
    const stretch = stretchAround(input.atMs, range);
    const controller = new AbortController();
    call(
      replayCity,
      { from: toWireTime(stretch.fromMs - leadMs), to: toWireTime(stretch.toMs) },
      { quiet: true, signal: controller.signal },
    ).then(
      (chunk) => {
        chunk$.next(chunk);
        sendBack({ type: 'frames.loaded', stretch });
      },
      (error: unknown) => {
        if (!controller.signal.aborted) sendBack({ type: 'frames.failed', message: toFailure(error).message });
      },
    );
    return () => controller.abort();
  });
  const playhead = fromCallback<EventObject, PlayheadInput>(({ input, sendBack }) =>
    startPlayhead(input, (atMs) => sendBack({ type: 'playhead.moved', atMs })),
  );
  const actor = createActor(replayMachine.provide({ actors: { frames, playhead } }));
  const atMs$ = new Observable<number>((subscriber) => {
    subscriber.next(actor.getSnapshot().context.atMs);
    const watching = actor.subscribe(({ context }) => subscriber.next(context.atMs));
    return () => watching.unsubscribe();
  }).pipe(distinctUntilChanged());
  return {
    actor,
    chunk$,
    moments$: combineLatest([atMs$, chunk$.pipe(filter((chunk) => chunk !== nothing))]).pipe(
      map(([atMs, { frames: loaded }]) => ({ atMs, frames: loaded })),
    ),
  };
}
