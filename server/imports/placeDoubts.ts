import { doubtOfPlace, placeReminder, type SettledRegion } from '../../src/contract/doubtOfPlace.ts';
import { communityScopeCondition } from '../access/organizationScope.ts';
import type { Principal } from '../access/principal.ts';
import type { CommunityValues } from '../domain/base/community.ts';
import type { Queries } from '../store/eventStore.ts';
import type { Doubts } from './importDesk.ts';

/** Doubts about communities whose place does not seem to lie in their region, as their form asks about one, by the communities that the caller sees. */
export async function placeDoubts(reads: Queries, by: Principal): Promise<Doubts<CommunityValues>> {
  const areas = await reads.selectFrom('areas').select(['id', 'full_name as name', 'path']).execute();
  const settled = await reads
    .selectFrom('communities as c')
    .select(['c.id', 'c.name', 'c.lng', 'c.lat', 'c.area_id'])
    .where(() => communityScopeCondition(by.scope))
    .execute();
  const communitiesOf = new Map<number, (typeof settled)[number][]>(areas.map(({ id }) => [id, []]));
  for (const community of settled) communitiesOf.get(community.area_id)?.push(community);
  const regions = areas.map((area) => ({ ...area, communities: communitiesOf.get(area.id) ?? [] }));
  const split = (path: string): readonly [SettledRegion['communities'], readonly SettledRegion[]] => {
    const [within, others] = [
      regions.filter((one) => one.path.startsWith(path)),
      regions.filter((one) => !one.path.startsWith(path)),
    ];
    return [within.flatMap(({ communities }) => communities), others];
  };
  const known = new Map<number, ReturnType<typeof split>>();
  return ({ area_id: areaId, lng, lat }, before, id) => {
    const region = regions.find((one) => one.id === areaId);
    if (region === undefined) return [];
    if (before !== null && before.area_id === areaId && before.lng === lng && before.lat === lat) return [];
    const [communities, others] = known.get(areaId) ?? split(region.path);
    known.set(areaId, [communities, others]);
    const doubt = doubtOfPlace([lng, lat], { id: areaId, name: region.name, communities }, others, id);
    return doubt === undefined ? [] : [{ field: 'lng', message: placeReminder(doubt, region.name) }];
  };
}
