import { expect, test } from 'vitest';
import type { RegionNode } from '../../contract/entities/region.ts';
import { rankRegions } from './rankRegions.ts';

const region = (id: number, name: string, above: string, code = ''): RegionNode => ({
  id,
  version: 1,
  type: 'area',
  name,
  code,
  parent_id: null,
  is_city: true,
  visit_workers: null,
  full_name: `${above}${name}`,
  parent_name: above,
  community_num: 0,
  elevator_num: 0,
  children: [],
});
/** In the order of the tree: what lies above comes first. */
const tree = [
  region(1, '云川市', '', '3301'),
  region(2, '滨江区', '云川市', '330108'),
  region(3, '新东湖街道', '云川市滨江区'),
  region(4, '东湖区', '云川市', '330109'),
  region(5, '湖滨街道', '云川市东湖区'),
];
const found = (keyword: string) => rankRegions(tree, keyword).map(({ name }) => name);

test('the best match is first, and the city above it is not offered at all', () => {
  expect(found('东湖')).toEqual(['东湖区', '新东湖街道', '湖滨街道']);
  expect(found('湖滨')).toEqual(['湖滨街道']);
});

test('the city is found by its own name, and before what lies in it', () => {
  expect(found('云川')[0]).toBe('云川市');
  expect(found('330109')).toEqual(['东湖区']);
});

test('without words the tree is offered as it is', () => {
  expect(rankRegions(tree, ' ')).toEqual(tree);
});
