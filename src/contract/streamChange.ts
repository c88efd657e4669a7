import * as z from 'zod';
import type { PushedFact, PushEvent } from './push.ts';

export type StreamChanged = Extract<PushEvent, { kind: 'stream.changed' }>;

/**
 * Returns true if a push says that a record of this lifecycle moved on; with an id, that this one did. Frames that ring or end a call are not
 * of this kind.
 */
export const isChangeOf = (event: PushEvent, stream: string, id?: number | string): event is StreamChanged =>
  event.kind === 'stream.changed' && event.stream === stream && (id === undefined || event.id === id);

/** A record that moved on, and how. */
export interface RecordChange {
  /** The prefix of its stream. */
  readonly stream: string;
  readonly id: number | string;
  readonly elevatorId: number | null;
  /** The event's type, with the prefix. */
  readonly type: string;
  /** The whole event, for users who may see the record and whose pages move its row on. */
  readonly fact: PushedFact | undefined;
}

/**
 * The record that a push is about, also where the push rings, or tells that a call was taken or ended. Undefined for a notice, the
 * synthetic call and the reminder of a call, which change no record.
 */
export function changeOf(event: PushEvent): RecordChange | undefined {
  switch (event.kind) {
    case 'stream.changed': {
      const { stream, id, elevator_id: elevatorId, fact } = event;
      return { stream, id, elevatorId, type: fact.type, fact: 'actor' in fact ? fact : undefined };
    }
    case 'rescue.ringing':
      return event.reminder
        ? undefined
        : ofRescue(event, event.lapsed === undefined ? 'rescue.raised' : 'rescue.claimLapsed');
    case 'rescue.claimed':
      return ofRescue(event, 'rescue.accepted');
    case 'rescue.over':
      return ofRescue(event, event.how === 'completed' ? 'rescue.completed' : 'rescue.judgedFalse');
    case 'alarm.raised':
      return { stream: 'alarm', id: event.alarmId, elevatorId: event.elevatorId, type: event.kind, fact: undefined };
    case 'notice.raised':
    case 'probe.sent':
      return undefined;
  }
}

const ofRescue = (
  {
    orderId,
    elevatorId,
    fact,
  }: { readonly orderId: number; readonly elevatorId: number; readonly fact?: PushedFact | undefined },
  type: string,
): RecordChange => ({ stream: 'rescue', id: orderId, elevatorId, type, fact });

/** The content of a push about a changed device: the status of its lift, that of the lift's collector, whichever of its devices changed. */
export const toldOfDevice = z.object({
  status: z.number(),
  /** True once, when it begins to come and go. */
  flapping: z.boolean().optional(),
});

/** The content of `alarm.raised` for users who may see alarms but do not answer them, so that a flood is counted without asking. */
export const toldOfAlarm = z.object({
  alarmKind: z.string(),
  tag: z.string(),
  addr: z.string(),
  priority: z.number(),
  raisedAtMs: z.number(),
});

/** The content of a push about a changed notification: the order that it is about. */
export const toldOfNotification = z.object({ rescueOrderId: z.number().nullable() });
