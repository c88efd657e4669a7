import type { CompanyKind } from '../../../src/contract/entities/company.ts';
import { createCompanyDesk } from '../../domain/company.ts';
import { createContractDesk } from '../../domain/contract.ts';
import type { Directory } from '../../domain/directory.ts';
import { findCompany, listCompanies, listContracts } from '../../queries/company.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';

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
    maintenanceSave: (input, { principal }) => maintenance.companies.save(principal, input),
    maintenanceUpdate: (input, { principal }) => maintenance.companies.save(principal, input),
    maintenanceDelete: (ids, { principal }) => maintenance.companies.remove(principal, ids),
    maintenanceContractList: (input, { principal }) =>
      listContracts(store, principal, 'maintenance', input, clock.nowMs()),
    maintenanceContractSave: (input, { principal }) => maintenance.contracts.save(principal, input),
    maintenanceContractDelete: (ids, { principal }) => maintenance.contracts.remove(principal, ids),
    propertyList: (input, { principal }) => listCompanies(store, principal, 'property', input),
    propertyDetail: ({ id }, { principal }) => findCompany(store, principal, 'property', id),
    propertySave: (input, { principal }) => property.companies.save(principal, input),
    propertyUpdate: (input, { principal }) => property.companies.save(principal, input),
    propertyDelete: (ids, { principal }) => property.companies.remove(principal, ids),
    propertyContractList: (input, { principal }) => listContracts(store, principal, 'property', input, clock.nowMs()),
    propertyContractSave: (input, { principal }) => property.contracts.save(principal, input),
    propertyContractDelete: (ids, { principal }) => property.contracts.remove(principal, ids),
  };
}
