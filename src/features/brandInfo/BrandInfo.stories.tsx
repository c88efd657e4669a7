import { brandDelete, brandList, brandSave } from '../../contract/endpoints/brand.ts';
import { crudStories } from '../../parts/stories/crudStories.tsx';
import { createBrandInfo } from './index.ts';

const makers = ['通力', '迅达', '奥的斯', '三菱', '日立', '蒂升', '富士达', '康力', '广日', '江南嘉捷'];
const stories = crudStories({
  create: createBrandInfo,
  list: brandList,
  save: brandSave,
  remove: brandDelete,
  noun: '品牌',
  firstField: { label: '名称', name: 'name' },
  rowAt: (index) => ({
    id: index + 1,
    version: 1,
    name: `${makers[index % 10]}${index < 10 ? '' : ` ${index}`}`,
    contact_mobile: `0512-6256${String(1000 + index)}`,
    address: `云川市工业路 ${index + 1} 号`,
    elevator_num: (index * 37) % 190,
  }),
  longRow: {
    id: 99,
    version: 1,
    name: '蒂升电梯（中国）有限公司云川高新技术产业开发区超高层住宅电梯事业部',
    contact_mobile: '+86 (0512) 6256-0000',
    address: '云川市高新技术产业开发区科学城东路与创新大道交叉口西南侧云锦国际商务中心（二期）A 座 2601 室',
    elevator_num: 48_211,
  },
});

export default { title: 'features/BrandInfo', parameters: { layout: 'fullscreen' } };
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
