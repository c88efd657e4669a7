import { maintenanceCalls } from '../../contract/endpoints/company.ts';
import { crudStories } from '../../parts/stories/crudStories.tsx';
import { companyAt } from './companies.fixtures.ts';
import { createMaintenanceManagement } from './index.ts';

const stories = crudStories({
  create: createMaintenanceManagement,
  list: maintenanceCalls.list,
  save: maintenanceCalls.save,
  remove: maintenanceCalls.remove,
  noun: '维保单位',
  firstField: { label: '名称', name: 'name' },
  rowAt: companyAt,
  longRow: {
    ...companyAt(98),
    name: '云川市高新技术产业开发区特种设备安全与应急救援技术服务有限责任公司第三分公司',
    contact_mobile: '+86 (0512) 6256-0000',
    duty_phone: '+86 (0512) 6256-1111',
    address: '云川市高新技术产业开发区科学城东路与创新大道交叉口西南侧云锦国际商务中心（二期）A 座 2601 室',
    elevator_num: 48_211,
  },
});

export default { title: 'features/MaintenanceManagement', parameters: { layout: 'fullscreen' } };
export const Default = stories.Default;
export const Empty = stories.Empty;
export const Loading = stories.Loading;
export const Failed = stories.Failed;
export const Denied = stories.Denied;
export const Thousands = stories.Thousands;
export const LongLabels = stories.LongLabels;
export const ReadOnly = stories.ReadOnly;
export const New = stories.New;
export const AsksBeforeLoss = stories.AsksBeforeLoss;
export const SecondEditor = stories.SecondEditor;
export const InUse = stories.InUse;
