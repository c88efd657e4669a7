const names = ['云川速援', '平安梯', '迅捷升降', '诚工', '安达梯修', '宏运机电', '恒升电梯服务', '中正机电'];

/** A maintenance company of this number, as the list returns it. */
export const companyAt = (index: number) => ({
  id: index + 1,
  version: 1,
  name: `${names[index % names.length] ?? ''}有限公司${index < names.length ? '' : ` ${index}`}`,
  contact_mobile: `0500-${String(1_000_000 + index)}`,
  duty_phone: `0500-${String(2_000_000 + index)}`,
  address: `云川市工业路 ${index + 1} 号`,
  licence_class: ['A1', 'A2', 'B'][index % 3] ?? '',
  licence_number: `TS33${String(100_000 + index)}`,
  licence_expiry: `2027-0${1 + (index % 9)}-15`,
  insurer: '云川财产保险',
  insurance_number: `YB${String(20_260_000 + index)}`,
  insurance_expiry: `2026-1${index % 3}-01`,
  rating: (['A', 'B', 'B', 'C', ''] as const)[index % 5] ?? '',
  rated_on: index % 5 === 4 ? '' : `2025-12-2${index % 9}`,
  contacts: [{ name: '李志强', position: '维保负责人', mobile: '0500-3000001' }],
  elevator_num: (index * 37) % 190,
  contract_num: index % 4,
});

const states = ['running', 'planned', 'ended'] as const;

/** A contract of this number. */
export const contractAt = (index: number) => ({
  id: index + 1,
  version: 1,
  org_id: 1 + (index % names.length),
  org_name: `${names[index % names.length] ?? ''}有限公司`,
  number: `WB-2026-${String(401 + index)}`,
  starts_on: '2026-01-01',
  ends_on: '2026-12-31',
  elevators: ['YC-0001', 'YC-0031'],
  elevator_num: 2,
  state: states[index % 3] ?? 'running',
});
