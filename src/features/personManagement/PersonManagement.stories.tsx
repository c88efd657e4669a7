import { personDelete, personList, personOrganizations, personSave } from '../../contract/endpoints/person.ts';
import { answer } from '../../parts/stories/featureDeps.fixtures.ts';
import { crudStories } from '../../parts/stories/crudStories.tsx';
import { createPersonManagement } from './index.ts';

const names = ['赵强', '周建', '王芳', '李静', '陈磊', '刘洋', '吴敏', '孙洁'];
const duties = ['worker', 'safetyOfficer'] as const;
const companies = ['迅达维保', '安居物业', '平安维保', '乐家物业'];
const stories = crudStories({
  create: createPersonManagement,
  list: personList,
  save: personSave,
  remove: personDelete,
  noun: '人员',
  firstField: { label: '姓名', name: 'name' },
  rowAt: (index) => ({
    id: index + 1,
    version: 1,
    name: names[index % 8] ?? '',
    mobile: `1380000${String(1000 + index)}`,
    organization: `5-${401 + (index % 4)}`,
    organization_name: companies[index % 4] ?? '',
    duties: duties.slice(0, 1 + (index % 2)),
    certificates: [{ number: `T${2026000 + index}`, class: 'T 电梯修理', expiry: '2028-03-31' }],
    certificate_expiry: '2028-03-31',
    user_id: null,
    user_name: null,
  }),
  longRow: {
    id: 99,
    version: 1,
    name: '买买提·艾力·阿卜杜热合曼诺夫',
    mobile: '+86 13800000000',
    organization: '5-401',
    organization_name: '云川市高新技术产业开发区特种设备安全与应急救援技术服务有限责任公司第三分公司',
    duties: ['worker', 'safetyOfficer', 'safetyDirector', 'principal', 'manager'],
    certificates: [],
    certificate_expiry: null,
    user_id: 7,
    user_name: '买买提·艾力',
  },
  answers: [
    answer(personOrganizations, ({ keyword }) =>
      companies
        .filter((name) => name.includes(keyword))
        .map((label, index) => ({ value: `5-${401 + index}`, label, detail: '维保单位' })),
    ),
  ],
});

export default { title: 'features/PersonManagement', parameters: { layout: 'fullscreen' } };
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
