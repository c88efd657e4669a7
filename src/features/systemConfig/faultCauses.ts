import { createElement } from 'react';
import { map } from 'rxjs';
import { faultCauseList, faultCauseSave } from '../../contract/endpoints/exception.ts';
import { crudScreen } from '../../parts/crud/crudScreen.tsx';
import { loadWithRetry } from '../../streams/loading/loadWithRetry.ts';
import { custom, number, text, toggle } from '../../ui/form/formFields.ts';
import { numberColumn, statusColumn, textColumn } from '../../ui/list/columns.tsx';
import type { FaultCause } from '../../contract/entities/exception.ts';
import { subsystemLabels } from '../../contract/entities/faultCause.ts';
import { CauseCodeField, CauseParentField, CauseSubsystemField } from './FaultCauseFields.tsx';

/** Causes of faults in two levels (a tab of `/system-settings/system-config`). None is ever deleted: records name it. */
export const createFaultCauses = crudScreen({
  name: 'SystemConfig',
  view: { id: 'causes', title: '故障原因' },
  list: faultCauseList,
  save: faultCauseSave,
  noun: '故障原因',
  record: 'faultCause',
  nameOf: (row) => row.name,
  flatTree: { keyOf: (row) => row.code, parentOf: (row) => row.parent_code },
  columns: [
    textColumn('name', '名称', { width: 360 }),
    textColumn('code', '编码', { width: 120 }),
    {
      id: 'subsystem',
      header: '子系统',
      width: 140,
      cell: (row: FaultCause) =>
        row.subsystem
          ? subsystemLabels[row.subsystem]
          : createElement('span', { className: 'ti-none' }, inheritedLabel(row)),
      csv: (row: FaultCause) => (row.subsystem ? subsystemLabels[row.subsystem] : inheritedLabel(row)),
    },
    numberColumn('sort', '排序', { width: 90 }),
    statusColumn(
      'is_retired',
      '状态',
      (isRetired: boolean) =>
        isRetired ? { label: '已停用', icon: 'ban', tone: 'offline' } : { label: '使用中', icon: 'check-circle' },
      { width: 120 },
    ),
  ],
  fields: ({ call }) => {
    const tops$ = loadWithRetry(() => call(faultCauseList, {}, { quiet: true })).pipe(
      map((state) =>
        state.kind === 'ready' ? state.value.list.filter(({ parent_code: parent }) => parent === '') : [],
      ),
    );
    return [
      text('name', '名称', { isRequired: true, hint: '改名只影响之后的记录，已有记录仍用当时的名称' }),
      custom('code', '编码', {
        emptyValue: '',
        render: (control, row) => createElement(CauseCodeField, { control, isFixed: hasCode(row) }),
      }),
      custom('parent_code', '上级原因', {
        emptyValue: '',
        render: (control, row) => createElement(CauseParentField, { control, tops$, isTop: isTop(row) }),
      }),
      custom('subsystem', '子系统', {
        emptyValue: '',
        render: (control) => createElement(CauseSubsystemField, { control }),
      }),
      number('sort', '排序', { isRequired: true, hint: '同级按此从小到大排列，相同时按编码' }),
      toggle('is_retired', '停用', { hint: '停用后不再可选，已有记录仍照常显示' }),
    ];
  },
  newFrom: {
    label: '新增下级',
    isOffered: ({ parent_code: parent, is_retired: isRetired }) => parent === '' && !isRetired,
    values: ({ code }) => ({ parent_code: code, sort: 0, subsystem: '' }),
  },
  hint: '先建立一级原因，再在其下加入具体原因。',
});

const inheritedLabel = ({ parent_code: parent }: FaultCause): string => (parent === '' ? '未登记' : '随上级');

/** Returns true for a cause that exists: a new one has at most the parent that was chosen for it. */
const hasCode = (row: object | null): boolean => row !== null && 'code' in row;
const isTop = (row: object | null): boolean => hasCode(row) && row !== null && Reflect.get(row, 'parent_code') === '';
