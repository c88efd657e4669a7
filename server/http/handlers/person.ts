import type { Directory } from '../../domain/directory.ts';
import { createPersonDesk } from '../../domain/person.ts';
import { listPeople, listPersonOrganizations } from '../../queries/person.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';
import { saveOf } from './saveOf.ts';

export interface PersonHandlerParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly directory: Directory;
  readonly onTrouble: (trouble: string, error: unknown) => void;
}

export function personHandlers(
  parts: PersonHandlerParts,
): Pick<Handlers, 'personList' | 'personSave' | 'personDelete' | 'personOrganizations'> {
  const { store } = parts;
  const people = createPersonDesk(parts);
  return {
    personList: (input, { principal }) => listPeople(store, principal, input),
    personSave: saveOf(people),
    personDelete: (ids, { principal }) => people.remove(principal, ids),
    personOrganizations: (input, { principal }) => listPersonOrganizations(store, principal, input),
  };
}
