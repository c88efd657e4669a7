import { randomBytes, randomUUID } from 'node:crypto';
import { probeSilentAfterMs, probeStageLabels, type ProbeStage } from '../../src/contract/endpoints/probe.ts';
import { mostRecipients } from '../../src/contract/events/notice.ts';
import { probeEvents, probeStream } from '../../src/contract/events/probe.ts';
import { loadPrincipals } from '../access/loadPrincipal.ts';
import { clockActor, gatewayActor } from '../domain/actors.ts';
import type { DecisionParts } from '../domain/decide.ts';
import { every } from '../runtime/clock.ts';
import type { OnTrouble } from '../runtime/troubleLog.ts';
import { within } from '../runtime/within.ts';
import {
  keepProofs,
  outageStreamPrefix,
  readChainProofs,
  type ChainProofs,
  type Outage,
} from '../domain/city/chainProofs.ts';
import { outageReaders } from '../domain/rules/outageCallees.ts';
import { outageNotice, wholeNotice, type OutageNotice } from './outageText.ts';
import { probeStages, StageWatch } from './stageWatch.ts';

export interface ChainProbeParts extends DecisionParts {
  /** Time between two synthetic calls; 0 makes none. */
  readonly periodMs: number;
  /** A demo, at which nobody is on duty: that no console answers is told only once one has been open. */
  readonly isDemo?: boolean | undefined;
  readonly onTrouble: OnTrouble;
}

export interface StageStatus {
  readonly stage: ProbeStage;
  /** Epoch ms; null if it never was. */
  readonly provenAtMs: number | null;
  readonly isSilent: boolean;
}

/** Tries the way of a call for help from a device to a person by a synthetic call. */
export interface ChainProbe {
  readonly isEnabled: boolean;
  /**
   * The gateway received a synthetic call on the device's topic. Resolves once it is in the log; false if it is not one of ours.
   * Rejects where the log does.
   */
  arrived(probeId: string): Promise<boolean>;
  /** Somebody who may answer calls has opened a page. */
  consoleOpened(): void;
  /** The consoles have been sent it. */
  pushed(probeId: string): void;
  /** A console has answered it; one that cannot sound proves nothing. */
  answered(probeId: string, isArmed: boolean): void;
  status(): readonly StageStatus[];
  /** Returns the time since the stage was proven, ms; null if it never was, undefined where no calls are made. */
  provenAgoMs(stage: ProbeStage): number | null | undefined;
  /** Begins to call. `send` is a device's connection to the broker; it resolves with the receipt. */
  start(send: (probeId: string) => Promise<void>): { close(): Promise<void> };
}

const lookPeriodMs = 15_000;
/** Looks that are further apart than this mean that the process itself stood still; short enough that it alone makes no stage silent. */
const stoodStillMs = 2 * lookPeriodMs;
/** A server that stops does not wait for a broker or a database that is away. */
const closeWithinMs = 2_000;
const firstReminderMs = 3_600_000;
const longestReminderMs = 24 * 3_600_000;

/** An hour after the notice, then after twice as long each time, up to a day. */
const reminderAfterMs = (reminders: number): number => Math.min(firstReminderMs * 2 ** reminders, longestReminderMs);

interface SentCall {
  /** Monotonic. */
  readonly atMs: number;
  readonly sentAtMs: number;
  /** Settles when it is in the log, or could not be; undefined before it has arrived, or after that failed. */
  keeping: Promise<void> | undefined;
}

/** Resolves when it has read what was proven and reported before a restart. */
export async function openChainProbe({
  store,
  clock,
  periodMs,
  isDemo = false,
  onTrouble,
}: ChainProbeParts): Promise<ChainProbe> {
  const kept = await readChainProofs(store);
  // People who were told that no console answers wait to hear that one does again.
  const watch = new StageWatch(clock.monotonicMs(), { awaitsConsole: !isDemo || kept.outage?.stage === 'console' });
  /** Calls under way. */
  const sent = new Map<string, SentCall>();
  let outage = kept.outage;
  /** Monotonic. */
  let toldAtMs = clock.monotonicMs() - Math.max(0, clock.nowMs() - (outage?.toldAtMs ?? 0));
  let lookedAtMs = clock.monotonicMs();
  let loggedStage: ProbeStage | undefined;
  let isUnkept = false;

  const provenAtMs = (stage: ProbeStage): number | null => {
    const atMs = watch.provenAtMs(stage);
    return atMs === undefined ? (kept.provenAtMs[stage] ?? null) : clock.nowMs() - (clock.monotonicMs() - atMs);
  };

  function prove(stage: ProbeStage): void {
    watch.proven(stage, clock.monotonicMs());
    isUnkept = true;
  }

  const proofs = (nextOutage: Outage | null): ChainProofs => ({
    provenAtMs: Object.fromEntries(
      probeStages.flatMap((stage) => {
        const atMs = provenAtMs(stage);
        return atMs === null ? [] : [[stage, atMs]];
      }),
    ),
    outage: nextOutage,
  });

  /**
   * Sends a notice to everyone who answers calls and to the administrators, or to all users where there are none of these. Stores in
   * the same transaction that they know.
   */
  async function say(notice: OutageNotice, next: Outage | null): Promise<void> {
    const userIds = outageReaders(await loadPrincipals(store)).slice(0, mostRecipients);
    const isOutage = next?.reminders === 0;
    const id = randomUUID();
    if (userIds.length === 0) await store.write((queries) => keepProofs(queries, proofs(next)));
    else {
      await store.append({
        // A subscription to the log rings the supervisors, so that a crash loses no call.
        stream: isOutage ? `${outageStreamPrefix}${id}` : `notice-probe-${id}`,
        expectedVersion: 'none',
        actor: clockActor,
        messageId: `probe-${id}`,
        events: [
          {
            type: 'notice.raised',
            atMs: clock.nowMs(),
            data: { ...notice, level: 0, rescueOrderId: null, elevatorId: null, userIds },
          },
        ],
        effects: (queries) => keepProofs(queries, proofs(next)),
      });
    }
    outage = next;
    toldAtMs = clock.monotonicMs();
    isUnkept = false;
  }

  function sayOutage(stage: ProbeStage, before: Outage | null): Promise<void> {
    const isReminder = before !== null;
    const sinceMs = before?.sinceMs ?? provenAtMs(stage) ?? clock.nowMs() - probeSilentAfterMs;
    const silentForMs = Math.max(probeSilentAfterMs, clock.nowMs() - sinceMs);
    return say(outageNotice(stage, { silentForMs, sinceMs, isReminder }), {
      stage,
      sinceMs,
      toldAtMs: clock.nowMs(),
      reminders: isReminder ? before.reminders + 1 : 0,
    });
  }

  async function look(): Promise<void> {
    const nowMs = clock.monotonicMs();
    if (nowMs - lookedAtMs > stoodStillMs) watch.startAgain(nowMs);
    for (const [probeId, { atMs }] of sent) if (nowMs - atMs >= probeSilentAfterMs) sent.delete(probeId);
    const stage = watch.blamed(nowMs);
    if (stage !== undefined && stage !== loggedStage)
      onTrouble(`求救链路中断：${probeStageLabels[stage]} 已 ${probeSilentAfterMs / 1_000} 秒未证实`, '');
    loggedStage = stage;
    if (stage !== undefined && stage !== outage?.stage) await sayOutage(stage, null);
    else if (outage !== null && watch.isWhole(nowMs))
      await say(wholeNotice(outage.stage, clock.nowMs() - outage.sinceMs), null);
    else if (outage !== null && stage !== undefined && nowMs - toldAtMs >= reminderAfterMs(outage.reminders))
      await sayOutage(stage, outage);
    else if (isUnkept) {
      isUnkept = false;
      await store.write((queries) => keepProofs(queries, proofs(outage)));
    }
  }

  async function keepCall(probeId: string, { sentAtMs }: SentCall): Promise<void> {
    await store.append({
      stream: probeStream,
      expectedVersion: 'any',
      actor: gatewayActor,
      events: [{ type: 'probe.sent', atMs: sentAtMs, data: probeEvents['probe.sent'].parse({ probeId, sentAtMs }) }],
    });
  }

  return {
    isEnabled: periodMs > 0,

    async arrived(probeId) {
      const probe = sent.get(probeId);
      if (probe === undefined) return false;
      prove('broker');
      // A broker may deliver it twice; it needs no message id, which the store would keep for good.
      probe.keeping ??= keepCall(probeId, probe).catch((error: unknown) => {
        probe.keeping = undefined;
        throw error;
      });
      await probe.keeping;
      prove('log');
      return true;
    },

    consoleOpened: () => watch.consoleOpened(clock.monotonicMs()),

    pushed(probeId) {
      if (sent.has(probeId)) prove('push');
    },

    answered(probeId, isArmed) {
      if (isArmed && sent.has(probeId)) prove('console');
    },

    status: () =>
      probeStages.map((stage) => {
        const atMs = provenAtMs(stage);
        return { stage, provenAtMs: atMs, isSilent: atMs === null || clock.nowMs() - atMs >= probeSilentAfterMs };
      }),

    provenAgoMs(stage) {
      if (periodMs === 0) return undefined;
      const atMs = provenAtMs(stage);
      return atMs === null ? null : Math.max(0, Math.round(clock.nowMs() - atMs));
    },

    start(send) {
      if (periodMs === 0) return { close: () => Promise.resolve() };
      let isClosed = false;
      const underWay = new Set<Promise<void>>();
      const track = (work: Promise<void>, trouble: string): Promise<void> => {
        const tracked: Promise<void> = work
          .catch((error: unknown) => onTrouble(trouble, error))
          .finally(() => underWay.delete(tracked));
        underWay.add(tracked);
        return tracked;
      };
      const call = (): void => {
        // Short, because the log keeps it, and known only to those who are sent it.
        const probeId = randomBytes(9).toString('base64url');
        sent.set(probeId, { atMs: clock.monotonicMs(), sentAtMs: clock.nowMs(), keeping: undefined });
        // The next one does not wait for it, because a lost call must not silence those after it.
        void track(send(probeId), '链路自检的呼叫没有送达，将重试');
      };
      let stopLooking: (() => void) | undefined;
      const lookAgain = (): void => {
        const nowMs = clock.monotonicMs();
        // Not a moment later than a stage becomes silent.
        stopLooking = clock.after(Math.min(lookPeriodMs, watch.blamesInMs(nowMs)), () => {
          void track(look(), '求救链路的自检结果未能处理，将重试').then(() => {
            lookedAtMs = clock.monotonicMs();
            if (!isClosed) lookAgain();
          });
        });
      };
      lookedAtMs = clock.monotonicMs();
      watch.startAgain(lookedAtMs);
      call();
      lookAgain();
      const stopCalling = every(clock, periodMs, call);
      return {
        async close() {
          isClosed = true;
          stopCalling();
          stopLooking?.();
          await within(clock, closeWithinMs, Promise.all(underWay), []);
        },
      };
    },
  };
}
