import type { RuleBody } from '../../src/contract/rules/alarmRule.ts';
import type { RuleNames } from '../../src/contract/rules/ruleWords.ts';
import { organizationScopeCondition } from '../access/organizationScope.ts';
import type { Principal } from '../access/principal.ts';
import { organizationOf } from '../domain/base/person.ts';
import { organizationsOf, peopleOf } from '../domain/rules/ruleReferences.ts';
import { isOrganizationSeen } from '../domain/rules/ruleScope.ts';
import type { Queries } from '../store/eventStore.ts';

/** The names of what these rules name by id, as far as the reader may see it. */
export async function readRuleNames(rows: Queries, by: Principal, bodies: readonly RuleBody[]): Promise<RuleNames> {
  const peopleIds = [...new Set(bodies.flatMap(peopleOf))];
  const refs = [...new Set(bodies.flatMap(organizationsOf))];
  const [people, organizations] = await Promise.all([
    peopleIds.length === 0
      ? []
      : rows
          .selectFrom('people as p')
          .select(['p.id', 'p.name'])
          .where('p.id', 'in', peopleIds)
          .where(() => organizationScopeCondition(by.scope, 'p'))
          .execute(),
    readOrganizationNames(rows, await seenOf(rows, by, refs)),
  ]);
  const nameOf = new Map(people.map(({ id, name }) => [id, name]));
  return { organization: (ref) => organizations.get(ref), person: (id) => nameOf.get(id) };
}

async function seenOf(rows: Queries, by: Principal, refs: readonly string[]): Promise<readonly string[]> {
  if (by.scope.kind === 'all') return refs;
  const seen = await Promise.all(refs.map((ref) => isOrganizationSeen(rows, by, ref)));
  return refs.filter((_ref, index) => seen[index] === true);
}

/** The names that this rule needs, as its row carries them: by `4-301` and `person-9`. */
export function namesIn(body: RuleBody, names: RuleNames): Record<string, string> {
  const named = [
    ...organizationsOf(body).map((ref) => [ref, names.organization?.(ref)] as const),
    ...peopleOf(body).map((id) => [`person-${id}`, names.person?.(id)] as const),
  ];
  return Object.fromEntries(named.flatMap(([key, name]) => (name === undefined ? [] : [[key, name]])));
}

/** The names of organisations `4-301`, areas and communities among them. */
async function readOrganizationNames(rows: Queries, refs: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const idsOf = (isOfType: (type: number) => boolean): number[] =>
    refs.flatMap((ref) => {
      const { org_type, org_id } = organizationOf(ref);
      return isOfType(org_type) ? [org_id] : [];
    });
  const [areaIds, communityIds, companyIds] = [
    idsOf((type) => type === 1),
    idsOf((type) => type === 2),
    idsOf((type) => type > 2),
  ];
  const [areas, communities, companies] = await Promise.all([
    areaIds.length === 0
      ? []
      : rows.selectFrom('areas').select(['id', 'full_name as name']).where('id', 'in', areaIds).execute(),
    communityIds.length === 0
      ? []
      : rows.selectFrom('communities').select(['id', 'name']).where('id', 'in', communityIds).execute(),
    companyIds.length === 0
      ? []
      : rows.selectFrom('organizations').select(['id', 'org_type', 'name']).where('id', 'in', companyIds).execute(),
  ]);
  return new Map([
    ...areas.map(({ id, name }) => [`1-${id}`, name] as const),
    ...communities.map(({ id, name }) => [`2-${id}`, name] as const),
    ...companies.map(({ id, org_type, name }) => [`${org_type}-${id}`, name] as const),
  ]);
}
