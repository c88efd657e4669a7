import type { OutputOf } from '../../contract/endpoint.ts';
import type { elevatorRegister } from '../../contract/endpoints/liftRegister.ts';
import { deviceStatusLabels } from '../../contract/labels.ts';
import { liftStateLabels } from '../../contract/entities/elevatorFields.ts';

type Row = OutputOf<typeof elevatorRegister>['list'][number];

const communities = ['翠湖花园', '云锦雅苑', '望溪名邸', '枫桥里'];
const brands = ['云梯', '恒升', '凌霄'];
const drives = { traction: '永磁同步曳引机', hydraulic: '液压直顶' } as const;
const inspections = ['2026-10-18', '2026-12-20', '2028-05-06', '2027-03-11'];

/** A lift of this number, as the register lists it: one in a few out of use, scrapped, overdue or due soon. */
export function liftAt(index: number): Row {
  const id = index + 1;
  const status = index % 9 === 4 ? 2 : 1;
  const state = index % 11 === 6 ? 2 : index % 7 === 3 ? 1 : 0;
  const category = index % 13 === 5 ? 'hydraulic' : 'traction';
  const nextInspection = inspections[index % 4] ?? '';
  const companyId = 401 + (index % 3);
  return {
    id,
    version: 1,
    code: `k3J9x-${String(id).padStart(10, '0')}`,
    tag: `YC-${String(id).padStart(4, '0')}`,
    addr: `${1 + Math.floor(index / 4)} 幢 ${1 + (index % 2)} 单元 1 号梯`,
    rescue_code: String(107_919 + index),
    registration_code: `3110339901201905${String(id).padStart(4, '0')}`,
    internal_tag: `DT-${String(id).padStart(4, '0')}`,
    sos_tel: `0500-8600${String(100 + index)}`,
    community_id: 11 + (index % 4),
    community_name: communities[index % 4] ?? '',
    full_area: '云川市东湖区',
    brand_id: 201 + (index % 3),
    brand_name: brands[index % 3] ?? '',
    property_id: 301,
    property_name: '安和物业服务有限公司',
    maintenance_id: companyId,
    maintenance_name: ['云川速援有限公司', '平安梯有限公司', '迅捷升降有限公司'][index % 3] ?? '',
    elevator_type: 2,
    category,
    drive: drives[category],
    rated_load_kg: 1_000,
    rated_speed_mps: 1.75,
    floor_min: -1,
    floor_max: 18,
    floors_num: 19,
    stops_num: 19,
    doors_num: 19,
    maker_unit: '云梯电梯制造有限公司',
    manage_unit: '翠湖花园业主委员会',
    factory_number: `2019D${String(20_000 + id)}`,
    state,
    stateResult: liftStateLabels[state] ?? '',
    state_reason: state === 0 ? '' : '整机大修',
    install_at: '2019-05-12T00:00:00.000+08:00',
    installed_on: '2019-05-12',
    put_into_use_on: '2019-06-20',
    inspected_on: '2026-05-06',
    next_inspection_on: nextInspection,
    inspection: nextInspection < '2026-11-21' ? 'overdue' : nextInspection < '2027-01-20' ? 'soon' : null,
    special_type: '',
    check_list_id: null,
    check_list_name: '',
    self_tested_on: '2025-06-02',
    next_self_test_on: '2027-06-20',
    on_demand_permit_number: index % 5 === 0 ? `AXWB-2026-${String(id).padStart(4, '0')}` : '',
    on_demand_permit_expiry: index % 5 === 0 ? '2027-03-31' : '',
    lng: 119.252,
    lat: 30.118,
    device_key: `COL${String(id).padStart(6, '0')}`,
    status,
    statusResult: deviceStatusLabels[status],
    open_rescue_id: null,
    community_info: { id: 11, name: communities[index % 4] ?? '', address: '云川市东湖区湖滨路 8 号' },
    property_info: { id: 301, name: '安和物业服务有限公司', contact_mobile: '0500-3000301', address: '湖滨路 1 号' },
    maintain_info: { id: companyId, name: '云川速援有限公司', contact_mobile: '0500-4000401', address: '工业路 3 号' },
    maintained_since: '2025-04-01T00:00:00.000+08:00',
  };
}
