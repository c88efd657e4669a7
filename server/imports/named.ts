import { sql } from 'kysely';
import { organizationTypeLabels } from '../../src/contract/labels.ts';
import { companyScopeCondition, type CompanyColumn } from '../access/companyScope.ts';
import { communityScopeCondition, organizationScopeCondition } from '../access/organizationScope.ts';
import type { Principal } from '../access/principal.ts';
import type { Queries } from '../store/eventStore.ts';
import type { Named } from './nameIndex.ts';

type LoadNamed = (reads: Queries, by: Principal) => Promise<readonly Named[]>;

/** Regions that the caller looks after. */
export const namedAreas: LoadNamed = async (reads, { scope }) => {
  const rows = await reads.selectFrom('areas').select(['id', 'name', 'full_name']).orderBy('full_name').execute();
  return rows
    .filter(({ id }) => scope.kind === 'all' || scope.areaIds.includes(id))
    .map(({ id, name, full_name: fullName }) => ({ value: id, name, fullName }));
};

/** Groups of communities, by their region. */
export const namedGroups: LoadNamed = async (reads, { scope }) => {
  const rows = await reads
    .selectFrom('community_groups as g')
    .innerJoin('areas as a', 'a.id', 'g.area_id')
    .select(['g.id', 'g.name', 'g.area_id', 'a.full_name'])
    .orderBy('g.id')
    .execute();
  return rows
    .filter(({ area_id: areaId }) => scope.kind === 'all' || scope.areaIds.includes(areaId))
    .map(({ id, name, full_name: area }) => ({ value: id, name, fullName: `${area} / ${name}` }));
};

const companyTypes: Readonly<Record<CompanyColumn, number>> = { brand_id: 3, property_id: 4, maintenance_id: 5 };

/** Companies of one kind. */
export const namedCompanies =
  (column: CompanyColumn): LoadNamed =>
  async (reads, { scope }) => {
    const rows = await reads
      .selectFrom('organizations as o')
      .select(['o.id', 'o.name'])
      .where('o.org_type', '=', companyTypes[column])
      .where(() => companyScopeCondition(scope, column))
      .orderBy('o.name')
      .execute();
    return rows.map(({ id, name }) => ({ value: id, name, fullName: name }));
  };

/** Property companies: the caller's, and those that communities of the caller name. */
export const namedProperties: LoadNamed = async (reads, by) => {
  const own = await namedCompanies('property_id')(reads, by);
  if (by.scope.kind === 'all') return own;
  const known = new Set(own.map(({ value }) => value));
  const ofCommunities = await reads
    .selectFrom('communities as c')
    .innerJoin('organizations as o', 'o.id', 'c.property_id')
    .select(['o.id', 'o.name'])
    .distinct()
    .where(() => communityScopeCondition(by.scope))
    .orderBy('o.name')
    .execute();
  return [
    ...own,
    ...ofCommunities.filter(({ id }) => !known.has(id)).map(({ id, name }) => ({ value: id, name, fullName: name })),
  ];
};

/** Communities, of one name told apart by their region. */
export const namedCommunities: LoadNamed = async (reads, { scope }) => {
  const rows = await reads
    .selectFrom('communities as c')
    .innerJoin('areas as a', 'a.id', 'c.area_id')
    .select(['c.id', 'c.name', 'a.full_name'])
    .where(() => communityScopeCondition(scope))
    .orderBy('c.name')
    .execute();
  return rows.map(({ id, name, full_name: area }) => ({ value: id, name, fullName: `${area} / ${name}` }));
};

const typeLabels: Readonly<Record<number, string>> = organizationTypeLabels;

/** The areas, communities and companies to which a person may belong, as `4-301`. */
export const namedOrganizations: LoadNamed = async (reads, { scope }) => {
  const all = reads
    .selectFrom('organizations as o')
    .select(['o.org_type', 'o.id as org_id', 'o.name'])
    .unionAll(reads.selectFrom('communities as c').select([sql.lit(2).as('org_type'), 'c.id as org_id', 'c.name']))
    .unionAll(
      reads.selectFrom('areas as a').select([sql.lit(1).as('org_type'), 'a.id as org_id', 'a.full_name as name']),
    )
    .as('n');
  const rows = await reads
    .selectFrom(all)
    .selectAll()
    .where(() => organizationScopeCondition(scope, 'n'))
    .orderBy('n.name')
    .execute();
  return rows.map(({ org_type: type, org_id: id, name }) => ({
    value: `${type}-${id}`,
    name,
    fullName: `${typeLabels[type] ?? ''}：${name}`,
  }));
};

/** Makers' lists of items, which belong to no organisation. */
export const namedCheckLists: LoadNamed = async (reads) => {
  const rows = await reads.selectFrom('check_lists').select(['id', 'name']).orderBy('name').execute();
  return rows.map(({ id, name }) => ({ value: id, name, fullName: name }));
};
