import { elevatorTypeOptions, liftStates } from '../../contract/entities/elevatorFields.ts';
import { specialTypeLabels } from '../../contract/visits/visitKinds.ts';
import { liftStateTag } from '../../parts/lift/liftStateTag.ts';
import { DescriptionList, type Description } from '../../ui/DescriptionList/DescriptionList.tsx';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { categoryLabel, InspectionDay } from './liftColumns.tsx';
import type { LiftRecord } from './liftSources.ts';

const withUnit = (value: number | null, unit: string): string | null => (value === null ? null : `${value} ${unit}`);

/** The lift's identity, its data plate, and its past and coming inspections. */
export function LiftFacts({ lift }: { lift: LiftRecord }) {
  const use = elevatorTypeOptions.find(({ value }) => value === lift.elevator_type)?.label ?? '民用';
  const identity: readonly Description[] = [
    { label: '状态', value: <StatusTag {...liftStateTag(lift)} /> },
    ...(lift.state === liftStates.inUse ? [] : [{ label: '原因', value: lift.state_reason, isWide: true }]),
    { label: '注册代码', value: lift.registration_code, copy: lift.registration_code, isWide: true },
    { label: '救援码', value: lift.rescue_code, copy: lift.rescue_code },
    { label: '内部编号', value: lift.internal_tag },
    { label: '轿厢求救电话', value: lift.sos_tel, dial: lift.sos_tel, isWide: true },
    { label: '用途', value: use },
    { label: '位置', value: lift.addr, isWide: true },
    { label: '小区', value: lift.community_name },
    { label: '区域', value: lift.full_area },
    { label: '经纬度', value: `${lift.lng}，${lift.lat}`, isWide: true },
  ];
  const plate: readonly Description[] = [
    { label: '类别', value: categoryLabel(lift) },
    { label: '专用类型', value: lift.special_type === '' ? '' : specialTypeLabels[lift.special_type] },
    { label: '专用清单', value: lift.check_list_name },
    { label: '驱动方式', value: lift.drive },
    { label: '额定载重', value: withUnit(lift.rated_load_kg, 'kg') },
    { label: '额定速度', value: withUnit(lift.rated_speed_mps, 'm/s') },
    { label: '楼层', value: `${lift.floor_min} 至 ${lift.floor_max}` },
    {
      label: '层站门',
      value: [lift.floors_num, lift.stops_num, lift.doors_num].map((count) => count ?? '—').join(' / '),
    },
    { label: '品牌', value: lift.brand_name },
    { label: '出厂编号', value: lift.factory_number },
  ];
  const days: readonly Description[] = [
    { label: '安装', value: lift.installed_on },
    { label: '投入使用', value: lift.put_into_use_on },
    { label: '上次检验', value: lift.inspected_on },
    { label: '下次检验', value: <InspectionDay row={lift} /> },
    { label: '上次自检', value: lift.self_tested_on },
    { label: '下次自检', value: lift.next_self_test_on },
    ...(lift.on_demand_permit_number === undefined || lift.on_demand_permit_number === ''
      ? []
      : [
          { label: '按需维保许可', value: lift.on_demand_permit_number },
          { label: '许可有效期', value: lift.on_demand_permit_expiry ?? '' },
        ]),
  ];
  return (
    <>
      <DescriptionList items={identity} columns={2} />
      <h3>技术参数</h3>
      <DescriptionList items={plate} columns={2} />
      <h3>日期</h3>
      <DescriptionList items={days} columns={2} />
    </>
  );
}
