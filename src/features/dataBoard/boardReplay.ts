import { BehaviorSubject, combineLatest, distinctUntilChanged, filter, map, Observable } from 'rxjs';
import { createActor, fromCallback, type ActorRefFrom, type EventObject } from 'xstate';
import type { Call } from '../../contract/call.ts';
import type { OutputOf } from '../../contract/endpoint.ts';
import { replayCity } from '../../contract/endpoints/replay.ts';
import { toWireTime } from '../../contract/time.ts';
import { replayMachine, type PlayheadInput, type ReplayStretch } from '../../machines/replayMachine.ts';
import { toFailure } from '../../streams/loadState.ts';
import type { ReplayMoment } from '../../streams/replayFleet.ts';
import { startPlayhead } from '../../streams/startPlayhead.ts';

export type ReplayChunk = OutputOf<typeof replayCity>;

/** At most an hour is answered at once; its first minute belongs to the moment before. */
const stretchMs = 59 * 60_000;
const leadMs = 60_000;

/** The stretch that holds a moment, cut to what is kept. */
export function stretchAround(atMs: number, range: ReplayStretch): ReplayStretch {
  const fromMs = range.fromMs + Math.floor((atMs - range.fromMs) / stretchMs) * stretchMs;
  return { fromMs, toMs: Math.min(range.toMs, fromMs + stretchMs) };
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
    call(replayCity, { from: toWireTime(stretch.fromMs - leadMs), to: toWireTime(stretch.toMs) }, { quiet: true, signal: controller.signal }).then(
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
  const playhead = fromCallback<EventObject, PlayheadInput>(({ input, sendBack }) => startPlayhead(input, (atMs) => sendBack({ type: 'playhead.moved', atMs })));
  const actor = createActor(replayMachine.provide({ actors: { frames, playhead } }));
  const atMs$ = new Observable<number>((subscriber) => {
    subscriber.next(actor.getSnapshot().context.atMs);
    const watching = actor.subscribe(({ context }) => subscriber.next(context.atMs));
    return () => watching.unsubscribe();
  }).pipe(distinctUntilChanged());
  return {
    actor,
    chunk$,
    moments$: combineLatest([atMs$, chunk$.pipe(filter((chunk) => chunk !== nothing))]).pipe(map(([atMs, { frames: loaded }]) => ({ atMs, frames: loaded }))),
  };
}
