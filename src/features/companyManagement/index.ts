import { createElement } from 'react';
import { maintenanceCalls, propertyCalls, type CompanyCalls } from '../../contract/endpoints/company.ts';
import {
  companyKinds,
  contractStateLabels,
  companyRatings,
  contractStates,
  type CompanyKind,
  type ContractState,
} from '../../contract/entities/company.ts';
import type { BuiltScreen } from '../../contract/screens.ts';
import { crudScreen } from '../../parts/crud/crudScreen.tsx';
import { tabbedScreen } from '../../parts/crud/tabbedScreen.tsx';
import { companySearch } from '../../parts/place/companySearch.ts';
import { custom, date, labelIn, lookup, select, text, textArea } from '../../ui/form/formFields.ts';
import { numberColumn, spokenColumn, statusColumn, textColumn } from '../../ui/list/columns.tsx';
import { selectFilter, textFilter } from '../../ui/list/filters.tsx';
import type { StatusTagProps } from '../../ui/StatusTag/StatusTag.tsx';
import { ContactsField } from './ContactsField.tsx';
import { LiftTagsField } from './LiftTagsField.tsx';

const contractTones = { planned: 'info', running: 'ok', ended: 'neutral' } as const;
const toContractTag = (state: ContractState): StatusTagProps => ({
  tone: contractTones[state],
  label: contractStateLabels[state],
});
const stateOptions = contractStates.map((value) => ({ value, label: contractStateLabels[value] }));

const ratingOptions = [
  { value: '', label: '未登记' },
  ...companyRatings.map((value) => ({ value, label: `${value} 级` })),
];
/** Only the work of maintenance companies is rated. */
const ofMaintenance = <Item>(kind: CompanyKind, items: readonly Item[]): readonly Item[] =>
  kind === 'maintenance' ? items : [];

/** The companies of one kind, with what a dispatcher and an inspector ask of them. */
const companyScreen = (name: BuiltScreen['name'], kind: CompanyKind, calls: CompanyCalls) =>
  crudScreen({
    name,
    list: calls.list,
    save: calls.save,
    remove: calls.remove,
    noun: companyKinds[kind].noun,
    record: kind,
    importKind: kind,
    nameOf: (row) => row.name,
    columns: [
      textColumn('name', '名称', { isSortable: true }),
      spokenColumn('duty_phone', '24 小时电话', { width: 136 }),
      // The name takes the room that is left.
      spokenColumn('contact_mobile', '联系电话', { width: 136, isHiddenByDefault: true }),
      // The law licenses maintenance; of a property company there is hardly ever one to show.
      textColumn('licence_class', '许可级别', { width: 100, isHiddenByDefault: kind === 'property' }),
      textColumn('licence_expiry', '许可有效期至', {
        width: 130,
        isSortable: true,
        isHiddenByDefault: kind === 'property',
      }),
      ...ofMaintenance(kind, [
        textColumn('rating', '考评等级', { width: 100, isSortable: true }),
        textColumn('rated_on', '考评日期', { width: 120, isHiddenByDefault: true }),
      ]),
      textColumn('insurance_expiry', '保险有效期至', { width: 130, isSortable: true }),
      textColumn('address', '地址', { isHiddenByDefault: true }),
      numberColumn('contract_num', '合同', { unit: '份' }),
      numberColumn('elevator_num', '电梯', { unit: '台', isSortable: true }),
    ],
    filters: [textFilter('keyword', '关键字', { placeholder: '名称 / 电话 / 地址' })],
    fields: [
      text('name', '名称', { isRequired: true }),
      text('duty_phone', '24 小时值班电话', { type: 'tel', hint: '有人被困时随时能打通的电话' }),
      text('contact_mobile', '联系电话', { type: 'tel' }),
      text('licence_class', '许可级别', { placeholder: 'A1 / A2 / B' }),
      text('licence_number', '许可证编号'),
      date('licence_expiry', '许可证有效期至'),
      ...ofMaintenance(kind, [
        select('rating', '考评等级', {
          hint: '监管部门对维保质量的考评，不是许可级别',
          isClearable: false,
          options: ratingOptions,
        }),
        date('rated_on', '考评日期'),
      ]),
      text('insurer', '保险公司'),
      text('insurance_number', '保单号'),
      date('insurance_expiry', '保险有效期至'),
      textArea('address', '地址', { maxLength: 120, isWide: true }),
      custom('contacts', '联系人', {
        isWide: true,
        emptyValue: [],
        render: (control) => createElement(ContactsField, { control }),
      }),
    ],
    formColumns: 2,
    newRow: { rating: '' },
    hint: '单位负责的电梯由合同决定：新建单位后，在“合同”中登记其电梯。',
  });

const contractScreen = (name: BuiltScreen['name'], kind: CompanyKind, calls: CompanyCalls) =>
  crudScreen({
    name,
    view: { id: 'contracts', title: `${companyKinds[kind].noun}合同` },
    list: calls.contracts,
    save: calls.saveContract,
    remove: calls.removeContract,
    noun: '合同',
    record: 'contract',
    nameOf: (row) => row.number,
    columns: [
      spokenColumn('number', '合同编号', { isSortable: true }),
      textColumn('org_name', companyKinds[kind].noun, { isSortable: true }),
      statusColumn('state', '状态', toContractTag),
      textColumn('starts_on', '开始日期', { width: 120, isSortable: true }),
      textColumn('ends_on', '结束日期', { width: 120, isSortable: true }),
      numberColumn('elevator_num', '电梯', { unit: '台' }),
    ],
    filters: [
      textFilter('keyword', '关键字', { placeholder: '合同编号 / 单位' }),
      selectFilter('state', '状态', stateOptions),
    ],
    fields: ({ call }) => [
      text('number', '合同编号', { isRequired: true }),
      lookup('org_id', companyKinds[kind].noun, {
        isRequired: true,
        search: companySearch(call, calls.list),
        labelOf: labelIn('org_name'),
      }),
      date('starts_on', '开始日期', { isRequired: true }),
      date('ends_on', '结束日期', { isRequired: true }),
      custom('elevators', '电梯编号', {
        isWide: true,
        isRequired: true,
        emptyValue: [],
        render: (control) => createElement(LiftTagsField, { control }),
      }),
    ],
    formColumns: 2,
    hint: '从开始日期起，合同中的电梯由该单位负责；结束后仍由其负责，直到有新合同。',
  });

const companyManagement = (name: BuiltScreen['name'], kind: CompanyKind, calls: CompanyCalls) =>
  tabbedScreen([
    { id: 'companies', label: companyKinds[kind].noun, create: companyScreen(name, kind, calls) },
    { id: 'contracts', label: '合同', create: contractScreen(name, kind, calls) },
  ]);

/** Maintenance companies and their contracts (`/base-data/Maintenance-management`). */
export const createMaintenanceManagement = companyManagement('MaintenanceManagement', 'maintenance', maintenanceCalls);
/** Property companies and their contracts (`/base-data/property-management`). */
export const createPropertyManagement = companyManagement('PropertyManagement', 'property', propertyCalls);
