import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';

/** The correlation of events that are appended long after they happened, to fill a history. */
export const importCorrelation = 'import';

/** An imported event notifies no one and triggers no rule: what followed from it is part of the import. */
export const isImported = ({ correlationId }: Pick<StoredEvent, 'correlationId'>): boolean =>
  correlationId === importCorrelation;
