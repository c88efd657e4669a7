import type { CompanyKind } from '../../../src/contract/entities/company.ts';
import { createCompanyDesk } from '../../domain/company.ts';
import { createContractDesk } from '../../domain/contract.ts';
import type { Directory } from '../../domain/directory.ts';
import { findCompany, listCompanies, listContracts } from '../../queries/company.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';
import { saveOf } from './saveOf.ts';

export interface CompanyHandlerParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly directory: Pick<Directory, 'renameCompany' | 'reloadLifts'>;
  readonly onTrouble: (trouble: string, error: unknown) => void;
}

type CompanyHandlers = Pick<Handlers, Extract<keyof Handlers, `${CompanyKind}${string}`>>;

/** Both kinds of company with their contracts: the lists are queries, the rest desks. */
export function companyHandlers(parts: CompanyHandlerParts): CompanyHandlers {
  const { store, directory, clock } = parts;
  const desksOf = (kind: CompanyKind) => ({
    companies: createCompanyDesk(kind, {
      ...parts,
      onChanged: async ({ id, before, after }) => {
        if (before !== null && after !== null && before.name !== after.name)
          await directory.renameCompany(kind, id, after.name);
      },
    }),
    contracts: createContractDesk(kind, {
      ...parts,
      onChanged: async ({ after }) => {
        if (after !== null) await directory.reloadLifts({ tags: after.elevators });
      },
    }),
  });
  const maintenance = desksOf('maintenance');
  const property = desksOf('property');
  return {
    maintenanceList: (input, { principal }) => listCompanies(store, principal, 'maintenance', input),
    maintenanceDetail: ({ id }, { principal }) => findCompany(store, principal, 'maintenance', id),
    maintenanceSave: saveOf(maintenance.companies),
    maintenanceUpdate: saveOf(maintenance.companies),
    maintenanceDelete: (ids, { principal }) => maintenance.companies.remove(principal, ids),
    maintenanceContractList: (input, { principal }) =>
      listContracts(store, principal, 'maintenance', input, clock.nowMs()),
    maintenanceContractSave: saveOf(maintenance.contracts),
    maintenanceContractDelete: (ids, { principal }) => maintenance.contracts.remove(principal, ids),
    propertyList: (input, { principal }) => listCompanies(store, principal, 'property', input),
    propertyDetail: ({ id }, { principal }) => findCompany(store, principal, 'property', id),
    propertySave: saveOf(property.companies),
    propertyUpdate: saveOf(property.companies),
    propertyDelete: (ids, { principal }) => property.companies.remove(principal, ids),
    propertyContractList: (input, { principal }) => listContracts(store, principal, 'property', input, clock.nowMs()),
    propertyContractSave: saveOf(property.contracts),
    propertyContractDelete: (ids, { principal }) => property.contracts.remove(principal, ids),
  };
}
