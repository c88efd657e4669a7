import { createElement } from 'react';
import { personDelete, personList, personOrganizations, personSave } from '../../contract/endpoints/person.ts';
import { dutyLabels, dutyOptions, organizationTypeOptions } from '../../contract/entities/person.ts';
import { crudScreen } from '../../parts/crud/crudScreen.tsx';
import { custom, labelIn, lookup, multiSelect, text } from '../../ui/form/formFields.ts';
import { listColumn, spokenColumn, textColumn } from '../../ui/list/columns.tsx';
import { selectFilter, textFilter } from '../../ui/list/filters.tsx';
import { CertificatesField } from './CertificatesField.tsx';

/** People who work for the organisations of base data (`/base-data/person-management`). */
export const createPersonManagement = crudScreen({
  name: 'PersonManagement',
  list: personList,
  save: personSave,
  remove: personDelete,
  noun: '人员',
  record: 'person',
  importKind: 'person',
  nameOf: (row) => row.name,
  columns: [
    textColumn('name', '姓名', { width: 110, isSortable: true }),
    spokenColumn('mobile', '手机', { width: 140 }),
    textColumn('organization_name', '所属单位'),
    listColumn('duties', '职务', (duty: keyof typeof dutyLabels) => dutyLabels[duty], { words: dutyLabels }),
    textColumn('certificate_expiry', '最早到期证书', { width: 130, isSortable: true }),
    textColumn('user_name', '登录用户', { width: 110 }),
  ],
  filters: [
    textFilter('keyword', '关键字', { placeholder: '姓名 / 手机 / 单位' }),
    selectFilter('org_type', '单位类型', organizationTypeOptions),
    selectFilter('duty', '职务', dutyOptions),
  ],
  fields: ({ call }) => [
    text('name', '姓名', { isRequired: true }),
    text('mobile', '手机', { type: 'tel' }),
    lookup('organization', '所属单位', {
      isRequired: true,
      search: (keyword, signal) => call(personOrganizations, { keyword }, { quiet: true, signal }),
      labelOf: labelIn('organization_name'),
    }),
    multiSelect('duties', '职务', { options: dutyOptions }),
    custom('certificates', '证书', {
      isWide: true,
      emptyValue: [],
      render: (control) => createElement(CertificatesField, { control }),
    }),
  ],
  formColumns: 2,
  hint: '人员属于一个单位：物业、维保、制造单位、小区或区域。',
});
