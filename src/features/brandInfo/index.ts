import { brandDelete, brandList, brandSave } from '../../contract/endpoints/brand.ts';
import { crudScreen } from '../../parts/crud/crudScreen.tsx';
import { text, textArea } from '../../ui/form/formFields.ts';
import { numberColumn, spokenColumn, textColumn } from '../../ui/list/columns.tsx';
import { textFilter } from '../../ui/list/filters.tsx';

/** Brands (`/base-data/brand-info`). */
export const createBrandInfo = crudScreen({
  name: 'BrandInfo',
  list: brandList,
  save: brandSave,
  remove: brandDelete,
  noun: '品牌',
  record: 'brand',
  nameOf: (row) => row.name,
  columns: [
    textColumn('name', '名称', { isSortable: true }),
    spokenColumn('contact_mobile', '联系电话', { width: 150 }),
    textColumn('address', '地址'),
    numberColumn('elevator_num', '电梯', { unit: '台', isSortable: true }),
  ],
  filters: [textFilter('keyword', '关键字', { placeholder: '名称 / 电话 / 地址' })],
  fields: [
    text('name', '名称', { isRequired: true }),
    text('contact_mobile', '联系电话', { type: 'tel' }),
    textArea('address', '地址', { maxLength: 120 }),
  ],
  hint: '品牌即电梯的制造单位。新建后可在电梯资料中选择。',
});
