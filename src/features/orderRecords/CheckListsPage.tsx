import { useState, type ComponentType } from 'react';
import { useNavigate } from 'react-router-dom';
import type { InputOf } from '../../contract/endpoint.ts';
import { importUpload } from '../../contract/endpoints/imports.ts';
import { checkListList } from '../../contract/endpoints/visitPlanning.ts';
import type { CheckListRow } from '../../contract/entities/checkList.ts';
import { liftCategoryLabels } from '../../contract/entities/elevatorFields.ts';
import { importKinds } from '../../contract/entities/imports.ts';
import { screenNamed } from '../../contract/screens.ts';
import { cycleKinds, visitKindLabels } from '../../contract/visits/visitKinds.ts';
import { exportFileOf } from '../../parts/crud/exportFileOf.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { labelColumn, numberColumn, textColumn, timeColumn } from '../../ui/list/columns.tsx';
import { defineListScreen } from '../../ui/list/defineListScreen.ts';
import { textFilter } from '../../ui/list/filters.tsx';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import type { Column, ListAction } from '../../ui/list/listTypes.ts';
import { CheckListPanel } from './CheckListPanel.tsx';

const kindsOf = ({ kind_nums: nums }: CheckListRow): string =>
  cycleKinds.map((kind) => `${visitKindLabels[kind]} ${nums[kind]}`).join(' · ');

const columns: readonly Column<CheckListRow>[] = [
  textColumn('name', '清单名称', { width: 240, isSortable: true }),
  labelColumn('category', '电梯类别', liftCategoryLabels, { width: 150 }),
  { ...numberColumn('version', '当前版本'), cell: ({ version }) => `第 ${version} 版` },
  { id: 'kind_nums', header: '各类维保的项目', width: 320, cell: kindsOf, csv: kindsOf },
  numberColumn('item_num', '项目', { unit: '项' }),
  numberColumn('elevator_num', '使用电梯', { unit: '台' }),
  timeColumn('changed_at', '导入时间'),
];

/** The tab 专用清单: the makers' lists that were imported, each with its versions and items beside it. */
export function createCheckLists({ call, can, saveFile }: FeatureDeps): ComponentType {
  return function CheckListsPage() {
    const goTo = useNavigate();
    const [screen] = useState(() => {
      const bringIn: ListAction = {
        id: 'import',
        label: '导入',
        icon: 'upload',
        isPrimary: true,
        run: () => void goTo(`${screenNamed('Imports').path}?new=checkList`),
      };
      return defineListScreen<CheckListRow, InputOf<typeof checkListList>>({
        name: 'OrderRecords.checkLists',
        title: '专用清单',
        load: (query, signal) =>
          call(checkListList, query.sort === undefined ? { ...query, sort: 'name', order: 'asc' } : query, {
            quiet: true,
            signal,
          }),
        rowId: ({ id }) => id,
        columns,
        filters: [textFilter('keyword', '关键字', { placeholder: '清单名称' })],
        actions: can(importUpload.permission) && can(importKinds.checkList.permission) ? [bringIn] : [],
        detail: {
          title: ({ row }) => (row === null ? '专用清单' : row.name),
          isWide: true,
          render: ({ id }) => <CheckListPanel key={id} id={Number(id)} call={call} />,
        },
        empty: {
          title: '没有专用清单',
          hint: '消防员电梯与防爆电梯按制造单位的项目维保：导入清单后，在电梯管理中为电梯选择。',
        },
        exportFile: exportFileOf(saveFile, checkListList),
      });
    });
    return <ListScreen screen={screen} />;
  };
}
