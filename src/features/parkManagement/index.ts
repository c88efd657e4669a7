import { createElement } from 'react';
import { filter, map } from 'rxjs';
import {
  communityDelete,
  communityList,
  communityMemberDelete,
  communityMembers,
  communityMemberSave,
  communityPeople,
  communitySave,
} from '../../contract/endpoints/community.ts';
import { propertyCalls } from '../../contract/endpoints/company.ts';
import { regionTree } from '../../contract/endpoints/region.ts';
import {
  memberRoleLabels,
  memberRoleOptions,
  siteTypeLabels,
  siteTypeOptions,
  type MemberRole,
  type SiteType,
} from '../../contract/entities/community.ts';
import type { RegionNode } from '../../contract/entities/region.ts';
import { crudScreen } from '../../parts/crud/crudScreen.tsx';
import { wordOf } from '../../parts/crud/wordOf.ts';
import { communitySearch } from '../../parts/place/communitySearch.ts';
import { companySearch } from '../../parts/place/companySearch.ts';
import { nodesOf } from '../../parts/place/nodesOf.ts';
import { regionSearch } from '../../parts/place/regionSearch.ts';
import { sceneOf } from '../../parts/place/sceneOf.ts';
import { PlaceField } from '../../parts/place/PlaceField.tsx';
import { tabbedScreen } from '../../parts/crud/tabbedScreen.tsx';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { loadWithRetry } from '../../streams/loading/loadWithRetry.ts';
import { custom, lookup, select, text, textArea } from '../../ui/form/formFields.ts';
import { labelColumn, listColumn, numberColumn, spokenColumn, textColumn } from '../../ui/list/columns.tsx';
import { selectFilter, textFilter } from '../../ui/list/filters.tsx';
import { askAboutPlace } from './askAboutPlace.ts';
import { GroupsField, type GroupChoice } from './GroupsField.tsx';

/** Each group with its region and the regions below it, whose communities it may hold. */
function groupsOf(tree: readonly RegionNode[]): readonly GroupChoice[] {
  const areas = nodesOf(tree, 'area');
  return nodesOf(tree, 'group').map(({ id, full_name: label, parent_id: parentId }) => {
    const parent = areas.find((area) => area.id === parentId);
    const below = parent === undefined ? [] : nodesOf([parent], 'area');
    return { value: id, label, areaIds: below.map((area) => area.id) };
  });
}

const sourcesOf = ({ call }: FeatureDeps) => ({
  scene$: sceneOf(call),
  groups$: loadWithRetry(() => call(regionTree, {}, { quiet: true })).pipe(
    map((state) => (state.kind === 'ready' ? groupsOf(state.value) : undefined)),
    filter((groups) => groups !== undefined),
  ),
});

const communities = crudScreen({
  name: 'ParkManagement',
  list: communityList,
  save: communitySave,
  remove: communityDelete,
  noun: '小区',
  record: 'community',
  importKind: 'community',
  nameOf: (row) => row.name,
  columns: [
    textColumn('name', '名称', { isSortable: true }),
    textColumn('full_area', '区域', { isSortable: true }),
    listColumn('group_names', '分组', (name: string) => name, { words: {} }),
    labelColumn('site_type', '场所类型', siteTypeLabels, { width: 100 }),
    textColumn('property_name', '物业单位'),
    textColumn('address', '地址', { isHiddenByDefault: true }),
    numberColumn('member_num', '人员', { unit: '名' }),
    numberColumn('elevator_num', '电梯', { unit: '台', isSortable: true }),
  ],
  filters: [
    textFilter('keyword', '关键字', { placeholder: '名称 / 地址 / 区域 / 物业' }),
    selectFilter<'site_type', SiteType>('site_type', '场所类型', siteTypeOptions),
  ],
  fields: (deps) => {
    const { call } = deps;
    const sources = sourcesOf(deps);
    return [
      text('name', '名称', { isRequired: true }),
      lookup('area_id', '区域', {
        isRequired: true,
        search: regionSearch(call),
        labelOf: wordOf('full_area'),
      }),
      select('site_type', '场所类型', { options: siteTypeOptions }),
      lookup('property_id', '物业单位', {
        changeHint: '更换后，原由该物业负责的电梯一同更换',
        search: companySearch(call, propertyCalls.list),
        labelOf: wordOf('property_name'),
      }),
      textArea('address', '地址', { maxLength: 120, isWide: true }),
      custom('group_ids', '小区分组', {
        isWide: true,
        emptyValue: [],
        render: (control) => createElement(GroupsField, { control, groups$: sources.groups$ }),
      }),
      custom('lng', '位置', {
        isWide: true,
        isRequired: true,
        emptyValue: null,
        render: (control) =>
          createElement(PlaceField, { control, scene$: sources.scene$, noun: '小区', isRequired: true }),
      }),
      textArea('remark', '备注', { maxLength: 200, isWide: true }),
      // Drawn beside the longitude.
      custom('lat', '纬度', { emptyValue: null, render: () => null }),
    ];
  },
  formColumns: 2,
  asksBeforeSave: ({ call }) => askAboutPlace(call),
  hint: '先在“区域管理”中建立区域，再登记小区。',
});

const members = crudScreen({
  name: 'ParkManagement',
  view: { id: 'members', title: '小区人员' },
  list: communityMembers,
  save: communityMemberSave,
  remove: communityMemberDelete,
  noun: '小区人员',
  record: 'communityMember',
  nameOf: (row) => `${row.community_name} ${row.person_name}`,
  columns: [
    textColumn('community_name', '小区', { isSortable: true }),
    textColumn('person_name', '姓名', { width: 120, isSortable: true }),
    labelColumn('role', '角色', memberRoleLabels, { width: 130 }),
    spokenColumn('mobile', '手机', { width: 150 }),
  ],
  filters: [
    textFilter('keyword', '关键字', { placeholder: '小区 / 姓名 / 手机' }),
    selectFilter<'role', MemberRole>('role', '角色', memberRoleOptions),
  ],
  fields: ({ call }) => [
    lookup('community_id', '小区', {
      isRequired: true,
      search: communitySearch(call),
      labelOf: wordOf('community_name'),
    }),
    lookup('person_id', '人员', {
      isRequired: true,
      hint: '人员在“人员管理”中登记',
      search: (keyword, signal) => call(communityPeople, { keyword }, { quiet: true, signal }),
      labelOf: wordOf('person_name'),
    }),
    select('role', '角色', { isRequired: true, options: memberRoleOptions }),
  ],
  hint: '登记谁在小区中负责什么，调度员由此知道找谁。',
});

/** Communities and the people who look after them (`/base-data/park-management`). */
export const createParkManagement = tabbedScreen([
  { id: 'communities', label: '小区', create: communities },
  { id: 'members', label: '人员', create: members },
]);
