import type * as z from 'zod';
import { companyFields, companyKinds, ratingIssues, type CompanyKind } from '../../../src/contract/entities/company.ts';
import { dayOf } from '../../../src/contract/time.ts';
import type { Principal } from '../../access/principal.ts';
import { run, type Queries, type TransactionSteps } from '../../store/eventStore.ts';
import { maskTelephone } from './maskTelephone.ts';
import { keepAbsent } from '../rows/keepAbsent.ts';
import { organizationRows } from '../rows/organizationRows.ts';
import { rowDesk, rowResource, type RowDesk, type RowDeskParts, type RowUse } from '../rows/rowDesk.ts';
import type { Leaving } from '../rows/undoneImports.ts';
import { communityUse, liftUse, memberUses, useOf } from '../rows/rowUses.ts';

export type CompanyValues = z.output<typeof companyFields>;

/** The row as an editor writes it. */
export const companyValues = (
  row: Omit<CompanyValues, 'contacts' | 'rating'> & { readonly contacts: string; readonly rating: string },
): CompanyValues => companyFields.parse({ ...row, contacts: JSON.parse(row.contacts) });

const toColumns = ({ rating = '', rated_on = '', ...values }: CompanyValues) => ({
  ...values,
  contacts: JSON.stringify(values.contacts),
  rating,
  rated_on,
});

function* readCompany(queries: Queries, id: number, orgType: number): TransactionSteps<CompanyValues | undefined> {
  const [row] = yield* run(
    queries.selectFrom('organizations').selectAll().where('id', '=', id).where('org_type', '=', orgType),
  );
  return row === undefined ? undefined : companyValues(row);
}

const redact = (values: CompanyValues): CompanyValues => ({
  ...values,
  contact_mobile: maskTelephone(values.contact_mobile),
  duty_phone: maskTelephone(values.duty_phone),
  contacts: values.contacts.map((contact) => ({ ...contact, mobile: maskTelephone(contact.mobile) })),
});

/** Returns the records that still refer to a company. */
function* usesOf(
  queries: Queries,
  kind: CompanyKind,
  id: number,
  by: Principal,
  leaving?: Leaving,
): TransactionSteps<readonly RowUse[]> {
  const contracts = queries.selectFrom('contracts').where('org_id', '=', id);
  return [
    yield* liftUse(queries, `${kind}_id`, id, by, leaving),
    yield* communityUse(queries, 'property_id', id, by, leaving),
    yield* useOf(contracts, '份', '合同'),
    ...(yield* memberUses(queries, companyKinds[kind].orgType, id, leaving)),
  ];
}

/** Property or maintenance companies, whose names are unique among their kind. */
export function createCompanyDesk(kind: CompanyKind, parts: RowDeskParts<CompanyValues>): RowDesk<CompanyValues> {
  const { orgType, noun } = companyKinds[kind];
  const rows = organizationRows({ noun, orgType, column: `${kind}_id` });
  return rowDesk<CompanyValues>(
    rowResource({
      ...rows,
      kind,
      fields: companyFields,
      redact,
      toValues: companyValues,
      toColumns,
      complete: keepAbsent((queries, id) => readCompany(queries, id, orgType), { rating: '', rated_on: '' }),
      problems: [
        rows.problems,
        // oxlint-disable-next-line require-yield -- judged by the values and the day
        function* wrongRating(_queries, _id, values) {
          return ratingIssues(kind, values, dayOf(parts.clock.nowMs()));
        },
      ],
      usedBy: (queries, id, by, leaving) => usesOf(queries, kind, id, by, leaving),
    }),
    parts,
  );
}
