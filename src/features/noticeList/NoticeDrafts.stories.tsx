import {
  communityList,
  communityNoticeDelete,
  communityNotices,
  communityNoticeSave,
} from '../../contract/endpoints/community.ts';
import { noticeKinds } from '../../contract/entities/communityNotice.ts';
import { crudStories } from '../../parts/stories/crudStories.tsx';
import { answer, onePage } from '../../parts/stories/featureDeps.fixtures.ts';
import { createNoticeList } from './index.ts';

const titles = ['2 号电梯停梯公告', '电梯定期检验公告', '请勿将电动自行车推入电梯', '被困电梯怎么办'];
const noticeAt = (index: number) => ({
  id: index + 1,
  version: 1,
  community_id: 11,
  community_name: index % 2 === 0 ? '翠湖花园' : '云锦雅苑',
  title: titles[index % titles.length] ?? '',
  content: '因更换曳引钢丝绳，电梯将停止使用一天，请改乘其他电梯。',
  kind: noticeKinds[index % noticeKinds.length] ?? 'other',
  valid_from: '2026-11-24',
  valid_to: '2026-11-25',
  state: 'draft' as const,
});
const stories = crudStories({
  create: createNoticeList,
  address: '?tab=drafts',
  list: communityNotices,
  save: communityNoticeSave,
  remove: communityNoticeDelete,
  noun: '物业公告草稿',
  firstField: { label: '标题', name: 'title' },
  rowAt: noticeAt,
  longRow: {
    ...noticeAt(99),
    title: '关于翠湖花园北区一至十二幢全部住宅电梯更换曳引钢丝绳、限速器和制动器期间分批停止使用的公告',
    community_name: '云川市高新技术产业开发区科学城东路云锦国际商务中心（二期）住宅小区',
  },
  answers: [answer(communityList, () => onePage([]))],
});

export default { title: 'features/NoticeList/Drafts', parameters: { layout: 'fullscreen' } };
export const Default = stories.Default;
export const Empty = stories.Empty;
export const Failed = stories.Failed;
export const LongLabels = stories.LongLabels;
export const ReadOnly = stories.ReadOnly;
export const New = stories.New;
export const SecondEditor = stories.SecondEditor;
