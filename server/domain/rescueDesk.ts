import { refusalCodes } from '../../src/contract/envelope.ts';
import { resultBefore } from '../../src/machines/rescueContradictions.ts';
import { rescueLifecycle } from '../../src/machines/rescueOrderLifecycle.ts';
import type { RescueStep } from '../../src/contract/endpoints/rescue.ts';
import { actorOf, type Principal } from '../access/principal.ts';
import { decideAs, type DecisionParts } from './decide.ts';
import type { Directory } from './directory.ts';
import type { IncidentRecorder, RescueDesk, Settings } from './domain.ts';
import { openRescue } from './openRescue.ts';
import { requireElevatorInScope, requireRecordInScope } from './recordScope.ts';
import { NotFound, Refusal } from './refusal.ts';
import { findAnswerer } from './answerers.ts';

export interface RescueDeskParts extends DecisionParts {
  readonly settings: Settings;
  readonly directory: Directory;
  readonly recorder?: IncidentRecorder | undefined;
}

export function createRescueDesk(parts: RescueDeskParts): RescueDesk {
  const { store, clock, directory } = parts;

  const requireInScope = (by: Principal, orderId: number) => requireRecordInScope(parts, by, 'rescue_orders', orderId);

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

  /** The name in the record is the server's, never the caller's. */
  async function successorOf({
    id,
    data,
  }: Extract<RescueStep, { event: 'rescue.handedOver' }>): Promise<RescueStep['data']> {
    const successor = await findAnswerer(store, data.toUserId);
    if (successor === undefined) throw new Refusal('该人员不能受理救援单，请选择其他人', refusalCodes.invalid);
    await requireInScope(successor, id).catch(() => {
      throw new Refusal('该电梯不在所选人员的管辖范围内，请选择其他人', refusalCodes.invalid);
    });
    return { ...data, toUserName: successor.name };
  }

  return {
    async accept(by, target) {
      const orderId = await orderOf(by, target);
      await requireInScope(by, orderId);
      try {
        await decideAs(parts, by, rescueLifecycle, {
          stream: `rescue-${orderId}`,
          // A second click of the winner is no second claim.
          choose: (state) =>
            state.context.claimer?.id === by.userId && state.matches('rescuing')
              ? undefined
              : { type: 'rescue.accepted', data: {} },
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
      const data = step.event === 'rescue.handedOver' ? await successorOf(step) : step.data;
      await decideAs(parts, by, rescueLifecycle, {
        stream: `rescue-${step.id}`,
        choose: ({ context }) => ({
          type: step.event,
          data:
            step.event === 'rescue.escalated'
              ? { ...step.data, level: context.noticeLevel + 1, reason: 'byHand' }
              : step.event === 'rescue.corrected'
                ? { ...step.data, before: resultBefore(context, step.data.changes) }
                : data,
        }),
      });
      return { orderId: step.id };
    },

    async hide(by, orderId, reason) {
      await requireInScope(by, orderId);
      await decideAs(parts, by, rescueLifecycle, {
        stream: `rescue-${orderId}`,
        choose: () => ({ type: 'rescue.hidden', data: { reason } }),
      });
    },

    async phoneIn(by, call) {
      const elevator = requireElevatorInScope(directory, by, call.elevatorId);
      return openRescue(parts, {
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
      });
    },
  };
}
