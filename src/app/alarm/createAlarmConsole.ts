import { delay, filter, map, merge, Subscription, withLatestFrom, type Observable } from 'rxjs';
import { createActor, fromCallback, type ActorRefFrom, type EventObject } from 'xstate';
import { CallError, type Call } from '../../contract/call.ts';
import { rescueAck } from '../../contract/endpoints/rescue.ts';
import { refusalCodes } from '../../contract/envelope.ts';
import type { PushEvent } from '../../contract/push.ts';
import { rescueCallKey, ringingCallOf, type RingingCall } from '../../contract/ringingCall.ts';
import { alarmDialogMachine, type AlarmDialogEvent } from '../../machines/alarmDialogMachine.ts';
import type { LiveFeed } from '../../streams/link/liveFeed.ts';
import { endedCallKey, rings } from '../../streams/link/openCalls.ts';
import type { AlarmSound } from '../sound/createAlarmSound.ts';

export interface AlarmConsole {
  readonly actor: ActorRefFrom<typeof alarmDialogMachine>;
  start(): void;
  stop(): void;
}

export interface AlarmConsoleDeps {
  readonly userId: number;
  readonly live: Pick<LiveFeed, 'events$' | 'ringing$' | 'snapshotNeeded$'>;
  readonly call: Call;
  readonly sound: Pick<AlarmSound, 'start' | 'stop' | 'permission$'>;
  /** The number of open calls that this user has claimed: someone who has one may dock the dialog. */
  readonly heldClaims$: Observable<number>;
  readonly openRescueCall: () => void;
  readonly openHandling: (elevatorId: number) => void;
}

/** After a restart of the log the server sends the open calls again within this time (`openCalls`). */
const resyncAfterMs = 3_500;

/** Returns the meaning of a push for the dialog; undefined if nothing. */
export function dialogEventOf(event: PushEvent): AlarmDialogEvent | undefined {
  const call = ringingCallOf(event);
  if (call !== undefined) return rings(call) ? { type: 'push.arrived', call } : undefined;
  if (event.kind === 'rescue.claimed')
    return {
      type: 'push.claimed',
      key: rescueCallKey(event.orderId),
      byUserId: event.byUserId,
      byUserName: event.byUserName,
      via: event.via ?? 'console',
    };
  const key = endedCallKey(event);
  return key === undefined ? undefined : { type: 'push.over', key };
}

/** The outcome of a refused claim: the server's message names who was first, or says why it failed. */
export function claimFailureOf(error: unknown): AlarmDialogEvent {
  if (!(error instanceof CallError)) return { type: 'claim.failed', message: '接听失败，请再次点击“接听”' };
  const [, winner, telephone] =
    (error.code === refusalCodes.alreadyClaimed ? /^(.+) 已受理(（电话）)?/.exec(error.message) : null) ?? [];
  return winner === undefined
    ? { type: 'claim.failed', message: error.message }
    : { type: 'claim.lost', byUserName: winner, via: telephone === undefined ? 'console' : 'phone' };
}

/** The alarm dialog of a console that may answer: pushes ring it, the sound loops, an answer claims and leads to the desk. */
export function createAlarmConsole({
  userId,
  live,
  call,
  sound,
  heldClaims$,
  openRescueCall,
  openHandling,
}: AlarmConsoleDeps): AlarmConsole {
  /** Alarms without an order cannot be claimed on the server: once answered here, they must not ring again after a resync. */
  const answeredAlarms = new Set<string>();

  const alarmSound = fromCallback<EventObject, Record<string, never>>(({ sendBack }) => {
    const watching = sound.permission$.subscribe((permission) => {
      if (permission === 'blocked') sendBack({ type: 'sound.blocked' });
      if (permission === 'armed') sendBack({ type: 'sound.armed' });
    });
    void sound.start();
    return () => {
      watching.unsubscribe();
      sound.stop();
    };
  });

  const claim = fromCallback<EventObject, { readonly call: RingingCall | null }>(({ sendBack, input }) => {
    const { call: ringing } = input;
    if (ringing === null) return;
    if (ringing.orderId === null) {
      answeredAlarms.add(ringing.key);
      sendBack({ type: 'claim.won' });
      return;
    }
    call(rescueAck, { id: ringing.orderId }, { quiet: true }).then(
      () => sendBack({ type: 'claim.won' }),
      (error: unknown) => sendBack(claimFailureOf(error)),
    );
  });

  const actor = createActor(
    alarmDialogMachine.provide({
      actors: { alarmSound, claim },
      actions: {
        openRescueCall,
        openHandling: (_, params) => {
          if (params.call !== null) openHandling(params.call.elevatorId);
        },
      },
    }),
    { input: { userId } },
  );

  const pushed$: Observable<AlarmDialogEvent> = live.events$.pipe(
    map(dialogEventOf),
    filter((event) => event !== undefined),
  );
  const resynced$: Observable<AlarmDialogEvent> = live.snapshotNeeded$.pipe(
    delay(resyncAfterMs),
    withLatestFrom(live.ringing$),
    map(([, calls]) => ({ type: 'push.resynced', calls: calls.filter((open) => !answeredAlarms.has(open.key)) })),
  );
  const counted$: Observable<AlarmDialogEvent> = heldClaims$.pipe(map((held) => ({ type: 'claims.counted', held })));
  let listening: Subscription | undefined;
  return {
    actor,
    start() {
      actor.start();
      listening = merge(pushed$, resynced$, counted$).subscribe((event) => actor.send(event));
    },
    stop() {
      listening?.unsubscribe();
      actor.stop();
    },
  };
}
