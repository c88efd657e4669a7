import * as z from 'zod';
import type { Call } from '../../contract/call.ts';
import { doubtOfPlace, placeQuestion } from '../../contract/doubtOfPlace.ts';
import { regionTree } from '../../contract/endpoints/region.ts';
import { statsAreaCommunityElevator } from '../../contract/endpoints/stats.ts';
import type { SaveQuestion } from '../../parts/crud/saveQuestion.ts';
import { nodesOf } from '../../parts/place/nodesOf.ts';

const placed = z.object({ area_id: z.number(), lng: z.number(), lat: z.number(), name: z.string() });

/**
 * Asks about a community whose place does not seem to lie in its region. Nothing is asked where the city cannot be read,
 * or nothing was moved.
 */
export const askAboutPlace =
  (call: Call) =>
  async (input: object, before: { readonly id: number } | null): Promise<SaveQuestion | null> => {
    const { data } = placed.safeParse(input);
    const { data: was } = placed.safeParse(before);
    if (data === undefined) return null;
    const { area_id: areaId, lng, lat, name } = data;
    if (was !== undefined && was.area_id === areaId && was.lng === lng && was.lat === lat) return null;
    const quiet = { quiet: true } as const;
    const city = await Promise.all([call(regionTree, {}, quiet), call(statsAreaCommunityElevator, {}, quiet)]).catch(
      () => null,
    );
    if (city === null) return null;
    const [tree, { areas }] = city;
    const node = nodesOf(tree, 'area').find(({ id }) => id === areaId);
    if (node === undefined) return null;
    const within = new Set(nodesOf([node], 'area').map(({ id }) => id));
    const region = {
      id: areaId,
      name: node.full_name,
      communities: areas.filter(({ id }) => within.has(id)).flatMap(({ communities }) => communities),
    };
    const fullNames = new Map(nodesOf(tree, 'area').map(({ id, full_name: fullName }) => [id, fullName]));
    const others = areas
      .filter(({ id }) => !within.has(id))
      .map((area) => ({ ...area, name: fullNames.get(area.id) ?? area.name }));
    const doubt = doubtOfPlace([lng, lat], region, others, before?.id ?? null);
    return doubt === undefined
      ? null
      : {
          title: '请核对位置',
          objectName: name,
          message: placeQuestion(doubt, node.full_name),
          confirmLabel: '位置正确，保存',
          cancelLabel: '返回修改',
          field: 'lng',
          reminder: '请核对经度、纬度与所选区域',
        };
  };
