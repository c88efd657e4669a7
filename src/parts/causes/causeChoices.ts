import type { FaultCause } from '../../contract/entities/exception.ts';
import { rescueCauseGroups } from '../../contract/entities/faultCause.ts';
import type { RescueCause } from '../../contract/labels.ts';

const offered = (causes: readonly FaultCause[]): FaultCause[] =>
  causes.filter((cause) => !cause.is_retired).toSorted((a, b) => a.sort - b.sort || a.code.localeCompare(b.code));

/** Causes of level 1 that are still offered. */
export const topCauses = (causes: readonly FaultCause[]): readonly FaultCause[] =>
  offered(causes).filter((cause) => cause.parent_code === '');

/** Causes of level 2 below this one. */
export const causesBelow = (causes: readonly FaultCause[], code: string | null): readonly FaultCause[] =>
  code === null ? [] : offered(causes).filter((cause) => cause.parent_code === code);

/** The cause meant by choosing one of level 1 alone: that cause itself if none is below it. */
export const causeOfTop = (causes: readonly FaultCause[], code: string | null): string | null =>
  causesBelow(causes, code).length === 0 ? code : null;

export const causeOption = ({ code, name }: FaultCause) => ({ value: code, label: `${code} ${name}` });

/** A detail that a record has, in the words of its time. */
export interface KeptDetail {
  readonly cause: RescueCause;
  readonly code: string;
  readonly name: string;
}

/** The details offered of a rescue's cause; none of a group that is retired as a whole. */
export function detailsOf(causes: readonly FaultCause[], cause: RescueCause): readonly FaultCause[] {
  const group = topCauses(causes).find(({ code }) => code === rescueCauseGroups[cause]);
  return group === undefined ? [] : causesBelow(causes, group.code);
}

/** Returns the name of a cause that may be chosen now; undefined for one that is unknown or retired. */
export const nameOfOffered = (causes: readonly FaultCause[], code: string | undefined): string | undefined =>
  offered(causes).find((cause) => cause.code === code)?.name;
