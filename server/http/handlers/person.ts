import { namedCalls } from '../../../src/contract/rowCalls.ts';
import type { Directory } from '../../domain/city/directory.ts';
import { createPersonDesk } from '../../domain/base/person.ts';
import { listPeople, listPersonOrganizations } from '../../queries/person.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { OnTrouble } from '../../runtime/troubleLog.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';
import { rowHandlers } from '../rowHandlers.ts';

export interface PersonHandlerParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly directory: Directory;
  readonly onTrouble: OnTrouble;
}

export function personHandlers(
  parts: PersonHandlerParts,
): Pick<Handlers, 'personList' | 'personSave' | 'personDelete' | 'personOrganizations'> {
  const { store } = parts;
  const people = createPersonDesk(parts);
  return {
    ...namedCalls('person', rowHandlers(people, store, listPeople)),
    personOrganizations: (input, { principal }) => listPersonOrganizations(store, principal, input),
  };
}
