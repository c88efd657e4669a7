import type { CompanyKind } from '../../../src/contract/entities/company.ts';
import type { ImportKind } from '../../../src/contract/entities/imports.ts';
import { createCheckListDesk } from '../../domain/base/checkList.ts';
import { createCommunityDesk } from '../../domain/base/community.ts';
import { createCompanyDesk } from '../../domain/base/company.ts';
import type { Directory } from '../../domain/city/directory.ts';
import { createElevatorDesk } from '../../domain/base/elevator.ts';
import { createPersonDesk } from '../../domain/base/person.ts';
import { createUserDesk, type UserDeskParts } from '../../domain/base/user.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { OnTrouble } from '../../runtime/troubleLog.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { ImportDesk } from '../importDesk.ts';
import type { ImportColumn } from '../columns.ts';
import { checkListImport } from './checkList.ts';
import { checkListColumns } from './checkListLines.ts';
import { communityColumns, communityImport } from './community.ts';
import { companyColumns, companyImport } from './company.ts';
import { elevatorColumns, elevatorImport } from './elevator.ts';
import { personColumns, personImport } from './person.ts';
import { userColumns, userImport } from './user.ts';
import { visitBatch, visitColumns, visitImport } from './visit.ts';
import type { Domain } from '../../domain/createDomain.ts';

/** The columns of every kind. */
export const importColumns: Readonly<Record<ImportKind, readonly ImportColumn[]>> = {
  elevator: elevatorColumns,
  community: communityColumns,
  maintenance: companyColumns,
  property: companyColumns,
  person: personColumns,
  user: userColumns,
  checkList: checkListColumns,
  visit: visitColumns,
};

export interface ImportDeskSources {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly directory: Pick<Directory, 'renameCompany' | 'elevators'>;
  readonly domain: Pick<Domain, 'reloadLifts'>;
  readonly passwords: UserDeskParts['passwords'];
  readonly sessions: UserDeskParts['sessions'];
  readonly onTrouble: OnTrouble;
}

/** The desk of every kind, over the same desks that the forms use. */
export function importDesks(parts: ImportDeskSources): Readonly<Record<ImportKind, ImportDesk>> {
  const { directory, domain } = parts;
  const company = (kind: CompanyKind) =>
    companyImport(kind, createCompanyDesk(kind, parts), async (changes) => {
      for (const { id, before, after } of changes)
        if (before !== null && after !== null && before.name !== after.name)
          await directory.renameCompany(kind, id, after.name);
    });
  return {
    community: communityImport(createCommunityDesk(parts), (changes) =>
      domain.reloadLifts({ communityIds: changes.map(({ id }) => id) }),
    ),
    elevator: elevatorImport(createElevatorDesk(parts), (changes) =>
      domain.reloadLifts({ elevatorIds: changes.map(({ id }) => id) }),
    ),
    maintenance: company('maintenance'),
    property: company('property'),
    person: personImport(createPersonDesk(parts)),
    user: userImport(createUserDesk(parts)),
    checkList: checkListImport(createCheckListDesk(parts).batch, parts.store),
    visit: visitImport(visitBatch(parts)),
  };
}
