import * as z from 'zod';
import { comparing } from '../../contract/comparing.ts';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import { rescueEvents } from '../../contract/events/rescue.ts';
import type { KeptDetail } from '../../parts/causes/causeChoices.ts';
import {
  headcount,
  rescueResultSchema,
  resultProblems,
  type ResultChanges,
  type ResultField,
} from '../../contract/events/rescueResult.ts';

/** The whole result as it should stand, and why. */
export const correctionFormSchema = comparing(
  rescueResultSchema.extend({
    releasedNum: headcount('脱困人数').optional(),
    reason: rescueEvents['rescue.corrected'].shape.reason,
  }),
  resultProblems,
);
export type CorrectionForm = z.output<typeof correctionFormSchema>;

const released = z.object({ releasedNum: z.number().nullable() });

/** Returns the number of people registered as released; undefined where no one counted. */
function releasedNumOf({ state }: Pick<RescueOrderRow, 'state'>): number | undefined {
  const read = released.safeParse(state?.context);
  return read.success ? (read.data.releasedNum ?? undefined) : undefined;
}

/** The result as the record has it; a false call has none but that nobody was trapped. */
export function recordedResult(row: RescueOrderRow): ResultChanges {
  const releasedNum = releasedNumOf(row);
  return {
    ...(row.people_num === null ? {} : { peopleNum: row.people_num }),
    ...(row.was_trapped === null ? {} : { wasTrapped: row.was_trapped }),
    ...(releasedNum === undefined ? {} : { releasedNum }),
    ...(row.injured_num === null ? {} : { injuredNum: row.injured_num }),
    ...(row.vulnerable_num === null ? {} : { vulnerableNum: row.vulnerable_num }),
    ...(row.cause === null ? {} : { cause: row.cause }),
    ...(row.cause_detail === '' ? {} : { causeDetail: row.cause_detail }),
    ...(row.handed_to === null ? {} : { handedTo: row.handed_to }),
    ...(row.called_back === null ? {} : { calledBack: row.called_back }),
    ...(row.release_way === null ? {} : { releaseWay: row.release_way }),
  };
}

/** The detail of the cause that the record has; undefined for none. */
export const keptDetail = ({
  cause,
  cause_detail: code,
  cause_detail_label: name,
}: RescueOrderRow): KeptDetail | undefined => (cause === null || code === '' ? undefined : { cause, code, name });

/** The empty text that takes away what was known. */
const emptied = (known: string | undefined) => (known === undefined ? undefined : ('' as const));

/** Only what differs from the record is corrected. A detail or a way of release that was emptied is taken away. */
export function changesOf(before: ResultChanges, after: Omit<CorrectionForm, 'reason'>): ResultChanges {
  const known: Readonly<Record<string, unknown>> = before;
  const stated = {
    ...after,
    causeDetail: after.causeDetail ?? emptied(before.causeDetail),
    releaseWay: after.releaseWay ?? emptied(before.releaseWay),
  };
  return Object.fromEntries(
    Object.entries(stated).filter(([field, value]) => value !== undefined && known[field] !== value),
  );
}

export const correctionFields: readonly (ResultField | 'reason')[] = [
  'wasTrapped',
  'peopleNum',
  'releasedNum',
  'injuredNum',
  'vulnerableNum',
  'cause',
  'causeDetail',
  'releaseWay',
  'handedTo',
  'calledBack',
  'reason',
];
