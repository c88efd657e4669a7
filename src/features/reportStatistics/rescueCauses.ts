import type { OutputOf } from '../../contract/endpoint.ts';
import type { statsRescueCauses } from '../../contract/endpoints/stats.ts';
import type { Bar } from '../../ui/chart/barOption.ts';

type Answer = OutputOf<typeof statsRescueCauses>;
export type CauseRow = Answer['causes'][number];
export type CauseCounts = Answer;

/** A cause without a detail that others of it have. */
const undetailed = '未细分';
const unnamedCause = '未填原因（含未结束）';

export const causeNameOf = ({ cause_label: label }: CauseRow): string => (label === '' ? unnamedCause : label);
export const detailNameOf = ({ cause, cause_detail_label: label }: CauseRow): string =>
  cause === null ? '' : label === '' ? undetailed : label;
export const rowKeyOf = ({ cause, cause_detail: detail }: CauseRow): string => `${cause ?? ''} ${detail}`;

export interface TimeQuery {
  readonly from?: string;
  readonly to?: string;
}

/** The search by which the history lists the rescues of a row, in the same time; undefined where no cause is told. */
export function historyOf({ cause, cause_detail: detail }: CauseRow, time: TimeQuery): string | undefined {
  if (cause === null) return undefined;
  return new URLSearchParams({ cause, ...(detail === '' ? {} : { cause_detail: detail }), ...time }).toString();
}

const shownBars = 15;

/** The most frequent causes in detail as bars. */
export const causeBars = ({ causes }: CauseCounts): readonly Bar[] =>
  causes
    .filter(({ cause }) => cause !== null)
    .slice(0, shownBars)
    .map((row) => ({ name: `${causeNameOf(row)} · ${detailNameOf(row)}`, value: row.num }));

const sumOf = (rows: readonly CauseRow[]): number => rows.reduce((total, { num }) => total + num, 0);

/** Rescues whose cause is told, and how many of them in detail. */
export function detailedOf({ causes }: CauseCounts): { readonly named: number; readonly detailed: number } {
  const named = causes.filter(({ cause }) => cause !== null);
  return { named: sumOf(named), detailed: sumOf(named.filter(({ cause_detail: detail }) => detail !== '')) };
}
