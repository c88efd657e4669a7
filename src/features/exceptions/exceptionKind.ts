import type { ExceptionType } from '../../contract/exceptions.ts';
import { exceptionTypeLabels } from '../../contract/labels.ts';
import type { BuiltScreen } from '../../contract/screens.ts';

/** One of the screens of exceptions: which type it shows, and whether open, closed or both. */
export interface ExceptionKind {
  readonly name: BuiltScreen['name'];
  readonly types: readonly ExceptionType[];
  readonly scope: 'pending' | 'history' | 'all';
  /** The text of an empty list, and why it may be empty. */
  readonly empty: { readonly title: string; readonly hint: string };
}

/** The name of one of its rows if the row itself is not loaded. */
export function nounOf({ types }: ExceptionKind): string {
  const [only, ...others] = types;
  return only === undefined || others.length > 0 ? '异常' : exceptionTypeLabels[only];
}
