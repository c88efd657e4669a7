import { createContext } from 'react';
import type { DraftStore } from './drafts.ts';

/** The store in which the forms of the desk keep what is typed; null in a form that keeps nothing. */
export const DraftStoreContext = createContext<DraftStore | null>(null);

export interface StepDraft {
  readonly read: () => ReturnType<DraftStore['read']>;
  readonly keep: (values: Readonly<Record<string, unknown>>) => void;
}

/** The draft of one call's step. */
export const StepDraftContext = createContext<StepDraft | null>(null);
