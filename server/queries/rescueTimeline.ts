import type { TimelineEntry } from '../../src/contract/entities/rescueOrder.ts';
import { rescueLifecycle } from '../../src/machines/rescueOrderLifecycle.ts';
import type { EventStore } from '../store/eventStore.ts';
import { describeRescueEvent } from './describeRescueEvent.ts';
import { timelineOf } from './timeline.ts';

/** An order's timeline, oldest first. The caller has checked that the order is in scope. */
export const rescueTimeline = (store: EventStore, orderId: number): Promise<TimelineEntry[]> =>
  timelineOf(store, rescueLifecycle, orderId, describeRescueEvent);
