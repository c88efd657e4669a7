import type { ParsedInputOf } from '../../../src/contract/endpoint.ts';
import type { CompanyCalls } from '../../../src/contract/endpoints/company.ts';
import type { CompanyKind } from '../../../src/contract/entities/company.ts';
import { namedCalls } from '../../../src/contract/rowCalls.ts';
import { createCompanyDesk } from '../../domain/base/company.ts';
import { createContractDesk } from '../../domain/base/contract.ts';
import type { Directory } from '../../domain/city/directory.ts';
import { findCompany, listCompanies, listContracts } from '../../queries/company.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { OnTrouble } from '../../runtime/troubleLog.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';
import { rowHandlers } from '../rowHandlers.ts';

export interface CompanyHandlerParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly directory: Pick<Directory, 'renameCompany' | 'reloadLifts'>;
  readonly onTrouble: OnTrouble;
}

type CompanyHandlers = Pick<Handlers, Extract<keyof Handlers, `${CompanyKind}${string}`>>;

/** Both kinds of company with their contracts: the lists are queries, the rest desks. */
export function companyHandlers(parts: CompanyHandlerParts): CompanyHandlers {
  const { store, directory, clock } = parts;
  const callsOf = (kind: CompanyKind) => ({
    companies: rowHandlers(
      createCompanyDesk(kind, {
        ...parts,
        onChanged: async ({ id, before, after }) => {
          if (before !== null && after !== null && before.name !== after.name)
            await directory.renameCompany(kind, id, after.name);
        },
      }),
      store,
      (_, by, query: ParsedInputOf<CompanyCalls['list']>) => listCompanies(store, by, kind, query),
    ),
    contracts: rowHandlers(
      createContractDesk(kind, {
        ...parts,
        onChanged: async ({ after }) => {
          if (after !== null) await directory.reloadLifts({ tags: after.elevators });
        },
      }),
      store,
      (_, by, query: ParsedInputOf<CompanyCalls['contracts']>) => listContracts(store, by, kind, query, clock.nowMs()),
    ),
  });
  const maintenance = callsOf('maintenance');
  const property = callsOf('property');
  return {
    ...namedCalls('maintenance', maintenance.companies),
    maintenanceDetail: ({ id }, { principal }) => findCompany(store, principal, 'maintenance', id),
    maintenanceUpdate: maintenance.companies.save,
    ...namedCalls('maintenanceContract', maintenance.contracts),
    ...namedCalls('property', property.companies),
    propertyDetail: ({ id }, { principal }) => findCompany(store, principal, 'property', id),
    propertyUpdate: property.companies.save,
    ...namedCalls('propertyContract', property.contracts),
  };
}
