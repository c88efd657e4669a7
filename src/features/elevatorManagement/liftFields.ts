import { createElement } from 'react';
import type { Control } from 'react-hook-form';
import type { elevatorSave } from '../../contract/endpoints/liftRegister.ts';
import type { InputOf } from '../../contract/endpoint.ts';
import {
  elevatorTypeOptions,
  liftCategoryOptions,
  liftStateOptions,
  specialTypeOptions,
} from '../../contract/entities/elevatorFields.ts';
import { wordOf } from '../../parts/crud/wordOf.ts';
import { PlaceField } from '../../parts/place/PlaceField.tsx';
import { sceneOf } from '../../parts/place/sceneOf.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { custom, date, isExistingRow, lookup, number, select, text, type FormField } from '../../ui/form/formFields.ts';
import { liftChoices } from './choices.ts';
import { LiftOffers, offerOf } from './liftOffers.ts';
import { CommunityField, CompanyField } from './OwnerFields.tsx';

type FieldName = Exclude<keyof InputOf<typeof elevatorSave>, 'id' | 'version'>;

/** The form of a lift: what identifies it first, then whose it is, what it is, when it was checked, and where it stands. */
export function liftFields(deps: FeatureDeps): readonly FormField<FieldName>[] {
  const { call } = deps;
  const choices = liftChoices(call);
  // Each open form has offers of its own.
  const offersOfForm = new WeakMap<Control, LiftOffers>();
  const offersOf = (control: Control): LiftOffers => {
    const offers = offersOfForm.get(control) ?? new LiftOffers();
    offersOfForm.set(control, offers);
    return offers;
  };
  const scene$ = sceneOf(call);
  return [
    text('tag', '电梯编号', { isRequired: true, section: '标识' }),
    text('registration_code', '注册代码', { placeholder: '20 位数字' }),
    text('rescue_code', '救援码', { placeholder: '6 位数字', hint: '留空由系统分配' }),
    text('internal_tag', '内部编号'),
    text('sos_tel', '轿厢求救电话', { type: 'tel' }),
    select('elevator_type', '用途', { options: elevatorTypeOptions, isRequired: true }),
    text('addr', '位置', { placeholder: '3 幢 1 单元 2 号梯', isWide: true }),

    custom('community_id', '小区', {
      section: '归属与单位',
      emptyValue: null,
      render: (control, row) =>
        createElement(CommunityField, {
          control,
          row,
          search: choices.communities,
          offers: offersOf(control),
          read: (communityId) => offerOf(deps, communityId),
        }),
    }),
    custom('property_id', '物业单位', {
      emptyValue: null,
      render: (control, row) =>
        createElement(CompanyField, {
          control,
          row,
          search: choices.properties,
          offers: offersOf(control),
          name: 'property_id',
          nameField: 'property_name',
          label: '物业单位',
        }),
    }),
    custom('maintenance_id', '维保单位', {
      emptyValue: null,
      render: (control, row) =>
        createElement(CompanyField, {
          control,
          row,
          search: choices.maintainers,
          offers: offersOf(control),
          name: 'maintenance_id',
          nameField: 'maintenance_name',
          label: '维保单位',
          ...(isExistingRow(row) ? { hint: '更换后自今日起负责' } : {}),
        }),
    }),
    lookup('brand_id', '品牌', { search: choices.brands, labelOf: wordOf('brand_name') }),
    text('maker_unit', '制造单位'),
    text('manage_unit', '使用单位'),

    select('category', '类别', {
      section: '技术参数',
      isClearable: false,
      options: [{ value: '', label: '未登记' }, ...liftCategoryOptions],
    }),
    select('special_type', '专用类型', {
      hint: '消防员电梯与防爆电梯按制造单位的项目维保',
      isClearable: false,
      options: [{ value: '', label: '无' }, ...specialTypeOptions],
    }),
    lookup('check_list_id', '专用清单', {
      hint: '留空按 TSG T5002-2017 的项目维保；清单由“数据导入”导入',
      search: choices.checkLists,
      labelOf: wordOf('check_list_name'),
    }),
    text('drive', '驱动方式', { placeholder: '永磁同步曳引机' }),
    text('factory_number', '出厂编号'),
    number('rated_load_kg', '额定载重量', { unit: 'kg' }),
    number('rated_speed_mps', '额定速度', { unit: 'm/s' }),
    number('floors_num', '层数', { unit: '层' }),
    number('floor_min', '最低楼层', { isRequired: true }),
    number('floor_max', '最高楼层', { isRequired: true }),
    number('stops_num', '站数', { unit: '站' }),
    number('doors_num', '门数', { unit: '门' }),

    date('installed_on', '安装日期', { section: '日期' }),
    date('put_into_use_on', '投入使用日期'),
    date('inspected_on', '上次检验日期'),
    date('next_inspection_on', '下次检验日期'),
    date('self_tested_on', '上次自行检测日期'),
    date('next_self_test_on', '下次自行检测日期'),
    text('on_demand_permit_number', '按需维保许可编号', { hint: '未获准按需维保的电梯留空' }),
    date('on_demand_permit_expiry', '按需维保许可有效期'),

    select('state', '状态', { section: '使用状态', isRequired: true, options: liftStateOptions }),
    text('state_reason', '停用或报废原因', { hint: '停用、报废的电梯仍会响应求救' }),

    custom('lng', '位置', {
      section: '地图位置',
      isWide: true,
      emptyValue: null,
      render: (control) => createElement(PlaceField, { control, scene$, noun: '电梯' }),
    }),
    // Drawn beside the longitude.
    custom('lat', '纬度', { emptyValue: null, render: () => null }),
  ];
}
