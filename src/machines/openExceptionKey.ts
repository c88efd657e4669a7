import type { FaultPhenomenon, IncidentKind } from '../contract/exceptions.ts';

/** What an exception is about, as far as a further report of the same is recognised by it. */
export type ExceptionSubject =
  | { readonly type: 2 }
  | { readonly type: 3; readonly code: string; readonly phenomenon: FaultPhenomenon }
  | { readonly type: 4; readonly kind: IncidentKind };

/** The primary key of `open_exceptions`: of one cause a place has one open exception. */
export interface OpenExceptionKey {
  readonly place: string;
  readonly causeKey: string;
}

/**
 * Where and of what a report is the same. A lift has one open scooter event, one open fault of each code or phenomenon and one
 * open incident of each kind; a power cut is one for its whole community.
 * @example openKeyOf({ type: 3, code: '03', phenomenon: 'code' }, { elevatorId: 101, communityId: 11 }) // lift-101, fault:03
 */
export function openKeyOf(
  subject: ExceptionSubject,
  { elevatorId, communityId }: { readonly elevatorId: number; readonly communityId: number },
): OpenExceptionKey {
  const place = `lift-${elevatorId}`;
  switch (subject.type) {
    case 2:
      return { place, causeKey: 'scooter' };
    case 3:
      return { place, causeKey: `fault:${subject.code === '' ? subject.phenomenon : subject.code}` };
    case 4:
      return {
        place: subject.kind === 'powerCut' ? `community-${communityId}` : place,
        causeKey: `incident:${subject.kind}`,
      };
  }
}
