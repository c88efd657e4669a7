import * as z from 'zod';
import { defineRows } from '../defineRows.ts';
import { requiredDay, requiredLine } from '../rows.ts';
import { isPlainText } from '../text.ts';

/** Subjects of a notice to the people of a community. */
export const noticeKindLabels = {
  outage: '停梯公告',
  inspection: '检验检测',
  safety: '安全提示',
  other: '其他',
} as const;
export const noticeKinds = [
  'outage',
  'inspection',
  'safety',
  'other',
] as const satisfies readonly (keyof typeof noticeKindLabels)[];
export type NoticeKind = (typeof noticeKinds)[number];
export const noticeKindOptions = noticeKinds.map((value) => ({ value, label: noticeKindLabels[value] }));

/** Fields of a notice in the editor. */
export const communityNoticeFields = z.object({
  community_id: z.number('请选择小区').int().positive(),
  title: requiredLine('标题', 60),
  content: z
    .string('请填写内容')
    .trim()
    .min(1, '请填写内容')
    .max(1_000, '内容最多 1000 个字符')
    .refine(isPlainText, '内容含有无法保存的字符，请删去后重试'),
  kind: z.enum(noticeKinds, '请选择类型'),
  valid_from: requiredDay('开始日期'),
  valid_to: requiredDay('结束日期'),
});

/** Notices in the log. */
export const communityNoticeRows = defineRows({
  kind: 'communityNotice',
  label: '物业公告',
  logged: communityNoticeFields,
});
