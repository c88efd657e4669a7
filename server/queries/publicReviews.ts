import { keysOf } from '../../src/contract/exceptions.ts';
import { phenomenonOfProblem, reviewProblemLabels, type ReviewProblem } from '../../src/contract/reviews.ts';
import type { EventStore } from '../store/eventStore.ts';

/** A review that everybody may read who scans the lift's code: no name, no photo. */
export interface PublishedReview {
  readonly score: number | null;
  readonly problem: ReviewProblem | null;
  readonly text: string;
  readonly answer: string;
  readonly receivedAtMs: number;
}

/** A problem of the lift that is being dealt with. */
export interface OpenProblem {
  readonly problem: ReviewProblem;
  /** A stage of `faultStageLabels`. */
  readonly stage: string;
  /** The number of reports. */
  readonly reportNum: number;
}

export interface PublicReviews {
  readonly published: readonly PublishedReview[];
  /** Null while there is no score. */
  readonly average: { readonly score: number; readonly num: number } | null;
  readonly problems: readonly OpenProblem[];
}

const mostShown = 5;
const problems = keysOf(reviewProblemLabels);

/** Returns the reviews of this lift, as the public may read them. */
export async function readPublicReviews(
  { rows }: Pick<EventStore, 'rows'>,
  elevatorId: number,
): Promise<PublicReviews> {
  const [published, scores, faults] = await Promise.all([
    rows
      .selectFrom('reviews')
      .select(['score', 'problem', 'text', 'answer', 'received_at_ms'])
      .where('elevator_id', '=', elevatorId)
      .where('verdict', '=', 'published')
      .orderBy('received_at_ms', 'desc')
      .orderBy('id', 'desc')
      .limit(mostShown)
      .execute(),
    rows
      .selectFrom('reviews')
      .select(({ fn }) => [
        fn.sum<number | string | null>('score').as('total'),
        fn.count<number | string>('score').as('num'),
      ])
      .where('elevator_id', '=', elevatorId)
      .where('verdict', 'in', ['published', 'kept'])
      .executeTakeFirstOrThrow(),
    rows
      .selectFrom('open_exceptions as o')
      .innerJoin('exceptions as x', 'x.id', 'o.exception_id')
      .select(['x.phenomenon', 'x.stage', 'x.repeat_num'])
      .where('o.place', '=', `lift-${elevatorId}`)
      .where('x.type', '=', 3)
      .where('x.source', '=', 'passenger')
      .execute(),
  ]);
  const num = Number(scores.num);
  return {
    published: published.map((row) => ({
      score: row.score,
      problem: problems.find((name) => name === row.problem) ?? null,
      text: row.text,
      answer: row.answer,
      receivedAtMs: row.received_at_ms,
    })),
    average: num === 0 ? null : { score: Number(scores.total) / num, num },
    problems: faults.flatMap(({ phenomenon, stage, repeat_num: repeats }) => {
      const problem = problems.find((name) => phenomenonOfProblem[name] === phenomenon);
      return problem === undefined ? [] : [{ problem, stage, reportNum: repeats + 1 }];
    }),
  };
}

/** The outcome of one review, for the person who wrote it. */
export interface FollowedReview {
  readonly elevatorId: number;
  readonly problem: ReviewProblem | null;
  readonly score: number | null;
  readonly text: string;
  readonly photoNum: number;
  readonly verdict: string | null;
  readonly reason: string;
  readonly answer: string;
  readonly receivedAtMs: number;
  /** Of the fault that its problem opened or joined; null without one. */
  readonly fault: {
    /** A stage of `faultStageLabels`. */
    readonly stage: string;
    readonly isOpen: boolean;
    readonly reportNum: number;
    readonly finishedAtMs: number | null;
  } | null;
}

/** The review whose token has this hash, if it is about this lift. */
export async function followedReview(
  { rows }: Pick<EventStore, 'rows'>,
  elevatorId: number,
  followHash: string,
): Promise<FollowedReview | undefined> {
  const row = await rows
    .selectFrom('reviews as r')
    .leftJoin('exceptions as x', 'x.id', 'r.exception_id')
    .select([
      'r.elevator_id',
      'r.problem',
      'r.score',
      'r.text',
      'r.photos',
      'r.verdict',
      'r.reason',
      'r.answer',
      'r.received_at_ms',
      'x.stage as fault_stage',
      'x.is_open as fault_open',
      'x.repeat_num',
      'x.finished_at_ms',
    ])
    .where('r.follow_hash', '=', followHash)
    .where('r.elevator_id', '=', elevatorId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const photos: unknown = JSON.parse(row.photos);
  return {
    elevatorId: row.elevator_id,
    problem: problems.find((name) => name === row.problem) ?? null,
    score: row.score,
    text: row.text,
    photoNum: Array.isArray(photos) ? photos.length : 0,
    verdict: row.verdict,
    reason: row.reason,
    answer: row.answer,
    receivedAtMs: row.received_at_ms,
    fault:
      row.fault_stage === null
        ? null
        : {
            stage: row.fault_stage,
            isOpen: row.fault_open === 1,
            reportNum: (row.repeat_num ?? 0) + 1,
            finishedAtMs: row.finished_at_ms,
          },
  };
}
