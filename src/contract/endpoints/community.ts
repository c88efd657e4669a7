import * as z from 'zod';
import { comparing } from '../comparing.ts';
import { defineEndpoint } from '../endpoint.ts';
import { communityFields, communityMemberFields, memberRoles, siteTypes } from '../entities/community.ts';
import { communityNoticeFields, noticeKinds } from '../entities/communityNotice.ts';
import { pageOf } from '../envelope.ts';
import {
  endsBeforeItStarts,
  listedRow,
  removeInput,
  removeOutput,
  rowQuerySchema,
  saveInput,
  saveOutput,
} from '../rows.ts';

const community = listedRow(communityFields).extend({
  full_area: z.string(),
  property_name: z.string(),
  group_names: z.array(z.string()),
  member_num: z.number(),
  elevator_num: z.number(),
});

export const communityList = defineEndpoint({
  method: 'GET',
  path: '/api/community/list',
  permission: 'community.view',
  group: 'community',
  summary: '小区列表；area_id 含下级区域',
  input: rowQuerySchema.extend({
    area_id: z.coerce.number().int().positive().optional(),
    group_id: z.coerce.number().int().positive().optional(),
    property_id: z.coerce.number().int().positive().optional(),
    site_type: z.enum(siteTypes).optional(),
  }),
  output: pageOf(community),
});

export const communityDetail = defineEndpoint({
  method: 'GET',
  path: '/api/community',
  permission: 'community.view',
  group: 'community',
  summary: '一个小区',
  input: z.object({ id: z.coerce.number().int().positive() }),
  output: community,
});

export const communitySave = defineEndpoint({
  method: 'POST',
  path: '/api/community',
  permission: 'community.edit',
  group: 'community',
  summary: '新建小区；有 id 时修改。换物业时，原由该物业负责的电梯一同更换',
  input: saveInput(communityFields),
  output: saveOutput,
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

export const communityDelete = defineEndpoint({
  method: 'DELETE',
  path: '/api/community',
  permission: 'community.edit',
  group: 'community',
  summary: '删除未被使用的小区',
  input: removeInput,
  output: removeOutput,
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

export const communityMemberSave = defineEndpoint({
  method: 'POST',
  path: '/api/community/member',
  permission: 'community.edit',
  group: 'community',
  summary: '登记一名小区人员；有 id 时修改',
  input: saveInput(communityMemberFields),
  output: saveOutput,
});

/** Ours, beside the specification's calls. */
export const communityMemberDelete = defineEndpoint({
  method: 'DELETE',
  path: '/api/community/member',
  permission: 'community.edit',
  group: 'community',
  summary: '撤去一名小区人员',
  input: removeInput,
  output: removeOutput,
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

/** Sending (`notice-send`) comes with the channels; until then every notice is a draft. */
export const communityNotices = defineEndpoint({
  method: 'GET',
  path: '/api/community/notice/list',
  permission: 'community.view',
  group: 'community',
  summary: '小区通知草稿列表',
  input: rowQuerySchema.extend({
    community_id: z.coerce.number().int().positive().optional(),
    kind: z.enum(noticeKinds).optional(),
  }),
  output: pageOf(listedRow(communityNoticeFields).extend({ community_name: z.string(), state: z.literal('draft') })),
});

export const communityNoticeSave = defineEndpoint({
  method: 'POST',
  path: '/api/community/notice',
  permission: 'community.edit',
  group: 'community',
  summary: '保存小区通知草稿；有 id 时修改',
  input: comparing(saveInput(communityNoticeFields), ({ valid_from, valid_to }) =>
    endsBeforeItStarts('valid_to', valid_from, valid_to),
  ),
  output: saveOutput,
});

export const communityNoticeDelete = defineEndpoint({
  method: 'DELETE',
  path: '/api/community/notice',
  permission: 'community.edit',
  group: 'community',
  summary: '删除小区通知草稿',
  input: removeInput,
  output: removeOutput,
});
