import type { ExceptionType } from '../../contract/exceptions.ts';
import type { BuiltScreen } from '../../contract/screens.ts';

/** One screen of the family: which exceptions it shows, and whether they are open, over, or both. */
export interface ExceptionKind {
  readonly name: BuiltScreen['name'];
  readonly types: readonly ExceptionType[];
  readonly scope: 'pending' | 'history' | 'all';
  /** What there is none of, and why that may be. */
  readonly empty: { readonly title: string; readonly hint: string };
}
