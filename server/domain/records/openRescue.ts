import type { RescueTrigger } from '../../../src/contract/labels.ts';
import { streamName, streamNumber } from '../../../src/contract/streamName.ts';
import { rescueLifecycle } from '../../../src/machines/rescueOrderLifecycle.ts';
import { UniqueConflictError, type EventActor } from '../../store/eventStore.ts';
import { sharedRead } from '../../store/sharedReads.ts';
import { decide, type DecisionParts } from '../decide.ts';
import type { IncidentRecorder, Settings } from '../domain.ts';
import type { ElevatorInfo } from '../city/directory.ts';
import { Refusal } from '../refusal.ts';

export interface Call {
  readonly elevator: ElevatorInfo;
  readonly trigger: RescueTrigger;
  readonly alarmId: number | null;
  readonly actor: EventActor;
  readonly atMs: number;
  readonly late: boolean;
  readonly callerName?: string | undefined;
  readonly callerPhone?: string | undefined;
  readonly note?: string | undefined;
  readonly messageId: string;
  readonly causationPosition?: number | undefined;
  /** Its actor takes a new order in the same transaction, so that it rings nowhere. */
  readonly isTaken?: boolean;
  /** Of a call by the code in the car: the lift's own devices show that something is wrong. */
  readonly deviceSign?: boolean | undefined;
}

export interface OpenRescueParts extends DecisionParts {
  readonly settings: Settings;
  readonly recorder?: IncidentRecorder | undefined;
}

export interface OpenedRescue {
  readonly orderId: number;
  readonly joined: boolean;
}

/** The id of a lift's open order. */
export const openOrderOf = sharedRead(async ({ rows }, elevatorIds: readonly number[]) => {
  const found = await rows
    .selectFrom('open_rescues')
    .select(['elevator_id', 'order_id'])
    .where('elevator_id', 'in', elevatorIds)
    .execute();
  return new Map(found.map(({ elevator_id, order_id }) => [elevator_id, order_id]));
});

/** Orders may open and close between our read and write; if a lift does so this often, something else is wrong. */
const mostTries = 10;

/**
 * A lift has one open rescue order: a call opens it or joins it. Two simultaneous calls are settled by the unique row
 * of the open order, in the append's own transaction. A repeated message id returns the first result.
 */
export async function openRescue(parts: OpenRescueParts, call: Call): Promise<OpenedRescue> {
  const { store, settings, recorder } = parts;
  const details = {
    trigger: call.trigger,
    alarmId: call.alarmId,
    ...(call.callerName === undefined ? {} : { callerName: call.callerName }),
    ...(call.callerPhone === undefined ? {} : { callerPhone: call.callerPhone }),
    ...(call.note === undefined ? {} : { note: call.note }),
  };
  const common = {
    actor: call.actor,
    messageId: call.messageId,
    ...(call.causationPosition === undefined ? {} : { causationPosition: call.causationPosition }),
  };

  for (let attempt = 1; attempt <= mostTries; attempt += 1) {
    const openOrderId = await openOrderOf(store, call.elevator.id);
    if (openOrderId !== undefined) {
      try {
        const { result } = await decide(parts, rescueLifecycle, {
          ...common,
          atMs: call.atMs,
          stream: streamName('rescue', openOrderId),
          choose: () => ({ type: 'rescue.joined', data: details }),
          effects: linkOf(recorder, call.alarmId, openOrderId),
        });
        return openedBy(result?.events[0]?.stream ?? streamName('rescue', openOrderId), result?.events[0]?.type);
      } catch (error) {
        // Closed in between: this call opens an order of its own.
        if (error instanceof Refusal) continue;
        throw error;
      }
    }
    const {
      arrive_limit_minutes_city,
      arrive_limit_minutes_other,
      escalate_after_seconds,
      respond_limit_seconds,
      lapse_after_seconds,
    } = settings.current();
    const orderId = await store.nextId('rescue');
    const { elevator } = call;
    // A device's call is recorded with its alarm.
    const recording =
      call.alarmId === null
        ? await recorder?.begin({
            elevatorId: elevator.id,
            alarmId: null,
            rescueOrderId: orderId,
            atMs: parts.clock.nowMs(),
          })
        : undefined;
    const effects = recording?.effects ?? linkOf(recorder, call.alarmId, orderId);
    try {
      const result = await store.append({
        ...common,
        stream: streamName('rescue', orderId),
        expectedVersion: 'none',
        events: [
          {
            type: 'rescue.raised',
            atMs: call.atMs,
            data: {
              ...details,
              orderId,
              elevatorId: elevator.id,
              tag: elevator.tag,
              addr: elevator.addr,
              responsible: elevator.responsible,
              late: call.late,
              ...(call.isTaken === true ? { isTaken: true } : {}),
              ...(call.deviceSign === true ? { deviceSign: true } : {}),
              arriveLimitMinutes: elevator.isCity ? arrive_limit_minutes_city : arrive_limit_minutes_other,
              escalateAfterSeconds: escalate_after_seconds,
              respondLimitSeconds: respond_limit_seconds,
              lapseAfterSeconds: lapse_after_seconds,
            },
          },
          ...(call.isTaken === true
            ? [{ type: 'rescue.accepted', atMs: parts.clock.nowMs(), data: { via: 'console' } }]
            : []),
        ],
        ...(effects === undefined ? {} : { effects }),
      });
      if (!result.repeated) recording?.kept();
      return openedBy(result.events[0]?.stream ?? '', result.events[0]?.type);
    } catch (error) {
      // Another call of the same lift was first: join its order.
      if (!(error instanceof UniqueConflictError)) throw error;
    }
  }
  throw new Error(
    `lift ${call.elevator.id}: its order opened and closed ${mostTries} times while a call was being recorded`,
  );
}

const openedBy = (stream: string, type: string | undefined): OpenedRescue => ({
  orderId: streamNumber(stream),
  joined: type === 'rescue.joined',
});

const linkOf = (recorder: IncidentRecorder | undefined, alarmId: number | null, orderId: number) =>
  alarmId === null ? undefined : recorder?.link(alarmId, orderId);
