import type { Domain } from '../../domain/domain.ts';
import { createElevatorDesk } from '../../domain/elevator.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';

export interface LiftRegisterParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly domain: Pick<Domain, 'reloadLifts'>;
  readonly onTrouble: (trouble: string, error: unknown) => void;
}

export function liftRegisterHandlers({
  store,
  clock,
  domain,
  onTrouble,
}: LiftRegisterParts): Pick<Handlers, 'elevatorSave' | 'elevatorUpdate' | 'elevatorDelete'> {
  const lifts = createElevatorDesk({
    store,
    clock,
    onTrouble,
    onChanged: ({ id }) => domain.reloadLifts({ elevatorIds: [id] }),
  });
  return {
    elevatorSave: (input, { principal }) => lifts.save(principal, input),
    elevatorUpdate: (input, { principal }) => lifts.save(principal, input),
    elevatorDelete: (ids, { principal }) => lifts.remove(principal, ids),
  };
}
