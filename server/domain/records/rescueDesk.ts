import { refusalCodes } from '../../../src/contract/envelope.ts';
import { resultBefore } from '../../../src/machines/rescueContradictions.ts';
import { rescueLifecycle } from '../../../src/machines/rescueOrderLifecycle.ts';
import type { RescueStep } from '../../../src/contract/endpoints/rescue.ts';
import { streamName } from '../../../src/contract/streamName.ts';
import { actorOf, type Principal } from '../../access/principal.ts';
import { decideAs, loadState, type DecisionParts } from '../decide.ts';
import type { EventDraft } from '../../../src/machines/lifecycle.ts';
import type { RescueSnapshot } from '../../../src/machines/rescueOrderMachine.ts';
import type { Directory } from '../city/directory.ts';
import type { IncidentRecorder, RescueDesk, Settings } from '../domain.ts';
import { openRescue } from './openRescue.ts';
import { requireElevatorInScope, requireRecordInScope, rescueScope } from '../city/recordScope.ts';
import { NotFound, Refusal, unlessRefused } from '../refusal.ts';
import { findAnswerer } from './answerers.ts';
import { completedDetail, correctedDetail, correctedRelease } from './rescueCauseDetail.ts';
import { shareLift } from '../city/coverage.ts';

export interface RescueDeskParts extends DecisionParts {
  readonly settings: Settings;
  readonly directory: Directory;
  readonly recorder?: IncidentRecorder | undefined;
}

/** The length of an extension of a claim, and the time that a colleague has to answer an offer. */
const extensionSeconds = 300;
const answerWithinSeconds = 60;

export function createRescueDesk(parts: RescueDeskParts): RescueDesk {
  const { store, clock, directory } = parts;

  const requireInScope = (by: Principal, orderId: number) =>
    requireRecordInScope(parts, by, rescueScope.table, orderId);

  const isInReach = (by: Principal, orderId: number): Promise<boolean> =>
    requireInScope(by, orderId).then(
      () => true,
      (error: unknown) => {
        if (error instanceof NotFound) return false;
        throw error;
      },
    );

  /** The open order of a lift, or the named one. An absent lift and one out of scope get the same answer, with or without an open order. */
  async function orderOf(
    by: Principal,
    target: { readonly orderId?: number | undefined; readonly elevatorId?: number | undefined },
  ): Promise<number> {
    if (target.orderId !== undefined) return target.orderId;
    if (target.elevatorId === undefined) throw new Refusal('请指定救援单或电梯', refusalCodes.invalid);
    const open = await store.rows
      .selectFrom('open_rescues')
      .select('order_id')
      .where('elevator_id', '=', target.elevatorId)
      .executeTakeFirst();
    if (open !== undefined && (await isInReach(by, open.order_id))) return open.order_id;
    requireElevatorInScope(directory, by, target.elevatorId);
    throw new Refusal('该电梯当前没有未结束的救援单，可能已由他人处理完成', refusalCodes.notAllowedNow);
  }

  /** The name in the record is the server's, never the caller's. For the caller only people who share a lift with them exist. */
  async function offerOf(
    by: Principal,
    { id, data }: Extract<RescueStep, { event: 'rescue.handOverOffered' | 'rescue.handedOver' }>,
  ): Promise<EventDraft> {
    const successor = await findAnswerer(store, data.toUserId);
    if (
      successor === undefined ||
      !successor.permissions.has('rescue.handle') ||
      !shareLift(directory, by.scope, successor.scope)
    )
      throw new Refusal('该人员不能受理救援单，请选择其他人', refusalCodes.invalid);
    await requireInScope(successor, id).catch(() => {
      throw new Refusal('该电梯不在所选人员的管辖范围内，请选择其他人', refusalCodes.invalid);
    });
    return {
      type: 'rescue.handOverOffered',
      data: { ...data, toUserName: successor.name, answerWithinSeconds },
    };
  }

  /** Returns the event for a requested step as a function of the order's state; the server chooses levels and times. */
  async function draftOf(by: Principal, step: RescueStep): Promise<(state: RescueSnapshot) => EventDraft> {
    switch (step.event) {
      case 'rescue.handOverOffered':
      case 'rescue.handedOver': {
        const offer = await offerOf(by, step);
        return () => offer;
      }
      case 'rescue.escalated':
        return ({ context }) => ({
          type: step.event,
          data: { ...step.data, level: context.noticeLevel + 1, reason: 'byHand' },
        });
      case 'rescue.completed': {
        const data = { ...step.data, ...(await completedDetail(store, step.data)) };
        return () => ({ type: step.event, data });
      }
      case 'rescue.corrected': {
        const detailOf = await correctedDetail(store, step.data.changes);
        return ({ context }) => {
          const changes = {
            ...step.data.changes,
            ...detailOf(context),
            ...correctedRelease(context, step.data.changes),
          };
          return { type: step.event, data: { ...step.data, changes, before: resultBefore(context, changes) } };
        };
      }
      case 'rescue.extended':
        return () => ({ type: step.event, data: { ...step.data, bySeconds: extensionSeconds } });
      default:
        return () => ({ type: step.event, data: step.data });
    }
  }

  /** Claims an order if no one has it; returns who has it afterwards. */
  async function takeIfFree(by: Principal, orderId: number): Promise<RescueSnapshot['context']['claimer']> {
    const stream = streamName('rescue', orderId);
    await unlessRefused(
      decideAs(parts, by, rescueLifecycle, {
        stream,
        choose: ({ context }) =>
          context.claimer === null ? { type: 'rescue.accepted', data: { via: 'console' } } : undefined,
      }),
    );
    return (await loadState(store, rescueLifecycle, stream)).state.context.claimer;
  }

  return {
    async accept(by, target) {
      const orderId = await orderOf(by, target);
      await requireInScope(by, orderId);
      try {
        await decideAs(parts, by, rescueLifecycle, {
          stream: streamName('rescue', orderId),
          // A second click of the winner is no second claim.
          choose: (state) =>
            state.context.claimer?.id === by.userId && state.matches('rescuing')
              ? undefined
              : { type: 'rescue.accepted', data: { via: 'console' } },
        });
      } catch (error) {
        if (error instanceof Refusal && error.code === refusalCodes.notAllowedNow)
          throw new Refusal(error.message, refusalCodes.alreadyClaimed);
        throw error;
      }
      return { orderId };
    },

    async step(by, step) {
      await requireInScope(by, step.id);
      await decideAs(parts, by, rescueLifecycle, {
        stream: streamName('rescue', step.id),
        choose: await draftOf(by, step),
      });
      return { orderId: step.id };
    },

    async hide(by, orderId, reason) {
      await requireInScope(by, orderId);
      await decideAs(parts, by, rescueLifecycle, {
        stream: streamName('rescue', orderId),
        choose: () => ({ type: 'rescue.hidden', data: { reason } }),
      });
    },

    async phoneIn(by, call) {
      const elevator = requireElevatorInScope(directory, by, call.elevatorId);
      const isTaken = call.hasConsole === true && by.permissions.has('rescue.answer');
      const { orderId, joined } = await openRescue(parts, {
        elevator,
        trigger: 'phone',
        alarmId: null,
        actor: actorOf(by),
        atMs: clock.nowMs(),
        late: false,
        callerName: call.callerName,
        callerPhone: call.callerPhone,
        note: call.note,
        messageId: `phone:${by.userId}:${call.requestId}`,
        isTaken,
      });
      const holder =
        joined && isTaken
          ? await takeIfFree(by, orderId)
          : (await loadState(store, rescueLifecycle, streamName('rescue', orderId))).state.context.claimer;
      const acceptedBy = typeof holder?.id === 'number' ? { id: holder.id, name: holder.name } : null;
      return { orderId, joined, acceptedBy };
    },
  };
}
