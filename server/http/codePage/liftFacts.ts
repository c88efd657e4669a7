import type { CommentInfo } from '../../../src/contract/endpoints/review.ts';
import type { LiftConditionParts } from '../../domain/city/liftCondition.ts';
import { publicLiftState, publicStateLabels, type PublicLiftState } from '../../domain/city/publicLiftState.ts';
import { shownNotices } from '../../queries/cabin.ts';
import type { CodeLift } from '../../queries/liftOfCode.ts';
import { currentOutage, type CurrentOutage } from '../../queries/outage.ts';
import { readPublicReviews, type PublicReviews } from '../../queries/publicReviews.ts';
import { lastAndNextService, type ServiceDates } from '../../queries/serviceDates.ts';

/** The facts of the page about a lift beside its row. */
export interface LiftFacts {
  readonly state: PublicLiftState;
  readonly service: ServiceDates;
  readonly reviews: PublicReviews;
  /** The planned outage that holds, or the next within a week. */
  readonly outage: CurrentOutage | undefined;
  /** Notices that the lift's screens show now, the newest first. */
  readonly notices: readonly { readonly title: string; readonly content: string }[];
}

/** Reads on the connection that waits behind no export: the page stands beside a call for help. */
export async function readLiftFacts(parts: LiftConditionParts, lift: CodeLift): Promise<LiftFacts> {
  const nowMs = parts.clock.nowMs();
  const [state, service, reviews, outage, notices] = await Promise.all([
    publicLiftState(parts, lift),
    lastAndNextService(parts.store.rows, lift.id),
    readPublicReviews(parts.store, lift.id),
    currentOutage(parts.store.rows, lift.id, nowMs),
    shownNotices(parts.store.rows, lift.id, nowMs),
  ]);
  return { state, service, reviews, outage, notices };
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
