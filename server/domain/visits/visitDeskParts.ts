import type { Directory } from '../city/directory.ts';
import type { OpenExceptionParts } from '../records/openException.ts';
import type { JudgePresence } from './judgePresence.ts';

export interface VisitDeskParts extends OpenExceptionParts {
  readonly directory: Directory;
  readonly judgePresence: JudgePresence;
}
