import { namedCalls } from '../../../src/contract/rowCalls.ts';
import { createElevatorDesk } from '../../domain/base/elevator.ts';
import { createLiftFileDesk } from '../../domain/base/liftFile.ts';
import { listLiftFiles } from '../../queries/liftFile.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { OnTrouble } from '../../runtime/troubleLog.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';
import { editHandlers, rowHandlers } from '../rowHandlers.ts';
import type { Domain } from '../../domain/createDomain.ts';

export interface LiftRegisterParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly domain: Pick<Domain, 'reloadLifts'>;
  readonly onTrouble: OnTrouble;
}

export function liftRegisterHandlers({
  store,
  clock,
  domain,
  onTrouble,
}: LiftRegisterParts): Pick<
  Handlers,
  'elevatorSave' | 'elevatorUpdate' | 'elevatorDelete' | 'liftFileList' | 'liftFileSave' | 'liftFileDelete'
> {
  const lifts = createElevatorDesk({
    store,
    clock,
    onTrouble,
    onChanged: ({ id }) => domain.reloadLifts({ elevatorIds: [id] }),
  });
  const files = createLiftFileDesk({ store, clock, onTrouble });
  const liftCalls = editHandlers(lifts);
  return {
    ...namedCalls('liftFile', rowHandlers(files, store, listLiftFiles)),
    elevatorSave: liftCalls.save,
    elevatorUpdate: liftCalls.save,
    elevatorDelete: liftCalls.remove,
  };
}
