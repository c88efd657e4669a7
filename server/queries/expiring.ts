import { sql, type RawBuilder } from 'kysely';
import * as z from 'zod';
import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { expiringList } from '../../src/contract/endpoints/expiring.ts';
import { companyKinds, type CompanyKind } from '../../src/contract/entities/company.ts';
import { liftStates } from '../../src/contract/entities/elevatorFields.ts';
import { expiringKinds, expiringWithinDays, type ExpiringKind } from '../../src/contract/entities/expiring.ts';
import { toPage } from '../../src/contract/envelope.ts';
import type { Permission } from '../../src/contract/permissions.ts';
import { companyScopeCondition } from '../access/companyScope.ts';
import { contractScopeCondition } from '../access/contractScope.ts';
import { organizationScopeCondition } from '../access/organizationScope.ts';
import type { Principal } from '../access/principal.ts';
import { elevatorScopeCondition, type Scope } from '../access/scope.ts';
import { dayOf } from '../../src/contract/time.ts';
import type { EventStore } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { listRows } from './listRows.ts';

type Page = OutputOf<typeof expiringList>;

interface ExpiringRow {
  readonly kind: string;
  readonly record_id: number;
  readonly name: string;
  readonly owner: string;
  readonly detail: string;
  readonly expires_on: string;
  readonly company_kind: string;
}

/** One kind of record as a select of `ExpiringRow`; `until` is the last day that counts. */
interface Part {
  readonly kind: ExpiringKind;
  readonly permission: Permission;
  readonly rows: (scope: Scope, until: string) => RawBuilder<ExpiringRow>;
}

const certificates: Part = {
  kind: 'certificate',
  permission: 'person.view',
  rows: (scope, until) => sql`
    select 'certificate' as kind, p.id as record_id, p.name as name, coalesce(o.name, c.name, a.full_name, '') as owner,
      p.certificates as detail, p.certificate_expiry as expires_on, '' as company_kind
    from people p
    left join organizations o on o.id = p.org_id and p.org_type > 2
    left join communities c on c.id = p.org_id and p.org_type = 2
    left join areas a on a.id = p.org_id and p.org_type = 1
    where p.certificate_expiry <= ${until} and ${organizationScopeCondition(scope, 'p')}`,
};

const companyPart = (kind: 'licence' | 'insurance', companyKind: CompanyKind): Part => ({
  kind,
  permission: `${companyKind}.view`,
  rows: (scope, until) => {
    const column = sql.ref(`o.${kind}_expiry`);
    return sql`
      select ${sql.lit(kind)} as kind, o.id as record_id, o.name as name, '' as owner, '' as detail,
        ${column} as expires_on, ${sql.lit(companyKind)} as company_kind
      from organizations o
      where o.org_type = ${companyKinds[companyKind].orgType} and ${column} <> '' and ${column} <= ${until}
        and ${companyScopeCondition(scope, `${companyKind}_id`)}`;
  },
});

/** A contract no longer matters once each of its lifts has one that runs longer. */
const contractPart = (companyKind: CompanyKind): Part => ({
  kind: 'contract',
  permission: `${companyKind}.view`,
  rows: (scope, until) => sql`
    select 'contract' as kind, k.id as record_id, k.number as name, o.name as owner, '' as detail,
      k.ends_on as expires_on, ${sql.lit(companyKind)} as company_kind
    from contracts k join organizations o on o.id = k.org_id
    where k.org_type = ${companyKinds[companyKind].orgType} and k.ends_on <= ${until}
      and ${companyScopeCondition(scope, `${companyKind}_id`)} and ${contractScopeCondition(scope)}
      and exists (select 1 from contract_elevators l where l.contract_id = k.id and not exists (
        select 1 from contract_elevators nl join contracts nk on nk.id = nl.contract_id
        where nl.elevator_id = l.elevator_id and nk.org_type = k.org_type and nk.ends_on > k.ends_on))`,
});

const liftDays = {
  inspection: 'e.next_inspection_on',
  selfTest: 'e.next_self_test_on',
  onDemandPermit: 'e.on_demand_permit_expiry',
} as const;

const liftPart = (kind: keyof typeof liftDays): Part => ({
  kind,
  permission: 'elevator.view',
  rows: (scope, until) => {
    const column = sql.ref(liftDays[kind]);
    return sql`
      select ${sql.lit(kind)} as kind, e.id as record_id, e.tag as name, c.name as owner, e.addr as detail,
        ${column} as expires_on, '' as company_kind
      from elevators e join communities c on c.id = e.community_id
      where ${column} > '' and ${column} <= ${until} and e.state <> ${sql.lit(liftStates.scrapped)}
        and ${elevatorScopeCondition(scope)}`;
  },
});

const parts: readonly Part[] = [
  certificates,
  companyPart('licence', 'maintenance'),
  companyPart('insurance', 'maintenance'),
  companyPart('insurance', 'property'),
  contractPart('maintenance'),
  contractPart('property'),
  liftPart('inspection'),
  liftPart('selfTest'),
  liftPart('onDemandPermit'),
];

const dayMs = 86_400_000;

/** Returns the records that expire within 60 days of `nowMs` (epoch ms), of the kinds that the caller may see and in the scope of each. */
export function listExpiring(
  store: EventStore,
  by: Principal,
  query: ParsedInputOf<typeof expiringList>,
  nowMs: number,
): Promise<Page> {
  const { kind, state } = query;
  const today = dayOf(nowMs);
  const until = state === 'overdue' ? dayOf(nowMs - dayMs) : dayOf(nowMs + expiringWithinDays * dayMs);
  const chosen = parts.filter(
    (part) => by.permissions.has(part.permission) && (kind === undefined || part.kind === kind),
  );
  if (chosen.length === 0) return Promise.resolve(toPage([], 0, query));
  const all = sql<ExpiringRow>`(${sql.join(
    chosen.map(({ rows }) => rows(by.scope, until)),
    sql` union all `,
  )})`;
  return listRows(query.sort === undefined ? { ...query, sort: 'expires_on', order: 'asc' } : query, {
    from: readsOf(store, by)
      .selectFrom(
        sql<
          ExpiringRow & { readonly row_key: string }
        >`(select r.*, r.kind || '-' || r.record_id as row_key from ${all} as r)`.as('x'),
      )
      .$if(state === 'soon', (from) => from.where('x.expires_on', '>=', today)),
    select: (from) => from.selectAll('x'),
    toRow: (row) => toExpiring(row, today),
    id: 'x.row_key',
    sorts: { expires_on: 'x.expires_on', name: 'x.name', owner: 'x.owner' },
    keyword: ['x.name', 'x.owner'],
  });
}

const kindSchema = z.enum(expiringKinds);
const companyKindSchema = z.enum(['maintenance', 'property']);
const certificatesSchema = z.array(z.looseObject({ number: z.string(), class: z.string(), expiry: z.string() }));

function toExpiring({ row_key: key, company_kind, ...row }: ExpiringRow & { row_key: string }, today: string) {
  const kind = kindSchema.parse(row.kind);
  return {
    ...row,
    key,
    kind,
    detail: kind === 'certificate' ? certificatesOn(row.expires_on, row.detail) : row.detail,
    days_left: Math.round((Date.parse(row.expires_on) - Date.parse(today)) / dayMs),
    company_kind: company_kind === '' ? null : companyKindSchema.parse(company_kind),
  };
}

/** Class and number of the certificates that end on this day. */
const certificatesOn = (day: string, json: string): string =>
  certificatesSchema
    .parse(JSON.parse(json))
    .filter(({ expiry }) => expiry === day)
    .map(({ class: name, number }) => `${name} ${number}`.trim())
    .join('、');
