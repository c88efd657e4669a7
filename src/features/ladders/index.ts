import { createElement } from 'react';
import {
  ladderDelete,
  ladderList,
  ladderOrganizations,
  ladderPeople,
  ladderSave,
  rotaDelete,
  rotaList,
  rotaSave,
} from '../../contract/endpoints/ladder.ts';
import { crudScreen } from '../../parts/crud/crudScreen.tsx';
import { tabbedScreen } from '../../parts/crud/tabbedScreen.tsx';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { custom, labelIn, lookup, text } from '../../ui/form/formFields.ts';
import { listColumn, textColumn } from '../../ui/list/columns.tsx';
import { textFilter } from '../../ui/list/filters.tsx';
import { createLadderPreview } from './LadderPreview.tsx';
import { RotaFields } from './RotaFields.tsx';
import { emptyRungs, RungsField, type NamedPerson } from './RungsField.tsx';

const organizationLookup = ({ call }: FeatureDeps) =>
  lookup('organization', '所属单位', {
    isRequired: true,
    hint: '物业单位、维保单位或区域，每个单位一份',
    search: (keyword, signal) => call(ladderOrganizations, { keyword }, { quiet: true, signal }),
    labelOf: labelIn('organization_name'),
  });

const searchPeople =
  ({ call }: FeatureDeps) =>
  (keyword: string, signal: AbortSignal) =>
    call(ladderPeople, { keyword }, { quiet: true, signal });

/** The people that a row names. */
const peopleOf = (row: object | null): readonly NamedPerson[] =>
  row !== null && 'people' in row && Array.isArray(row.people) ? row.people.filter(isNamed) : [];
const isNamed = (one: unknown): one is NamedPerson =>
  typeof one === 'object' && one !== null && 'id' in one && 'name' in one;

const ladders = crudScreen({
  name: 'Ladders',
  list: ladderList,
  save: ladderSave,
  remove: ladderDelete,
  noun: '通知阶梯',
  record: 'ladder',
  nameOf: (row) => row.name,
  mayRemove: (row) => row.organization !== '',
  columns: [
    textColumn('name', '名称', { width: 180, isSortable: true }),
    textColumn('organization_name', '所属单位', { width: 200 }),
    listColumn('warnings', '需要留意', (warning: string) => warning),
  ],
  filters: [textFilter('keyword', '关键字', { placeholder: '名称 / 单位' })],
  fields: (deps) => [
    text('name', '名称', { isRequired: true }),
    organizationLookup(deps),
    custom('rungs', '轮次', {
      isWide: true,
      emptyValue: emptyRungs,
      render: (control, row) =>
        createElement(RungsField, { control, people: peopleOf(row), searchPeople: searchPeople(deps) }),
    }),
  ],
  formColumns: 2,
  formWidth: 1_080,
  hint: '呼叫依次查找物业单位、维保单位、区域的阶梯，都没有时使用默认阶梯。',
});

const rotas = crudScreen({
  name: 'Ladders',
  view: { id: 'rotas', title: '值班表' },
  list: rotaList,
  save: rotaSave,
  remove: rotaDelete,
  noun: '值班表',
  record: 'rota',
  nameOf: (row) => row.organization_name,
  columns: [
    textColumn('organization_name', '单位', { width: 220 }),
    listColumn('people', '值班人员', (person: NamedPerson) => person.name),
    listColumn('gaps', '未来 7 天无人值班', (gap: { readonly words: string }) => gap.words),
  ],
  filters: [textFilter('keyword', '关键字', { placeholder: '单位' })],
  fields: (deps) => [
    organizationLookup(deps),
    custom('overrides', '', { emptyValue: [], render: () => null }),
    custom('shifts', '值班', {
      isWide: true,
      emptyValue: [],
      render: (control, row) =>
        createElement(RotaFields, { control, people: peopleOf(row), searchPeople: searchPeople(deps) }),
    }),
  ],
  formColumns: 2,
  formWidth: 1_080,
  hint: '值班表说明每个时段由谁接听通知电话；空缺的时段会列在这里。',
});

/** The people who are notified when no one answers a call, and those on duty (`/alarm-center/ladders`). */
export const createLadders = tabbedScreen([
  { id: 'ladders', label: '通知阶梯', create: ladders },
  { id: 'rotas', label: '值班表', create: rotas },
  { id: 'preview', label: '通知预览', create: createLadderPreview },
]);
