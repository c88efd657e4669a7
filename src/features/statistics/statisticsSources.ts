import { merge, type Observable } from 'rxjs';
import { statisticsEndpoints, type StatisticsQuery } from '../../contract/endpoints/statistics.ts';
import type { StatisticsSubject } from '../../contract/statistics/subjects.ts';
import type { CountedAnswer } from '../../contract/statisticsTable/statisticsTable.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { watchLatest } from '../../streams/loading/watchLatest.ts';

const refreshEveryMs = 300_000;
const quiet = { quiet: true } as const;

async function count(
  call: FeatureDeps['call'],
  subject: StatisticsSubject,
  query: StatisticsQuery,
): Promise<CountedAnswer> {
  switch (subject) {
    case 'trap':
      return { subject, answer: await call(statisticsEndpoints.trap, query, quiet) };
    case 'rescue':
      return { subject, answer: await call(statisticsEndpoints.rescue, query, quiet) };
    case 'exception':
      return { subject, answer: await call(statisticsEndpoints.exception, query, quiet) };
    case 'alarm':
      return { subject, answer: await call(statisticsEndpoints.alarm, query, quiet) };
  }
}

/** The figures of a question, again every few minutes and when the page asks: they change slowly. */
export const watchStatistics = (
  { call, live }: Pick<FeatureDeps, 'call' | 'live'>,
  subject: StatisticsSubject,
  query: StatisticsQuery,
  reload$: Observable<unknown>,
): Observable<LoadState<CountedAnswer>> =>
  watchLatest(
    {
      load: () => count(call, subject, query),
      reload$: merge(live.snapshotNeeded$, reload$),
    },
    { atLeastEveryMs: refreshEveryMs },
  );
