import type { ParsedInputOf } from '../../../src/contract/endpoint.ts';
import type { reviewReport, ReviewStep } from '../../../src/contract/endpoints/review.ts';
import { refusalCodes } from '../../../src/contract/envelope.ts';
import { phenomenonOfProblem, type ReviewProblem, type ReviewWay } from '../../../src/contract/reviews.ts';
import { streamName, streamNumber } from '../../../src/contract/streamName.ts';
import { reviewLifecycle } from '../../../src/machines/reviewLifecycle.ts';
import { actorOf, type Principal } from '../../access/principal.ts';
import type { EventActor } from '../../store/eventStore.ts';
import type { Directory, ElevatorInfo } from '../city/directory.ts';
import { requireElevatorInScope, requireRecordInScope, reviewScope } from '../city/recordScope.ts';
import { decideAs } from '../decide.ts';
import { readSteps } from '../readSteps.ts';
import { Refusal } from '../refusal.ts';
import { phenomenonLevels } from './exceptionLevels.ts';
import { openException, type OpenedException, type OpenExceptionParts } from './openException.ts';
import { addUploadUses, notOwnUploads } from './uploadUses.ts';

export interface ReviewDeskParts extends OpenExceptionParts {
  readonly directory: Directory;
}

/** The steps that users take with reviews. Each throws Refusal in Chinese, or NotFound for records out of scope. */
export interface ReviewDesk {
  /** Writes down what somebody told the user. */
  report(
    by: Principal,
    report: ParsedInputOf<typeof reviewReport>,
  ): Promise<{ readonly reviewId: number; readonly exceptionId: number | null; readonly joined: boolean }>;
  step(by: Principal, step: ReviewStep): Promise<void>;
}

export function createReviewDesk(parts: ReviewDeskParts): ReviewDesk {
  const { store, directory } = parts;
  return {
    async report(by, { elevator_id: elevatorId, request_id: requestId, problem, score, text, photos }) {
      const elevator = requireElevatorInScope(directory, by, elevatorId);
      if ((await readSteps(store.rows, notOwnUploads(store.rows, by, photos, null))).length > 0)
        throw new Refusal('照片已失效，请重新上传', refusalCodes.invalid, [
          { field: 'photos', message: '照片已失效，请重新上传' },
        ]);
      const wish = { elevator, via: 'desk', problem, score, text, photos } as const;
      const request = { actor: actorOf(by), messageId: `review:${by.userId}:${requestId}`, followHash: null };
      const fault = await reportProblem(parts, wish, request);
      const reviewId = await receiveReview(parts, wish, { ...request, fault });
      return { reviewId, exceptionId: fault?.exceptionId ?? null, joined: fault?.joined ?? false };
    },

    async step(by, { id, event, data }) {
      await requireRecordInScope(parts, by, reviewScope.table, id);
      await decideAs(parts, by, reviewLifecycle, {
        stream: streamName('review', id),
        choose: () => ({ type: event, data }),
      });
    },
  };
}

/** One person's review of a lift. */
export interface ReviewWish {
  readonly elevator: ElevatorInfo;
  readonly via: ReviewWay;
  readonly problem?: ReviewProblem | undefined;
  readonly score?: number | undefined;
  readonly text: string;
  readonly photos: readonly string[];
}

/** The author of a review, and the name that makes a repeat harmless. */
export interface ReviewRequest {
  readonly actor: EventActor;
  readonly messageId: string;
}

/** Opens the fault of a reported problem, or joins the open one of the same kind on that lift; undefined where no problem is reported. */
export async function reportProblem(
  parts: OpenExceptionParts,
  { elevator, via, problem, text, photos }: Omit<ReviewWish, 'score'>,
  { actor, messageId }: ReviewRequest,
): Promise<OpenedException | undefined> {
  if (problem === undefined) return undefined;
  const phenomenon = phenomenonOfProblem[problem];
  return openException(parts, {
    type: 3,
    phenomenon,
    rescueOrderId: null,
    elevator,
    source: via === 'code' ? 'passenger' : 'person',
    deviceKey: '',
    code: '',
    level: phenomenonLevels[phenomenon],
    alarmId: null,
    actor,
    atMs: parts.clock.nowMs(),
    late: false,
    ...(text === '' ? {} : { note: text }),
    photos,
    messageId: `${messageId}:fault`,
  });
}

/** Appends the review itself; returns its id, that of the first time where the request is repeated. */
export async function receiveReview(
  { store, clock }: OpenExceptionParts,
  { elevator, via, problem, score, text, photos }: ReviewWish,
  {
    actor,
    messageId,
    followHash,
    fault,
    atMs = clock.nowMs(),
  }: ReviewRequest & {
    readonly followHash: string | null;
    readonly fault: OpenedException | undefined;
    readonly atMs?: number;
  },
): Promise<number> {
  const reviewId = await store.nextId('review');
  const result = await store.append({
    stream: streamName('review', reviewId),
    expectedVersion: 'none',
    actor,
    messageId,
    events: [
      {
        type: 'review.received',
        atMs,
        data: {
          reviewId,
          elevatorId: elevator.id,
          tag: elevator.tag,
          addr: elevator.addr,
          responsible: elevator.responsible,
          via,
          problem: problem ?? null,
          score: score ?? null,
          text,
          photos: [...photos],
          followHash,
          exceptionId: fault?.exceptionId ?? null,
          joined: fault?.joined ?? false,
        },
      },
    ],
    effects: (queries) => addUploadUses(queries, streamName('review', reviewId), photos),
  });
  return streamNumber(result.events[0]?.stream ?? streamName('review', reviewId));
}
