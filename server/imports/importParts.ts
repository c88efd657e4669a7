import type { ImportKind } from '../../src/contract/entities/imports.ts';
import type { Clock } from '../runtime/clock.ts';
import type { OnTrouble } from '../runtime/troubleLog.ts';
import type { EventStore } from '../store/eventStore.ts';
import type { ImportDesk } from './importDesk.ts';

export interface ImportsParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly desks: Readonly<Record<ImportKind, ImportDesk>>;
  readonly onTrouble: OnTrouble;
}

export interface ImportProgress {
  readonly done: number;
  readonly total: number;
}

/** The desk of a stored import's kind. */
export function deskOf({ desks }: Pick<ImportsParts, 'desks'>, { kind }: { readonly kind: string }): ImportDesk {
  const desk = Object.values(desks).find((one) => one.kind === kind);
  if (desk === undefined) throw new Error(`no import of ${kind}`);
  return desk;
}
