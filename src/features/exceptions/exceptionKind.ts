import type { ExceptionType } from '../../contract/exceptions.ts';
import { exceptionTypeLabels } from '../../contract/labels.ts';
import type { BuiltScreen } from '../../contract/screens.ts';

/** One screen of the family: which exceptions it shows, and whether they are open, over, or both. */
export interface ExceptionKind {
  readonly name: BuiltScreen['name'];
  readonly types: readonly ExceptionType[];
  readonly scope: 'pending' | 'history' | 'all';
  /** What there is none of, and why that may be. */
  readonly empty: { readonly title: string; readonly hint: string };
}

/** What one of its rows is called where the row itself is not at hand. */
export function nounOf({ types }: ExceptionKind): string {
  const [only, ...others] = types;
  return only === undefined || others.length > 0 ? '异常' : exceptionTypeLabels[only];
}
