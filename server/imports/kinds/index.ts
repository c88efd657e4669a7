import type { CompanyKind } from '../../../src/contract/entities/company.ts';
import type { ImportKind } from '../../../src/contract/entities/imports.ts';
import { createCommunityDesk } from '../../domain/community.ts';
import { createCompanyDesk } from '../../domain/company.ts';
import type { Directory } from '../../domain/directory.ts';
import { createPersonDesk } from '../../domain/person.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { ImportDesk } from '../importDesk.ts';
import { communityImport } from './community.ts';
import { companyImport } from './company.ts';
import { personImport } from './person.ts';

export interface ImportDeskSources {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly directory: Pick<Directory, 'reloadLifts' | 'renameCompany' | 'elevators'>;
  readonly onTrouble: (trouble: string, error: unknown) => void;
}

/** The desk of every kind, over the same desks that the forms use. */
export function importDesks(parts: ImportDeskSources): Readonly<Record<ImportKind, ImportDesk>> {
  const { directory } = parts;
  const company = (kind: CompanyKind) =>
    companyImport(kind, createCompanyDesk(kind, parts), async (changes) => {
      for (const { id, before, after } of changes)
        if (before !== null && after !== null && before.name !== after.name)
          await directory.renameCompany(kind, id, after.name);
    });
  return {
    community: communityImport(createCommunityDesk(parts), (changes) =>
      directory.reloadLifts({ communityIds: changes.map(({ id }) => id) }),
    ),
    maintenance: company('maintenance'),
    property: company('property'),
    person: personImport(createPersonDesk(parts)),
  };
}
