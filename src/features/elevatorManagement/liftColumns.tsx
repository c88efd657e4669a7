import { liftCategoryLabels, type RegisteredElevator } from '../../contract/entities/elevatorFields.ts';
import { specialTypeLabels } from '../../contract/visits/visitKinds.ts';
import { deviceStatusLabels, type StatusIndex } from '../../contract/labels.ts';
import { deviceTone } from '../../parts/lift/deviceTones.ts';
import { liftStateTag } from '../../parts/lift/liftStateTag.ts';
import {
  labelColumn,
  numberColumn,
  spokenColumn,
  statusColumn,
  tagged,
  textColumn,
  timeColumn,
} from '../../ui/list/columns.tsx';
import type { Column } from '../../ui/list/listTypes.ts';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';

export const categoryLabel = ({ category }: Pick<RegisteredElevator, 'category'>): string =>
  category === '' ? '' : liftCategoryLabels[category];

type Inspected = Pick<RegisteredElevator, 'next_inspection_on' | 'inspection'>;
const inspectionLabel = ({ next_inspection_on: day, inspection }: Inspected): string =>
  `${day}${inspection === 'overdue' ? ' 已过期' : ''}`;

/** The day of the next inspection, with its tag where a person has to see to it. */
export function InspectionDay({ row }: { row: Inspected }) {
  if (row.next_inspection_on === '') return <span className="ti-none">—</span>;
  if (row.inspection === null) return row.next_inspection_on;
  return (
    <StatusTag
      label={inspectionLabel(row)}
      tone={row.inspection === 'overdue' ? 'high' : 'medium'}
      icon={row.inspection === 'overdue' ? 'exclamation-triangle' : 'calendar-clock'}
    />
  );
}

export const liftColumns: readonly Column<RegisteredElevator>[] = [
  spokenColumn('tag', '电梯编号', { width: 100, isSortable: true }),
  textColumn('community_name', '小区', { width: 100 }),
  // Building, unit and lift tell one lift from the next: they take a second line before they are cut.
  spokenColumn('addr', '位置'),
  spokenColumn('registration_code', '注册代码', { width: 172, isSortable: true }),
  textColumn('maintenance_name', '维保单位'),
  {
    id: 'state',
    header: '状态',
    width: 80,
    cell: tagged(
      (row) => <StatusTag {...liftStateTag(row)} />,
      (row) => liftStateTag(row).label,
    ),
    csv: (row) => row.stateResult,
  },
  statusColumn(
    'status',
    '设备',
    (status: StatusIndex) => ({ label: deviceStatusLabels[status], tone: deviceTone(status) }),
    { width: 100 },
  ),
  {
    id: 'next_inspection_on',
    header: '下次检验',
    width: 150,
    isSortable: true,
    cell: tagged((row) => <InspectionDay row={row} />, inspectionLabel),
    csv: (row) => row.next_inspection_on,
  },
  {
    id: 'category',
    header: '类别',
    width: 120,
    isHiddenByDefault: true,
    cell: (row) => (row.category === '' ? <span className="ti-none">—</span> : categoryLabel(row)),
    csv: categoryLabel,
  },
  textColumn('brand_name', '品牌', { width: 90, isHiddenByDefault: true }),
  spokenColumn('rescue_code', '救援码', { width: 80, isHiddenByDefault: true }),
  spokenColumn('internal_tag', '内部编号', { width: 110, isHiddenByDefault: true }),
  textColumn('full_area', '区域', { isHiddenByDefault: true }),
  textColumn('property_name', '物业单位', { isHiddenByDefault: true }),
  textColumn('maker_unit', '制造单位', { isHiddenByDefault: true }),
  textColumn('manage_unit', '使用单位', { isHiddenByDefault: true }),
  textColumn('factory_number', '出厂编号', { isHiddenByDefault: true }),
  textColumn('drive', '驱动方式', { isHiddenByDefault: true }),
  numberColumn('rated_load_kg', '额定载重量', { unit: 'kg', isHiddenByDefault: true }),
  numberColumn('rated_speed_mps', '额定速度', { unit: 'm/s', fractionDigits: 2, isHiddenByDefault: true }),
  numberColumn('floors_num', '层数', { isHiddenByDefault: true }),
  numberColumn('stops_num', '站数', { isHiddenByDefault: true }),
  numberColumn('doors_num', '门数', { isHiddenByDefault: true }),
  timeColumn('install_at', '安装时间', { isHiddenByDefault: true }),
  textColumn('put_into_use_on', '投入使用日期', { width: 120, isHiddenByDefault: true }),
  textColumn('inspected_on', '上次检验日期', { width: 120, isHiddenByDefault: true }),
  textColumn('self_tested_on', '上次自行检测日期', { width: 130, isHiddenByDefault: true }),
  textColumn('next_self_test_on', '下次自行检测日期', { width: 130, isHiddenByDefault: true }),
  spokenColumn('on_demand_permit_number', '按需维保许可编号', { width: 150, isHiddenByDefault: true }),
  textColumn('on_demand_permit_expiry', '按需维保许可有效期', { width: 150, isHiddenByDefault: true }),
  labelColumn('special_type', '专用类型', { '': '', ...specialTypeLabels }, { width: 120, isHiddenByDefault: true }),
  textColumn('check_list_name', '专用清单', { isHiddenByDefault: true }),
  spokenColumn('sos_tel', '轿厢求救电话', { width: 130, isHiddenByDefault: true }),
  textColumn('state_reason', '停用或报废原因', { isHiddenByDefault: true }),
];
