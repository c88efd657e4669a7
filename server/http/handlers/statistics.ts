import { refusalCodes } from '../../../src/contract/envelope.ts';
import type { StatisticsQuery } from '../../../src/contract/endpoints/statistics.ts';
import { subjectFacts, type StatisticsSubject } from '../../../src/contract/statistics/subjects.ts';
import type { Principal } from '../../access/principal.ts';
import { readAlarmFigures } from '../../queries/statistics/alarm.ts';
import { readExceptionFigures } from '../../queries/statistics/exception.ts';
import { CostlyAnswers } from '../../queries/statistics/costlyAnswers.ts';
import type { Figures } from '../../queries/statistics/figures.ts';
import { readStatistics } from '../../queries/statistics/readStatistics.ts';
import type { RecordQuestion } from '../../queries/statistics/records.ts';
import { readRescueFigures } from '../../queries/statistics/rescue.ts';
import { readTrapFigures } from '../../queries/statistics/trap.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore } from '../../store/eventStore.ts';
import { deniedMessage, HttpFailure } from '../failure.ts';
import type { Handlers } from '../handlers.ts';

type StatisticsHandlers = Pick<
  Handlers,
  'statsElevatorTrap' | 'statsElevatorRescue' | 'statsElevatorException' | 'statsElevatorAlarm'
>;

export interface StatisticsHandlerParts {
  readonly store: EventStore;
  readonly clock: Clock;
}

export function statisticsHandlers({ store, clock }: StatisticsHandlerParts): StatisticsHandlers {
  const costly = new CostlyAnswers();
  /** Users who may not see the records may not see the sums of them either. */
  async function read<Shape>(
    subject: StatisticsSubject,
    query: StatisticsQuery,
    by: Principal,
    figures: (question: RecordQuestion) => Promise<Figures<Shape>>,
  ) {
    if (!by.permissions.has(subjectFacts[subject].permission))
      throw new HttpFailure(403, deniedMessage, refusalCodes.denied);
    const question = JSON.stringify([subject, query, by.scope]);
    return costly.read(question, () => readStatistics(store, by, subject, query, clock.nowMs(), figures));
  }

  return {
    statsElevatorTrap: (input, { principal }) => read('trap', input, principal, readTrapFigures),
    statsElevatorRescue: (input, { principal }) => read('rescue', input, principal, readRescueFigures),
    statsElevatorException: (input, { principal }) => read('exception', input, principal, readExceptionFigures),
    statsElevatorAlarm: (input, { principal }) => read('alarm', input, principal, readAlarmFigures),
  };
}
