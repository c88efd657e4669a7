import { regionDelete, regionSave, regionTree } from '../../contract/endpoints/region.ts';
import {
  regionTypeLabels,
  regionTypeOptions,
  type RegionNode,
  type RegionType,
} from '../../contract/entities/region.ts';
import { rankRegions } from '../../parts/place/rankRegions.ts';
import { crudScreen } from '../../parts/crud/crudScreen.tsx';
import { lookup, select, text, toggle } from '../../ui/form/formFields.ts';
import { numberColumn, statusColumn, textColumn } from '../../ui/list/columns.tsx';
import { textFilter } from '../../ui/list/filters.tsx';
import { flattenTree } from '../../ui/list/flattenTree.ts';

const mostChoices = 30;
const areasOf = (tree: readonly RegionNode[]): readonly RegionNode[] =>
  flattenTree(
    tree,
    ({ id }) => id,
    ({ children }) => children,
  )
    .map(({ row }) => row)
    .filter(({ type }) => type === 'area');

/** Regions and groups of communities as one tree (`/base-data`). */
export const createRegionManagement = crudScreen({
  name: 'RegionManagement',
  list: regionTree,
  save: regionSave,
  remove: regionDelete,
  noun: '区域',
  record: 'region',
  nameOf: (row) => row.name,
  childrenOf: (row) => row.children,
  columns: [
    textColumn('name', '名称'),
    statusColumn(
      'type',
      '类型',
      (type: RegionType) => ({ label: regionTypeLabels[type], icon: type === 'area' ? 'map' : 'sitemap' }),
      { width: 120 },
    ),
    textColumn('code', '编码', { width: 130 }),
    statusColumn(
      'is_city',
      '到场时限',
      (isCity: boolean) => ({ label: isCity ? '城市 30 分钟' : '其他 60 分钟', icon: 'clock' }),
      { width: 140 },
    ),
    numberColumn('community_num', '小区', { unit: '个' }),
    numberColumn('elevator_num', '电梯', { unit: '台' }),
  ],
  filters: [textFilter('keyword', '关键字', { placeholder: '名称 / 编码' })],
  fields: ({ call }) => [
    text('name', '名称', { isRequired: true }),
    select('type', '类型', {
      isRequired: true,
      options: regionTypeOptions,
      hint: '分组把一个区域内的若干小区归在一起，不改变区域',
    }),
    lookup('parent_id', '上级区域', {
      changeHint: '换一个上级即移动，下级一同移动',
      search: async (keyword, signal) =>
        rankRegions(
          areasOf(await call(regionTree, keyword === '' ? {} : { keyword }, { quiet: true, signal })),
          keyword,
        )
          .slice(0, mostChoices)
          .map(({ id, full_name: label, code }) => ({ value: id, label, detail: code })),
      labelOf: (row) =>
        'parent_name' in row && typeof row.parent_name === 'string' && row.parent_name !== '' ? row.parent_name : null,
    }),
    text('code', '编码', { placeholder: '行政区划代码' }),
    select('visit_workers', '维保人数', {
      options: [
        { value: 2, label: '每次 2 人' },
        { value: 1, label: '每次 1 人' },
      ],
      hint: '留空按上级区域，都未设置时为 2 人',
    }),
    toggle('is_city', '按城市时限到场', { hint: '城市接到呼叫后 30 分钟内到场，其他区域 60 分钟' }),
  ],
  hint: '先建立城市，再在其下建立区县与小区分组。',
});
