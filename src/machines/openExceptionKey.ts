import type { FaultPhenomenon, IncidentKind } from '../contract/exceptions.ts';

/** The subject of an exception, as far as a further report of the same is recognised by it. */
export type ExceptionSubject =
  | { readonly type: 2 }
  | { readonly type: 3; readonly code: string; readonly phenomenon: FaultPhenomenon }
  | { readonly type: 4; readonly kind: IncidentKind };

/** The companies that are responsible for a lift; null where it has none. */
export interface ResponsibleCompanies {
  readonly propertyId: number | null;
  readonly maintenanceId: number | null;
}

/** Lifts with equal keys have the same companies. */
export const companiesKeyOf = ({ propertyId, maintenanceId }: ResponsibleCompanies): string =>
  `${propertyId ?? 0}-${maintenanceId ?? 0}`;

/** The beginning of the cause of every power cut. */
export const powerCutKey = 'incident:powerCut';

/** The primary key of `open_exceptions`: of one cause a place has one open exception. */
export interface OpenExceptionKey {
  readonly place: string;
  readonly causeKey: string;
}

/**
 * Returns the key by which a further report of the same exception is recognised. A lift has one open scooter event, one open fault of each code or phenomenon and one
 * open incident of each kind. A community has one open incident of its power cut for each set of responsible companies;
 * without `companies`, as in older events, one for all its lifts.
 * @example openKeyOf({ type: 3, code: '03', phenomenon: 'code' }, { elevatorId: 101, communityId: 11 }) // lift-101, fault:03
 */
export function openKeyOf(
  subject: ExceptionSubject,
  {
    elevatorId,
    communityId,
    companies,
  }: {
    readonly elevatorId: number;
    readonly communityId: number;
    readonly companies?: ResponsibleCompanies | undefined;
  },
): OpenExceptionKey {
  const place = `lift-${elevatorId}`;
  switch (subject.type) {
    case 2:
      return { place, causeKey: 'scooter' };
    case 3:
      return { place, causeKey: `fault:${subject.code === '' ? subject.phenomenon : subject.code}` };
    case 4:
      if (subject.kind !== 'powerCut') return { place, causeKey: `incident:${subject.kind}` };
      return {
        place: `community-${communityId}`,
        causeKey: companies === undefined ? powerCutKey : `${powerCutKey}:${companiesKeyOf(companies)}`,
      };
  }
}
