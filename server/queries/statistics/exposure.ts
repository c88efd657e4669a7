import { sql, type RawBuilder } from 'kysely';
import { dayOf, dayStartMs } from '../../../src/contract/time.ts';
import type { Queries } from '../../store/eventStore.ts';
import { dayMs, type Span } from './periods.ts';
import { ageBandIndex, chosen, type Choice } from './records.ts';

/** Lifts of one row, age and place that were in use for the same time. */
interface Stretch {
  readonly rowId: number;
  /** Age band and site type: lifts of one cell are alike. */
  readonly cell: string;
  readonly lifts: number;
  /** Null for lifts that were in use all the time, which are each in one stretch only. */
  readonly elevatorId: number | null;
  readonly span: Span;
}

export const cellOf = ({ band, site }: { readonly band: number; readonly site: string | null }): string =>
  `${band} ${site ?? ''}`;

/** The time of lifts in use, by row and cell: the exposure to which counts refer. */
export class Exposure {
  readonly #stretches: readonly Stretch[];

  constructor(stretches: readonly Stretch[]) {
    this.#stretches = stretches;
  }

  /** Lift-days of a span by row. */
  daysByRow(span: Span): ReadonlyMap<number, number> {
    return this.#sum(span, ({ rowId }) => rowId);
  }

  daysByCell(span: Span): ReadonlyMap<string, number> {
    return this.#sum(span, ({ cell }) => cell);
  }

  /** Lift-days of a span by row, and in it by cell. */
  daysByRowAndCell(span: Span): ReadonlyMap<number, ReadonlyMap<string, number>> {
    const byRow = new Map<number, Map<string, number>>();
    for (const stretch of this.#stretches) {
      const days = daysIn(stretch, span);
      if (days <= 0) continue;
      const cells = byRow.get(stretch.rowId) ?? new Map<string, number>();
      byRow.set(stretch.rowId, cells);
      cells.set(stretch.cell, (cells.get(stretch.cell) ?? 0) + days);
    }
    return byRow;
  }

  /** Lifts that were in use on some day of the span, by row and all together: a lift that changed hands counts for both, and once for all. */
  liftsIn(span: Span): { readonly ofRow: (id: number) => number; readonly all: number } {
    const always = new Map<number, number>();
    const seen = new Map<number, Set<number>>();
    const ids = new Set<number>();
    let all = 0;
    for (const stretch of this.#stretches) {
      if (daysIn(stretch, span) <= 0) continue;
      const { rowId, elevatorId, lifts } = stretch;
      if (elevatorId === null) {
        always.set(rowId, (always.get(rowId) ?? 0) + lifts);
        all += lifts;
        continue;
      }
      ids.add(elevatorId);
      const ofRow = seen.get(rowId) ?? new Set<number>();
      seen.set(rowId, ofRow.add(elevatorId));
    }
    return { ofRow: (id) => (always.get(id) ?? 0) + (seen.get(id)?.size ?? 0), all: all + ids.size };
  }

  #sum<Key>(span: Span, keyOf: (stretch: Stretch) => Key): ReadonlyMap<Key, number> {
    const sums = new Map<Key, number>();
    for (const stretch of this.#stretches) {
      const days = daysIn(stretch, span);
      if (days > 0) sums.set(keyOf(stretch), (sums.get(keyOf(stretch)) ?? 0) + days);
    }
    return sums;
  }
}

const daysIn = ({ span, lifts }: Stretch, { fromMs, toMs }: Span): number =>
  (lifts * Math.max(0, Math.min(span.toMs, toMs) - Math.max(span.fromMs, fromMs))) / dayMs;

interface AlwaysRow {
  readonly row_key: number;
  readonly band: number;
  readonly site: string | null;
  readonly lifts: number;
}
interface PartRow extends AlwaysRow {
  readonly elevator_id: number;
  readonly from_ms: number;
  readonly to_ms: number | null;
  readonly put_into_use_on: string;
  readonly install_at_ms: number | null;
}

/**
 * Reads the lifts in use from `fromMs`, the start of a day, on. A lift counts from the day on which it was put into use, else from its
 * installation, and also while its devices are offline. Lifts that have been in use with the same companies ever since are counted by the
 * database; of the others each interval is read.
 */
export async function readExposure(
  reads: Queries,
  rowKey: RawBuilder<number>,
  choice: Choice,
  fromMs: number,
): Promise<Exposure> {
  const isStarted = sql`(case when e.put_into_use_on <> '' then e.put_into_use_on <= ${dayOf(fromMs)}
    else coalesce(e.install_at_ms, 0) <= ${fromMs} end)`;
  const isAlways = sql`(r.to_ms is null and r.from_ms <= ${fromMs} and ${isStarted})`;
  const intervals = sql`responsibilities as r join elevators as e on e.id = r.elevator_id
    left join communities as c on c.id = r.community_id
    where r.is_in_use = 1 and (r.to_ms is null or r.to_ms > ${fromMs}) and ${chosen(choice, 'r')}`;
  const columns = sql`${rowKey} as row_key, ${ageBandIndex(choice.lastDay)} as band, c.site_type as site`;
  const [always, parts] = await Promise.all([
    sql<AlwaysRow>`select row_key, band, site, count(*) as lifts
      from (select ${columns} from ${intervals} and ${isAlways}) as lifts group by row_key, band, site`.execute(reads),
    sql<PartRow>`select ${columns}, 1 as lifts, r.elevator_id, r.from_ms, r.to_ms, e.put_into_use_on, e.install_at_ms
      from ${intervals} and not ${isAlways}`.execute(reads),
  ]);
  const end = Number.POSITIVE_INFINITY;
  return new Exposure([
    ...always.rows.map((row) => ({
      rowId: row.row_key,
      cell: cellOf(row),
      lifts: row.lifts,
      elevatorId: null,
      span: { fromMs, toMs: end },
    })),
    ...parts.rows.map((row) => ({
      rowId: row.row_key,
      cell: cellOf(row),
      lifts: 1,
      elevatorId: row.elevator_id,
      span: {
        fromMs: Math.max(
          row.from_ms,
          row.put_into_use_on === '' ? (row.install_at_ms ?? 0) : dayStartMs(row.put_into_use_on),
        ),
        toMs: row.to_ms ?? end,
      },
    })),
  ]);
}
