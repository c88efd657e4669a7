import * as z from 'zod';
import { comparing } from '../comparing.ts';
import { defineEndpoint } from '../endpoint.ts';
import { communityFields, communityMemberFields, memberRoles, siteTypes } from '../entities/community.ts';
import { communityNoticeFields, noticeKinds } from '../entities/communityNotice.ts';
import { pageOf } from '../envelope.ts';
import { editCalls, listCall, rowCalls } from '../rowCalls.ts';
import { endsBeforeItStarts, listedRow, rowQuerySchema, saveInput, saveOutput } from '../rows.ts';

const listed = {
  full_area: z.string(),
  property_name: z.string(),
  group_names: z.array(z.string()),
  member_num: z.number(),
  elevator_num: z.number(),
};
const needs = { view: 'community.view', edit: 'community.edit' } as const;

export const {
  list: communityList,
  save: communitySave,
  remove: communityDelete,
} = rowCalls({
  noun: '小区',
  path: '/api/community',
  group: 'community',
  ...needs,
  fields: communityFields,
  query: {
    area_id: z.coerce.number().int().positive().optional(),
    group_id: z.coerce.number().int().positive().optional(),
    property_id: z.coerce.number().int().positive().optional(),
    site_type: z.enum(siteTypes).optional(),
  },
  listed,
  summaries: {
    list: '小区列表；area_id 含下级区域',
    save: '新建小区；有 id 时修改。换物业时，原由该物业负责的电梯一同更换',
    remove: '删除未被使用的小区',
  },
});

export const communityDetail = defineEndpoint({
  method: 'GET',
  path: '/api/community',
  permission: 'community.view',
  group: 'community',
  summary: '一个小区',
  input: z.object({ id: z.coerce.number().int().positive() }),
  output: listedRow(communityFields).extend(listed),
});

export const communityUpdate = defineEndpoint({
  method: 'PUT',
  path: '/api/community',
  permission: 'community.edit',
  group: 'community',
  summary: '修改小区',
  input: saveInput(communityFields).extend({ id: z.number().int().positive() }),
  output: saveOutput,
});

export const communityMembers = defineEndpoint({
  method: 'GET',
  path: '/api/community/members',
  permission: 'community.view',
  group: 'community',
  summary: '小区人员列表',
  input: rowQuerySchema.extend({
    community_id: z.coerce.number().int().positive().optional(),
    role: z.enum(memberRoles).optional(),
  }),
  output: pageOf(
    listedRow(communityMemberFields).extend({
      community_name: z.string(),
      person_name: z.string(),
      mobile: z.string(),
    }),
  ),
});

/** The removal is ours, beside the specification's calls. */
export const { save: communityMemberSave, remove: communityMemberDelete } = editCalls({
  noun: '小区人员',
  path: '/api/community/member',
  group: 'community',
  edit: needs.edit,
  input: saveInput(communityMemberFields),
  summaries: { save: '登记一名小区人员；有 id 时修改', remove: '撤去一名小区人员' },
});

const choice = z.object({ value: z.number(), label: z.string(), detail: z.string() });

/** Ours: people in scope, for the form of a member, which needs no permission for the list of people. */
export const communityPeople = defineEndpoint({
  method: 'GET',
  path: '/api/community/people',
  permission: 'community.edit',
  group: 'community',
  summary: '可选的人员（姓名的一部分）',
  input: z.object({ keyword: rowQuerySchema.shape.keyword }),
  output: z.array(choice),
});

const notices = { noun: '物业公告草稿', path: '/api/community/notice', group: 'community' } as const;

/** Drafts: notices that were sent are listed by `announcementList`, and no longer edited. */
export const communityNotices = listCall({
  ...notices,
  view: needs.view,
  fields: communityNoticeFields,
  query: {
    community_id: z.coerce.number().int().positive().optional(),
    kind: z.enum(noticeKinds).optional(),
  },
  listed: { community_name: z.string(), state: z.literal('draft') },
});

export const { save: communityNoticeSave, remove: communityNoticeDelete } = editCalls({
  ...notices,
  edit: 'announcement.send',
  input: comparing(saveInput(communityNoticeFields), ({ valid_from, valid_to }) =>
    endsBeforeItStarts('valid_to', valid_from, valid_to),
  ),
  summaries: { save: '保存物业公告草稿；有 id 时修改' },
});
