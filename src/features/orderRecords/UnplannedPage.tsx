import { useState, type ComponentType } from 'react';
import { useNavigate } from 'react-router-dom';
import type { InputOf, OutputOf } from '../../contract/endpoint.ts';
import { elevatorRegister } from '../../contract/endpoints/liftRegister.ts';
import { visitUnplanned } from '../../contract/endpoints/visit.ts';
import { screenNamed } from '../../contract/screens.ts';
import { exportFileOf } from '../../parts/crud/exportFileOf.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { spokenColumn, textColumn } from '../../ui/list/columns.tsx';
import { defineListScreen } from '../../ui/list/defineListScreen.ts';
import { textFilter } from '../../ui/list/filters.tsx';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import type { Column, RowAction } from '../../ui/list/listTypes.ts';

type Query = InputOf<typeof visitUnplanned>;
type Row = OutputOf<typeof visitUnplanned>['list'][number];

const columns: readonly Column<Row>[] = [
  spokenColumn('tag', '电梯', { width: 110, isSortable: true }),
  textColumn('hindrance', '原因与办法', { width: 420 }),
  textColumn('community_name', '小区', { isSortable: true }),
  textColumn('addr', '位置'),
  textColumn('maintenance_name', '维保单位', { isSortable: true }),
];

/** The lift in the register, open and among the rows, where its record is completed. */
const registerAddress = ({ id, tag }: Row): string =>
  `${screenNamed('ElevatorManagement').path}?keyword=${encodeURIComponent(tag)}&id=${id}`;

/** Lifts in use that get no visit, each with the reason and the way to its record. */
export function createUnplanned({ call, can, saveFile }: FeatureDeps): ComponentType {
  return function UnplannedPage() {
    const goTo = useNavigate();
    const [screen] = useState(() => {
      const mend: RowAction<Row> = {
        id: 'mend',
        label: '电梯登记',
        icon: 'pencil',
        run: (row) => void goTo(registerAddress(row)),
      };
      const isRegisterOpen = can(elevatorRegister.permission);
      return defineListScreen<Row, Query>({
        name: 'OrderRecords.unplanned',
        title: '未排入计划的电梯',
        load: (query, signal) => call(visitUnplanned, { ...query, in_use: true }, { quiet: true, signal }),
        rowId: ({ id }) => id,
        columns,
        filters: [textFilter('keyword', '关键字', { placeholder: '编号 / 位置 / 小区 / 维保单位', width: 260 })],
        ...(isRegisterOpen ? { rowActions: [mend], goToRow: (row: Row) => void goTo(registerAddress(row)) } : {}),
        notice: '只列在用的电梯；补全登记后自动排期',
        empty: { title: '在用的电梯都已排入计划' },
        exportFile: (asked, signal) =>
          exportFileOf(saveFile, visitUnplanned)({ ...asked, query: { ...asked.query, in_use: true } }, signal),
      });
    });
    return <ListScreen screen={screen} />;
  };
}
