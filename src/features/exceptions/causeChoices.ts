import type { FaultCause } from '../../contract/entities/exception.ts';

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
