import type { CommentInfo } from '../../../src/contract/endpoints/review.ts';
import type { LiftConditionParts } from '../../domain/city/liftCondition.ts';
import { publicLiftState, publicStateLabels, type PublicLiftState } from '../../domain/city/publicLiftState.ts';
import type { CodeLift } from '../../queries/liftOfCode.ts';
import { readPublicReviews, type PublicReviews } from '../../queries/publicReviews.ts';
import { lastAndNextService, type ServiceDates } from '../../queries/serviceDates.ts';

/** The facts of the page about a lift beside its row. */
export interface LiftFacts {
  readonly state: PublicLiftState;
  readonly service: ServiceDates;
  readonly reviews: PublicReviews;
}

/** Reads on the connection that waits behind no export: the page stands beside a call for help. */
export async function readLiftFacts(parts: LiftConditionParts, lift: CodeLift): Promise<LiftFacts> {
  const [state, service, reviews] = await Promise.all([
    publicLiftState(parts, lift),
    lastAndNextService(parts.store.rows, lift.id),
    readPublicReviews(parts.store, lift.id),
  ]);
  return { state, service, reviews };
}

/** The same as the API answers it. */
export async function commentInfoOf(parts: LiftConditionParts, lift: CodeLift, hotline: string): Promise<CommentInfo> {
  const [state, service] = await Promise.all([
    publicLiftState(parts, lift),
    lastAndNextService(parts.store.rows, lift.id),
  ]);
  return {
    community_name: lift.communityName,
    addr: lift.addr,
    rescue_code: lift.rescueCode,
    state_label: publicStateLabels[state],
    hotline,
    units: [...lift.units],
    last_service_on: service.last,
    next_service_on: service.next,
    last_inspection_on: lift.inspectedOn,
    next_inspection_on: lift.nextInspectionOn,
  };
}
