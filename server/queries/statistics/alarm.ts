import { sql } from 'kysely';
import type { AlarmAnswer } from '../../../src/contract/endpoints/statistics.ts';
import { deviceAlarmKinds } from '../../../src/contract/labels.ts';
import { between, readDurations, type Durations } from './durations.ts';
import type { Figures, RowTotals } from './figures.ts';
import { addedUp, falseRecords, grouped, recordsWhere, sumBy, type RecordQuestion } from './records.ts';

type AlarmFigures = AlarmAnswer['rows'][number]['figures'];

/** Ten alarms or more within ten minutes are more than an operator can handle (EEMUA 191). */
const floodMs = 600_000;
const floodAlarms = 10;
const topLifts = 10;
/** As `alarmHandlingLabels` numbers them. */
const falseStatus = 2;
const unhandledStatuses: readonly number[] = [0, 3];

interface KindFact {
  readonly row_key: number;
  readonly kind: string;
  readonly status: number;
  readonly num: number;
}
interface NumFact {
  readonly row_key: number;
  readonly num: number;
}

/** Alarms by kind, how soon they were acknowledged and handled, and what of them was too much. */
export async function readAlarmFigures(question: RecordQuestion): Promise<Figures<AlarmFigures>> {
  const [kinds, topTen, floods, acknowledge, handle] = await Promise.all([
    addedUp(
      question,
      (key) => sql<KindFact>`select row_key, kind, status, count(*) as num
        from (select ${key} as row_key, t.kind, t.status
          from ${recordsWhere({ ...question, counted: sql`(${question.counted} or ${falseRecords('alarm')})` })}) as r
        group by row_key, kind, status`,
    ),
    grouped(
      question,
      (key) => sql<NumFact>`select row_key, cast(sum(num) as bigint) as num
        from (select row_key, num, row_number() over (partition by row_key order by num desc) as place
          from (select row_key, elevator_id, count(*) as num
            from (select ${key} as row_key, t.elevator_id from ${recordsWhere(question)}) as r
            group by row_key, elevator_id) as l) as placed
        where place <= ${sql.lit(topLifts)} group by row_key`,
    ),
    grouped(
      question,
      (key) => sql<NumFact>`select row_key, count(*) as num
        from (select row_key, stretch from
            (select ${key} as row_key, t.raised_at_ms / ${sql.lit(floodMs)} as stretch from ${recordsWhere(question)}) as r
          group by row_key, stretch having count(*) >= ${sql.lit(floodAlarms)}) as floods
        group by row_key`,
    ),
    readDurations(question, between('raised_at_ms', 'acknowledged_at_ms')),
    readDurations(question, between('raised_at_ms', 'closed_at_ms')),
  ]);
  const figuresOf = (
    { num }: RowTotals,
    read: <Fact>(of: { readonly ofRow: (id: number) => Fact; readonly ofAll: Fact }) => Fact,
    timeOf: (durations: Durations) => AlarmFigures['handle'],
  ): AlarmFigures => {
    const counted = read(kinds).filter(({ status }) => status !== falseStatus);
    const numOf = (kind: string) => sumBy(counted, (fact) => (fact.kind === kind ? fact.num : 0));
    return {
      kinds: deviceAlarmKinds
        .map((kind) => ({ kind, num: numOf(kind) }))
        .filter((row) => row.num > 0)
        .toSorted((a, b) => b.num - a.num),
      unhandled_num: sumBy(counted, (fact) => (unhandledStatuses.includes(fact.status) ? fact.num : 0)),
      false_num: sumBy(read(kinds), (fact) => (fact.status === falseStatus ? fact.num : 0)),
      acknowledge: timeOf(acknowledge),
      handle: timeOf(handle),
      top_ten: { met: read(topTen)[0]?.num ?? 0, total: num },
      flood_num: read(floods)[0]?.num ?? 0,
    };
  };
  return {
    ofRow: (id, totals) =>
      figuresOf(
        totals,
        (of) => of.ofRow(id),
        (durations) => durations.ofRow(id, totals.num),
      ),
    ofAll: (totals) =>
      figuresOf(
        totals,
        (of) => of.ofAll,
        (durations) => durations.ofAll(totals.num),
      ),
  };
}
