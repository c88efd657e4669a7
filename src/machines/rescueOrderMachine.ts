import { assign, setup, type SnapshotFrom } from 'xstate';
import type { RescueEvent } from '../contract/events/rescue.ts';
import { rescueResultSchema } from '../contract/events/rescueResult.ts';
import type { BreachKind } from '../contract/labels.ts';
import { isByPerson, isBySystem, isPerson, isSuperior, isSystem } from './actors.ts';
import { claimGuards, lapseDueAtMs } from './rescueClaimGuards.ts';
import { typed } from './typed.ts';
import type { RescueContext, GuardArgs } from './rescueContext.ts';

/** Returns the time at which a breach falls due; both run from the call (TSG T5002-2017, 5(4)). */
export function breachDueAtMs(context: RescueContext, kind: BreachKind): number {
  return context.raisedAtMs + (kind === 'respond' ? context.respondLimitMs : context.arriveLimitMs);
}

/** Returns the time at which a notice level falls due; undefined past the top of the ladder. */
export function escalationDueAtMs(context: RescueContext, level: number): number | undefined {
  const afterMs = context.escalateAfterMs[level - 1];
  return afterMs === undefined ? undefined : context.ladderFromMs + afterMs;
}

const isHelpThere = ({ context, event }: GuardArgs): boolean => isPerson(event.actor) && context.arrivedAtMs !== null;

const isHelpOnItsWay = ({ context, event }: GuardArgs): boolean => isPerson(event.actor) && context.dispatchedCount > 0;

const isNextLevel = ({ context, event }: GuardArgs): boolean => {
  if (event.type !== 'rescue.escalated') return false;
  const dueAtMs = escalationDueAtMs(context, event.data.level);
  return dueAtMs !== undefined && event.data.level > context.noticeLevel;
};

/** By the clock only when due; at once by hand, where no console can sound, or where a round reaches nobody. */
const canEscalateUnanswered = ({ context, event }: GuardArgs): boolean => {
  if (event.type !== 'rescue.escalated' || !isNextLevel({ context, event })) return false;
  if (event.data.reason === 'byHand') return isPerson(event.actor);
  const dueAtMs = escalationDueAtMs(context, event.data.level) ?? Number.POSITIVE_INFINITY;
  return isSystem(event.actor) && (event.data.reason !== 'unanswered' || event.receivedAtMs >= dueAtMs);
};

/** Once claimed the ladder stands still; a person may still call for the next level. */
const canEscalateByHand = ({ context, event }: GuardArgs): boolean =>
  event.type === 'rescue.escalated' &&
  event.data.reason === 'byHand' &&
  isPerson(event.actor) &&
  isNextLevel({ context, event });

const isDue = ({ context, event }: GuardArgs): boolean =>
  event.type === 'rescue.deadlinePassed' &&
  isSystem(event.actor) &&
  !context.breaches.includes(event.data.kind) &&
  event.receivedAtMs >= breachDueAtMs(context, event.data.kind);

const isBreachWhilePending = ({ context, event }: GuardArgs): boolean =>
  event.type === 'rescue.deadlinePassed' &&
  isDue({ context, event }) &&
  (event.data.kind === 'arrive' || context.firstAcceptedAtMs === null);

const isArrivalBreach = ({ context, event }: GuardArgs): boolean =>
  event.type === 'rescue.deadlinePassed' && event.data.kind === 'arrive' && isDue({ context, event });

/** The user who was responsible for it, the one who closed it, and their superiors. */
const canCorrect = ({ context, event }: GuardArgs): boolean =>
  isPerson(event.actor) &&
  (event.actor.id === context.claimer?.id || event.actor.id === context.closedBy?.id || isSuperior(event.actor));

const canHide = ({ context, event }: GuardArgs): boolean => isPerson(event.actor) && !context.hidden;

/** Resets everything that belonged to the claim before. */
const newClaim = {
  claimVia: 'console',
  extendedMs: 0,
  extensionCount: 0,
  lapsedClaim: null,
  handOver: null,
  handOverAtMs: null,
} as const;

/** Returns the rest of the extension at this moment; the claim then runs from now. */
const extensionLeftMs = (context: RescueContext, nowMs: number): number =>
  Math.max(0, (lapseDueAtMs(context) ?? 0) - nowMs - context.lapseAfterMs);

/** A hand-over begins no new count: the call would otherwise wait for help as often as it is passed on. */
const keptExtensions = (context: RescueContext, { receivedAtMs }: RescueEvent) => ({
  extendedMs: extensionLeftMs(context, receivedAtMs),
  extensionCount: context.extensionCount,
});

/** One call for help and its rescue, from the call to the closed order. */
export const rescueOrderMachine = setup({
  types: { context: typed<RescueContext>(), events: typed<RescueEvent>() },
  guards: {
    isByPerson,
    isHelpThere,
    isHelpOnItsWay,
    isBySystem,
    ...claimGuards,
    canEscalateUnanswered,
    canEscalateByHand,
    isBreachWhilePending,
    isArrivalBreach,
    canHide,
    canCorrect,
  },
  actions: {
    openOrder: assign(({ context, event }) => {
      if (event.type !== 'rescue.raised') return context;
      const { data, receivedAtMs } = event;
      return {
        ...context,
        raisedAtMs: receivedAtMs,
        isOnlyScanned: data.trigger === 'QR' && data.deviceSign !== true,
        ladderFromMs: receivedAtMs,
        respondLimitMs: data.respondLimitSeconds * 1_000,
        arriveLimitMs: data.arriveLimitMinutes * 60_000,
        lapseAfterMs: data.lapseAfterSeconds * 1_000,
        escalateAfterMs: data.escalateAfterSeconds.map((seconds) => seconds * 1_000),
      };
    }),
    takeClaim: assign(({ context, event }) => ({
      ...newClaim,
      ...(event.type === 'rescue.handOverAccepted' ? keptExtensions(context, event) : {}),
      claimer: { id: event.actor.id, name: event.actor.name },
      claimVia: event.type === 'rescue.accepted' ? (event.data.via ?? 'console') : 'console',
      progressAtMs: event.receivedAtMs,
      firstAcceptedAtMs: context.firstAcceptedAtMs ?? event.receivedAtMs,
    })),
    giveClaim: assign(({ context, event }) =>
      event.type === 'rescue.handedOver'
        ? {
            ...newClaim,
            claimer: { id: event.data.toUserId, name: event.data.toUserName },
            progressAtMs: event.receivedAtMs,
          }
        : context,
    ),
    dropClaim: assign(({ context, event }) => ({
      ...newClaim,
      claimer: null,
      progressAtMs: null,
      lapsedClaim:
        context.claimer === null || event.type !== 'rescue.claimLapsed'
          ? null
          : { ...context.claimer, cause: event.data.cause ?? 'noProgress' },
      ladderFromMs: event.receivedAtMs,
      noticeLevel: 0,
    })),
    extend: assign(({ context, event }) =>
      event.type === 'rescue.extended'
        ? {
            extendedMs: context.extendedMs + event.data.bySeconds * 1_000,
            extensionCount: context.extensionCount + 1,
          }
        : context,
    ),
    offer: assign(({ context, event }) =>
      event.type === 'rescue.handOverOffered'
        ? {
            handOver: {
              to: { id: event.data.toUserId, name: event.data.toUserName },
              answerWithinMs: event.data.answerWithinSeconds * 1_000,
              outcome: 'offered',
            } as const,
            handOverAtMs: event.receivedAtMs,
          }
        : context,
    ),
    /** It stays with its claimer, and everyone sees why. */
    endOffer: assign(({ context, event }) => ({
      handOver:
        context.handOver === null
          ? null
          : ({
              ...context.handOver,
              outcome: event.type === 'rescue.handOverDeclined' ? 'declined' : 'expired',
            } as const),
      handOverAtMs: event.receivedAtMs,
    })),
    countDispatch: assign(({ context, event }) => ({
      dispatchedCount: context.dispatchedCount + 1,
      expectedAtMs:
        event.type === 'rescue.dispatched' && event.data.etaMinutes !== undefined
          ? event.receivedAtMs + event.data.etaMinutes * 60_000
          : context.expectedAtMs,
    })),
    countJoin: assign(({ context, event }) => ({
      joinedCount: context.joinedCount + 1,
      isOnlyScanned: context.isOnlyScanned && event.type === 'rescue.joined' && event.data.trigger === 'QR',
    })),
    /** The limit is kept by arriving, not by typing: an arrival stated as in time takes the breach back (docs/decisions/0030). */
    markArrival: assign(({ context, event }) => {
      if (event.type !== 'rescue.arrived') return context;
      const { statedAtMs } = event.data;
      const { receivedAtMs } = event;
      const arrivedAtMs =
        statedAtMs === undefined ? receivedAtMs : Math.min(Math.max(statedAtMs, context.raisedAtMs), receivedAtMs);
      return {
        arrivedAtMs,
        arrivalRecordedAtMs: statedAtMs === undefined ? null : receivedAtMs,
        breaches: context.breaches.filter((kind) => kind !== 'arrive' || arrivedAtMs > breachDueAtMs(context, kind)),
      };
    }),
    raiseLevel: assign(({ context, event }) =>
      event.type === 'rescue.escalated' ? { noticeLevel: event.data.level } : context,
    ),
    recordBreach: assign(({ context, event }) =>
      event.type === 'rescue.deadlinePassed' ? { breaches: [...context.breaches, event.data.kind] } : context,
    ),
    /** A note by the claimer shows that someone is working on it; time that was asked for is not lost by it. */
    markProgress: assign(({ context, event }) =>
      context.claimer !== null && event.actor.id === context.claimer.id
        ? {
            progressAtMs: event.receivedAtMs,
            extendedMs: extensionLeftMs(context, event.receivedAtMs),
          }
        : context,
    ),
    hide: assign({ hidden: true }),
    countReleased: assign(({ context, event }) =>
      event.type === 'rescue.released' ? { releasedNum: event.data.people } : context,
    ),
    keepResult: assign(({ context, event }) => {
      const closedBy = { id: event.actor.id, name: event.actor.name };
      if (event.type !== 'rescue.completed') return { closedBy };
      return {
        closedBy,
        result: rescueResultSchema.parse(event.data),
        releasedNum: event.data.releasedNum ?? context.releasedNum,
      };
    }),
    noteInformed: assign(({ context, event }) => {
      if (event.type !== 'rescue.informed') return context;
      const { name, organization } = event.data;
      const isKnown = context.informed.some((one) => one.name === name && one.organization === organization);
      return isKnown ? {} : { informed: [...context.informed, { name, organization }] };
    }),
    correctResult: assign(({ context, event }) => {
      if (event.type !== 'rescue.corrected') return context;
      const { releasedNum, ...changes } = event.data.changes;
      const corrected = rescueResultSchema.safeParse({ ...context.result, ...changes });
      return {
        correctedCount: context.correctedCount + 1,
        releasedNum: releasedNum ?? context.releasedNum,
        result: corrected.success ? corrected.data : context.result,
      };
    }),
  },
}).createMachine({
  id: 'rescueOrder',
  // In the schema's order, so that a state that was restored is kept in the same words.
  context: {
    raisedAtMs: 0,
    respondLimitMs: 0,
    arriveLimitMs: 0,
    lapseAfterMs: 0,
    escalateAfterMs: [],
    ladderFromMs: 0,
    noticeLevel: 0,
    claimer: null,
    claimVia: 'console',
    progressAtMs: null,
    extendedMs: 0,
    extensionCount: 0,
    lapsedClaim: null,
    handOver: null,
    handOverAtMs: null,
    expectedAtMs: null,
    firstAcceptedAtMs: null,
    arrivedAtMs: null,
    dispatchedCount: 0,
    joinedCount: 0,
    isOnlyScanned: false,
    breaches: [],
    hidden: false,
    arrivalRecordedAtMs: null,
    releasedNum: null,
    result: null,
    closedBy: null,
    correctedCount: 0,
    informed: [],
  },
  initial: 'unopened',
  states: {
    unopened: {
      description: '尚无呼叫。',
      on: { 'rescue.raised': { target: 'pending', actions: 'openOrder' } },
    },
    pending: {
      description: '有人求救，等待受理；每 10 秒再次提醒，超时升级通知。',
      on: {
        // Help that was sent before a claim lapsed is still on its way, or there.
        'rescue.accepted': [
          { target: 'rescuing.arrived', guard: 'isHelpThere', actions: 'takeClaim' },
          { target: 'rescuing.dispatched', guard: 'isHelpOnItsWay', actions: 'takeClaim' },
          { target: 'rescuing.accepted', guard: 'isByPerson', actions: 'takeClaim' },
        ],
        'rescue.judgedFalse': { target: 'falseCall', guard: 'canJudgeFalse', actions: 'keepResult' },
        'rescue.escalated': { guard: 'canEscalateUnanswered', actions: 'raiseLevel' },
        'rescue.deadlinePassed': { guard: 'isBreachWhilePending', actions: 'recordBreach' },
        'rescue.joined': { actions: 'countJoin' },
        'rescue.informed': { guard: 'isBySystem', actions: 'noteInformed' },
        'rescue.noted': { actions: 'markProgress' },
      },
    },
    rescuing: {
      description: '已有人负责，救援进行中。',
      initial: 'accepted',
      on: {
        'rescue.handOverOffered': { guard: 'canOffer', actions: 'offer' },
        'rescue.handOverAccepted': { guard: 'isByReceiver', actions: 'takeClaim' },
        'rescue.handOverDeclined': { guard: 'isByReceiver', actions: 'endOffer' },
        'rescue.handOverExpired': { guard: 'offerHasExpired', actions: 'endOffer' },
        'rescue.handedOver': { guard: 'canHandOver', actions: 'giveClaim' },
        'rescue.completed': { target: 'completed', guard: 'isByPerson', actions: 'keepResult' },
        'rescue.judgedFalse': { target: 'falseCall', guard: 'canJudgeFalse', actions: 'keepResult' },
        'rescue.joined': { actions: 'countJoin' },
        'rescue.informed': { guard: 'isBySystem', actions: 'noteInformed' },
        'rescue.noted': { actions: 'markProgress' },
      },
      states: {
        accepted: {
          description: '已受理，尚未派出救援；5 分钟无进展则重新振铃，受理人可延长两次。',
          on: {
            'rescue.extended': { guard: 'canExtend', actions: 'extend' },
            'rescue.claimLapsed': { target: '#rescueOrder.pending', guard: 'claimHasLapsed', actions: 'dropClaim' },
            'rescue.dispatched': { target: 'dispatched', guard: 'isByPerson', actions: 'countDispatch' },
            'rescue.arrived': { target: 'arrived', guard: 'isByPerson', actions: 'markArrival' },
            'rescue.selfReleased': { target: 'released', guard: 'isByPerson' },
            'rescue.escalated': { guard: 'canEscalateByHand', actions: 'raiseLevel' },
            'rescue.deadlinePassed': { guard: 'isArrivalBreach', actions: 'recordBreach' },
          },
        },
        dispatched: {
          description: '救援人员在途。',
          on: {
            'rescue.claimLapsed': { target: '#rescueOrder.pending', guard: 'isLeftWithOffer', actions: 'dropClaim' },
            'rescue.dispatched': { guard: 'isByPerson', actions: 'countDispatch' },
            'rescue.arrived': { target: 'arrived', guard: 'isByPerson', actions: 'markArrival' },
            'rescue.selfReleased': { target: 'released', guard: 'isByPerson' },
            'rescue.escalated': { guard: 'canEscalateByHand', actions: 'raiseLevel' },
            'rescue.deadlinePassed': { guard: 'isArrivalBreach', actions: 'recordBreach' },
          },
        },
        arrived: {
          description: '救援人员已到现场。',
          on: {
            'rescue.claimLapsed': { target: '#rescueOrder.pending', guard: 'isLeftWithOffer', actions: 'dropClaim' },
            'rescue.dispatched': { guard: 'isByPerson', actions: 'countDispatch' },
            'rescue.released': { target: 'released', guard: 'isByPerson', actions: 'countReleased' },
            'rescue.selfReleased': { target: 'released', guard: 'isByPerson' },
            'rescue.escalated': { guard: 'canEscalateByHand', actions: 'raiseLevel' },
          },
        },
        released: { description: '人员已脱困，等待填写被困人数与原因并完成。' },
      },
    },
    completed: {
      description: '救援完成。',
      on: {
        'rescue.corrected': { guard: 'canCorrect', actions: 'correctResult' },
        'rescue.noted': { actions: 'markProgress' },
        'rescue.hidden': { guard: 'canHide', actions: 'hide' },
      },
    },
    falseCall: {
      description: '判定为误报，已关闭。',
      on: {
        // Somebody was trapped after all: the judgement stays in the timeline.
        'rescue.corrected': { target: 'completed', guard: 'canCorrect', actions: 'correctResult' },
        'rescue.noted': { actions: 'markProgress' },
        'rescue.hidden': { guard: 'canHide', actions: 'hide' },
      },
    },
  },
});

export type RescueSnapshot = SnapshotFrom<typeof rescueOrderMachine>;
