import { namedCalls } from '../../../src/contract/rowCalls.ts';
import type { Directory } from '../../domain/city/directory.ts';
import type { Settings } from '../../domain/domain.ts';
import { createLadderDesk, createRotaDesk } from '../../domain/base/ladder.ts';
import type { Channels } from '../../notify/adapter.ts';
import { listDutyPeople, listOwners } from '../../queries/ladderChoices.ts';
import { listLadders, listRotas, previewLadder } from '../../queries/ladder.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { OnTrouble } from '../../runtime/troubleLog.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';
import { rowHandlers } from '../rowHandlers.ts';

export interface LadderHandlerParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly directory: Pick<Directory, 'elevator'>;
  readonly settings: Pick<Settings, 'current'>;
  readonly channels: Pick<Channels, 'adapterOf'>;
  readonly onTrouble: OnTrouble;
}

export function ladderHandlers(
  parts: LadderHandlerParts,
): Pick<
  Handlers,
  | 'ladderOrganizations'
  | 'ladderPeople'
  | 'ladderList'
  | 'ladderSave'
  | 'ladderDelete'
  | 'ladderPreview'
  | 'rotaList'
  | 'rotaSave'
  | 'rotaDelete'
> {
  const ladders = createLadderDesk(parts);
  const rotas = createRotaDesk(parts);
  return {
    ...namedCalls('ladder', rowHandlers(ladders, parts, listLadders)),
    ladderPreview: (input, { principal }) => previewLadder(parts, principal, input),
    ladderOrganizations: (input, { principal }) => listOwners(parts.store, principal, input),
    ladderPeople: (input, { principal }) => listDutyPeople(parts.store, principal, input),
    ...namedCalls('rota', rowHandlers(rotas, parts, listRotas)),
  };
}
