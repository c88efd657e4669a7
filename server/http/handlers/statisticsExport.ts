import * as z from 'zod';
import type { ExportColumn } from '../../../src/contract/endpoints/exports.ts';
import { statisticsEndpoints, statisticsQuery } from '../../../src/contract/endpoints/statistics.ts';
import { statisticsSubjects, type StatisticsSubject } from '../../../src/contract/statistics/subjects.ts';
import {
  fileCells,
  toStatisticsTable,
  type CountedAnswer,
} from '../../../src/contract/statisticsTable/statisticsTable.ts';
import type { CsvValue } from '../../../src/csv/toCsv.ts';

/** The subject whose figures a call answers; undefined for other calls. */
export const statisticsSubjectOf = (path: string): StatisticsSubject | undefined =>
  statisticsSubjects.find((subject) => statisticsEndpoints[subject].path === path);

function countedOf(subject: StatisticsSubject, answer: unknown): CountedAnswer {
  switch (subject) {
    case 'trap':
      return { subject, answer: statisticsEndpoints.trap.output.parse(answer) };
    case 'rescue':
      return { subject, answer: statisticsEndpoints.rescue.output.parse(answer) };
    case 'exception':
      return { subject, answer: statisticsEndpoints.exception.output.parse(answer) };
    case 'alarm':
      return { subject, answer: statisticsEndpoints.alarm.output.parse(answer) };
  }
}

const dimensionIn = z.object({ dimension: statisticsQuery.shape.dimension });

/** Returns the table that the page shows, cell by cell as its columns say: an answer of the statistics is whole, and has no pages. */
export function statisticsCells(
  subject: StatisticsSubject,
  query: unknown,
  answer: unknown,
  columns: readonly ExportColumn[],
): CsvValue[][] {
  const { dimension } = dimensionIn.parse(query);
  return fileCells(
    toStatisticsTable(countedOf(subject, answer)),
    columns.map(({ field }) => field),
    dimension,
  );
}
