import { sql } from 'kysely';
import * as z from 'zod';
import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { CompanyCalls } from '../../src/contract/endpoints/company.ts';
import { companyKinds, type CompanyKind, type ContractState } from '../../src/contract/entities/company.ts';
import { companyScopeCondition } from '../access/companyScope.ts';
import { contractScopeCondition } from '../access/contractScope.ts';
import { elevatorScopeCondition } from '../access/scope.ts';
import type { Principal } from '../access/principal.ts';
import { companyValues } from '../domain/base/company.ts';
import { dayOf } from '../../src/contract/time.ts';
import { NotFound } from '../domain/refusal.ts';
import type { EventStore } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { inFleet } from './inFleet.ts';
import { cachedReads } from './cachedReads.ts';
import { listRows } from './listRows.ts';
import { rowVersion } from './rowVersion.ts';

/** The companies of a kind in the caller's scope, with the number of their lifts and contracts there. */
export function listCompanies(
  store: EventStore,
  by: Principal,
  kind: CompanyKind,
  query: ParsedInputOf<CompanyCalls['list']>,
): Promise<OutputOf<CompanyCalls['list']>> {
  const lifts = sql<number>`(select count(*) from elevators e join communities c on c.id = e.community_id
    where ${sql.ref(`e.${kind}_id`)} = o.id and ${inFleet} and ${elevatorScopeCondition(by.scope)})`;
  const contracts = sql<number>`(select count(*) from contracts k where k.org_id = o.id and ${contractScopeCondition(by.scope)})`;
  return listRows(query, {
    from: readsOf(store, by)
      .selectFrom('organizations as o')
      .where('o.org_type', '=', companyKinds[kind].orgType)
      .where(() => companyScopeCondition(by.scope, `${kind}_id`)),
    select: (from) =>
      from
        .selectAll('o')
        .select([rowVersion(kind, 'o.id').as('version'), lifts.as('elevator_num'), contracts.as('contract_num')]),
    toRow: (row) => ({
      ...companyValues(row),
      id: row.id,
      version: row.version,
      elevator_num: row.elevator_num,
      contract_num: row.contract_num,
    }),
    id: 'o.id',
    cache: { store, pages: true },
    sorts: {
      id: 'o.id',
      name: 'o.name',
      elevator_num: 'elevator_num',
      licence_expiry: 'o.licence_expiry',
      insurance_expiry: 'o.insurance_expiry',
      rating: 'o.rating',
    },
    keyword: ['o.name', 'o.contact_mobile', 'o.duty_phone', 'o.address'],
  });
}

/** One company of the kind. Throws NotFound, also for one out of scope. */
export async function findCompany(
  store: EventStore,
  by: Principal,
  kind: CompanyKind,
  id: number,
): Promise<OutputOf<CompanyCalls['detail']>> {
  const { list } = await listCompanies(store, by, kind, { id, page: 1, page_size: 1, order: 'asc' });
  const [company] = list;
  if (company === undefined) throw new NotFound(`${companyKinds[kind].noun}不存在，或您无权查看`);
  return company;
}

/** The contracts in the caller's scope, each with the tags of its lifts and where it is in its time at `nowMs` (epoch ms). */
export async function listContracts(
  store: EventStore,
  by: Principal,
  kind: CompanyKind,
  query: ParsedInputOf<CompanyCalls['contracts']>,
  nowMs: number,
): Promise<OutputOf<CompanyCalls['contracts']>> {
  const { org_id: orgId, state } = query;
  const today = dayOf(nowMs);
  const reads = readsOf(store, by);
  const page = await listRows(query, {
    from: reads
      .selectFrom('contracts as k')
      .innerJoin('organizations as o', 'o.id', 'k.org_id')
      .where('k.org_type', '=', companyKinds[kind].orgType)
      .where(() => companyScopeCondition(by.scope, `${kind}_id`))
      .where(() => contractScopeCondition(by.scope))
      .$if(orgId !== undefined, (from) => from.where('k.org_id', '=', orgId ?? 0))
      .$if(state === 'planned', (from) => from.where('k.starts_on', '>', today))
      .$if(state === 'running', (from) => from.where('k.starts_on', '<=', today).where('k.ends_on', '>=', today))
      .$if(state === 'ended', (from) => from.where('k.ends_on', '<', today)),
    select: (from) =>
      from
        .select(['k.id', 'k.org_id', 'k.number', 'k.starts_on', 'k.ends_on', 'o.name as org_name'])
        .select(rowVersion('contract', 'k.id').as('version')),
    toRow: (row) => row,
    id: 'k.id',
    cache: { store, pages: true },
    sorts: { id: 'k.id', number: 'k.number', org_name: 'o.name', starts_on: 'k.starts_on', ends_on: 'k.ends_on' },
    keyword: ['k.number', 'o.name'],
  });
  const tags = await tagsOfContracts(
    store,
    reads,
    page.list.map(({ id }) => id),
  );
  return {
    ...page,
    list: page.list.map((row) => {
      const elevators = [...(tags.get(row.id) ?? [])];
      return { ...row, elevators, elevator_num: elevators.length, state: stateOn(today, row) };
    }),
  };
}

const stateOn = (today: string, { starts_on, ends_on }: { starts_on: string; ends_on: string }): ContractState =>
  today < starts_on ? 'planned' : today > ends_on ? 'ended' : 'running';

const tagsSchema = z.array(z.string());

/**
 * A contract may have a thousand lifts: their tags come as one text and are kept until something changes. Users who see a contract
 * see all of its lifts.
 */
async function tagsOfContracts(
  store: EventStore,
  reads: EventStore['reads'],
  contractIds: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const keep = await cachedReads(store);
  const known = await keep('tags of the lifts of contracts', async () => new Map<number, readonly string[]>());
  const unknown = contractIds.filter((id) => !known.has(id));
  const read = await readTagsOfContracts(store, reads, unknown);
  for (const id of unknown) known.set(id, read.get(id) ?? []);
  return known;
}

async function readTagsOfContracts(
  { kind }: EventStore,
  reads: EventStore['reads'],
  contractIds: readonly number[],
): Promise<ReadonlyMap<number, string[]>> {
  if (contractIds.length === 0) return new Map();
  const tags =
    kind === 'sqlite'
      ? sql<string>`json_group_array(e.tag order by e.tag)`
      : sql<string>`json_agg(e.tag order by e.tag)::text`;
  const rows = await reads
    .selectFrom('contract_elevators as l')
    .innerJoin('elevators as e', 'e.id', 'l.elevator_id')
    .select(['l.contract_id', tags.as('tags')])
    .where('l.contract_id', 'in', contractIds)
    .groupBy('l.contract_id')
    .execute();
  return new Map(rows.map((row) => [row.contract_id, tagsSchema.parse(JSON.parse(row.tags))]));
}
