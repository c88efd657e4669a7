import { createContext } from 'react';
import type { BatchStore } from './batchStore.ts';

/** The actions on several orders of this session; `createRescueCall` provides it. */
export const BatchStoreContext = createContext<BatchStore | null>(null);
