import { map, merge, type Observable } from 'rxjs';
import type { ExceptionRow } from '../../contract/entities/exception.ts';
import type { ExceptionType } from '../../contract/exceptions.ts';
import { changesExceptions } from './exceptionPush.ts';
import {
  watchListChanges,
  type ListChangeSources,
  type ListChangeTiming,
  type ReloadOrAge,
} from './watchListChanges.ts';

export interface ExceptionListSources extends Omit<ListChangeSources, 'concerns'> {
  readonly types: readonly ExceptionType[];
  /** Rows that the server answered to steps taken on this page. */
  readonly answers$: Observable<ExceptionRow>;
}

/** The next change of a list of exceptions. */
export type ExceptionListChange = { readonly kind: 'patch'; readonly row: ExceptionRow } | ReloadOrAge;

/** Emits the changes of a list of exceptions: as any live list (`watchListChanges`), and an answered row is replaced at once. */
export function watchExceptionList(
  { types, answers$, ...sources }: ExceptionListSources,
  timing: ListChangeTiming = {},
): Observable<ExceptionListChange> {
  return merge(
    answers$.pipe(map((row): ExceptionListChange => ({ kind: 'patch', row }))),
    watchListChanges({ ...sources, concerns: (event) => changesExceptions(event, types) }, timing),
  );
}
