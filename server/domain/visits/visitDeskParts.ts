import type { Directory } from '../city/directory.ts';
import type { OpenExceptionParts } from '../records/openException.ts';

export interface VisitDeskParts extends OpenExceptionParts {
  readonly directory: Directory;
  /** Judges the code that the page in the car shows; without it every code is wrong. */
  readonly judgePresence?:
    | ((wish: {
        readonly elevatorId: number;
        readonly code: string;
        readonly atMs: number;
      }) => Promise<'right' | 'wrong'>)
    | undefined;
}
