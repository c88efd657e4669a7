import type { ReviewEvent } from '../../src/contract/events/review.ts';
import { isReviewClosed, reviewLifecycle, reviewStageOf } from '../../src/machines/reviewLifecycle.ts';
import type { ReviewSnapshot } from '../../src/machines/reviewMachine.ts';
import { run, type Queries, type TransactionSteps } from '../store/eventStore.ts';
import type { ReviewTable } from '../store/rowTables.ts';
import type { EventPlace } from './eventPlace.ts';
import { flag } from './flag.ts';
import { responsibleColumns } from './responsibleColumns.ts';

/** Returns the columns that this event changes beside the state. */
function rowOfEvent(event: ReviewEvent): Partial<ReviewTable> {
  const decided = { decided_by: event.actor.name, decided_at_ms: event.receivedAtMs };
  switch (event.type) {
    case 'review.published':
      return { ...decided, reason: '' };
    case 'review.kept':
    case 'review.refused':
      return { ...decided, reason: event.data.reason };
    case 'review.answered':
      return { answer: event.data.text, answered_by: event.actor.name, answered_at_ms: event.receivedAtMs };
    default:
      return {};
  }
}

/** `reviews`, from the event and the state after it. */
export function* reviewRows(
  event: ReviewEvent,
  { position, streamId }: EventPlace,
  state: ReviewSnapshot,
  queries: Queries,
): TransactionSteps {
  const common = {
    stage: reviewStageOf(state) ?? 'received',
    verdict: state.context.verdict,
    status: reviewLifecycle.statusIndex(state),
    is_open: flag(!isReviewClosed(state)),
    updated_at_ms: event.receivedAtMs,
    position,
  };
  if (event.type === 'review.received') {
    const { data, receivedAtMs } = event;
    yield* run(
      queries.insertInto('reviews').values({
        id: data.reviewId,
        elevator_id: data.elevatorId,
        tag: data.tag,
        addr: data.addr,
        ...responsibleColumns(data.responsible),
        property_name: data.responsible.propertyName,
        maintenance_name: data.responsible.maintenanceName,
        via: data.via,
        problem: data.problem,
        score: data.score,
        text: data.text,
        photos: JSON.stringify(data.photos),
        follow_hash: data.followHash,
        exception_id: data.exceptionId,
        reason: '',
        decided_by: '',
        decided_at_ms: null,
        answer: '',
        answered_by: '',
        answered_at_ms: null,
        received_at_ms: receivedAtMs,
        ...common,
      }),
    );
    return;
  }
  yield* run(
    queries
      .updateTable('reviews')
      .set({ ...common, ...rowOfEvent(event) })
      .where('id', '=', Number(streamId)),
  );
}

/** A review that is not over keeps its age when the calendar is moved. */
export function* shiftReviewRows(byMs: number, queries: Queries): TransactionSteps {
  yield* run(
    queries
      .updateTable('reviews')
      .where('is_open', '=', 1)
      .set((row) => ({ received_at_ms: row('received_at_ms', '+', byMs) })),
  );
}
