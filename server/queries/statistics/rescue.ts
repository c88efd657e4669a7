import { sql } from 'kysely';
import type { RescueAnswer } from '../../../src/contract/endpoints/statistics.ts';
import { between, readDurations } from './durations.ts';
import type { Figures } from './figures.ts';
import { countWhere, falseRecords, grouped, recordsWhere, type RecordQuestion } from './records.ts';
import { hourOfDay } from './trap.ts';

type RescueFigures = RescueAnswer['rows'][number]['figures'];

interface RescueFact {
  readonly row_key: number;
  readonly num: number;
  readonly trapped: number;
  readonly answered: number;
  readonly answered_met: number;
  readonly arrived: number;
  readonly arrived_met: number;
  readonly level_1: number;
  readonly level_2: number;
  readonly level_3: number;
  readonly overdue: number;
  readonly to_120: number;
  readonly to_119: number;
  readonly to_110: number;
  readonly injured: number;
  readonly night: number;
}
interface FalseFact {
  readonly row_key: number;
  readonly num: number;
}

const confirmed = sql`t.was_trapped = 1`;

/**
 * Rescues by their times and levels. Times until arrival, and from there until release, are those of confirmed entrapments. A limit that still
 * runs counts for nothing yet; one that has passed counts from that moment.
 */
export async function readRescueFigures(question: RecordQuestion): Promise<Figures<RescueFigures>> {
  const now = sql.lit(question.nowMs);
  // A call that ended before its limit without anybody having answered needed no answer.
  const isAnswerCounted = sql`(t.answered_at_ms is not null
    or (t.respond_due_at_ms < ${now} and (t.is_open = 1 or t.completed_at_ms > t.respond_due_at_ms)))`;
  const isArrivalCounted = sql`(t.arrived_at_ms is not null or (t.is_open = 1 and t.arrive_due_at_ms < ${now}))`;
  const [facts, falseCalls, answer, arrival, release] = await Promise.all([
    grouped(
      question,
      (key) => sql<RescueFact>`select ${key} as row_key, count(*) as num,
        ${countWhere(confirmed)} as trapped,
        ${countWhere(isAnswerCounted)} as answered,
        ${countWhere(sql`t.answered_at_ms <= t.respond_due_at_ms`)} as answered_met,
        ${countWhere(isArrivalCounted)} as arrived,
        ${countWhere(sql`t.arrived_at_ms <= t.arrive_due_at_ms`)} as arrived_met,
        ${countWhere(sql`t.notice_level <= 1`)} as level_1,
        ${countWhere(sql`t.notice_level = 2`)} as level_2,
        ${countWhere(sql`t.notice_level >= 3`)} as level_3,
        ${countWhere(sql`t.overdue = 1`)} as overdue,
        ${countWhere(sql`t.handed_to = '120'`)} as to_120,
        ${countWhere(sql`t.handed_to = '119'`)} as to_119,
        ${countWhere(sql`t.handed_to = '110'`)} as to_110,
        cast(coalesce(sum(t.injured_num), 0) as bigint) as injured,
        ${countWhere(sql`(${hourOfDay} >= 22 or ${hourOfDay} < 6)`)} as night
        from ${recordsWhere(question)} group by 1`,
    ),
    grouped(
      question,
      (key) => sql<FalseFact>`select ${key} as row_key, count(*) as num
        from ${recordsWhere({ ...question, counted: falseRecords('rescue') })} group by 1`,
    ),
    readDurations(question, between('raised_at_ms', 'answered_at_ms')),
    readDurations(question, between('raised_at_ms', 'arrived_at_ms'), confirmed),
    readDurations(question, between('arrived_at_ms', 'released_at_ms'), confirmed),
  ]);
  const figuresOf = (
    fact: RescueFact | undefined,
    falseFacts: readonly FalseFact[],
    times: Pick<RescueFigures, 'answer' | 'arrival' | 'release'>,
  ): RescueFigures => ({
    false_num: falseFacts[0]?.num ?? 0,
    answered: { met: fact?.answered_met ?? 0, total: fact?.answered ?? 0 },
    arrived: { met: fact?.arrived_met ?? 0, total: fact?.arrived ?? 0 },
    ...times,
    levels: [fact?.level_1 ?? 0, fact?.level_2 ?? 0, fact?.level_3 ?? 0],
    overdue_num: fact?.overdue ?? 0,
    handed: { to_120: fact?.to_120 ?? 0, to_119: fact?.to_119 ?? 0, to_110: fact?.to_110 ?? 0 },
    injured_num: fact?.injured ?? 0,
    night_num: fact?.night ?? 0,
  });
  return {
    ofRow(id, { num }) {
      const [fact] = facts.ofRow(id);
      const trapped = fact?.trapped ?? 0;
      return figuresOf(fact, falseCalls.ofRow(id), {
        answer: answer.ofRow(id, num),
        arrival: arrival.ofRow(id, trapped),
        release: release.ofRow(id, trapped),
      });
    },
    ofAll({ num }) {
      const [fact] = facts.ofAll;
      const trapped = fact?.trapped ?? 0;
      return figuresOf(fact, falseCalls.ofAll, {
        answer: answer.ofAll(num),
        arrival: arrival.ofAll(trapped),
        release: release.ofAll(trapped),
      });
    },
  };
}
