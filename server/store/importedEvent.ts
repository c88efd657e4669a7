import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';

/** The correlation of events that are appended long after they happened, to fill a history. */
export const importCorrelation = 'import';

/** Nobody is told of an imported event, and no rule follows from it: what followed then is part of the import. */
export const isImported = ({ correlationId }: Pick<StoredEvent, 'correlationId'>): boolean => correlationId === importCorrelation;
