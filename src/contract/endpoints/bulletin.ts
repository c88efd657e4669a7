import * as z from 'zod';
import { bulletinContent } from '../bulletin/bulletinContent.ts';
import { defineEndpoint } from '../endpoint.ts';
import { bulletinComments } from '../bulletin/bulletinComments.ts';
import { wireTime } from '../envelope.ts';
import { monthText } from '../rows.ts';

const group = 'stats';
/** Without a region the bulletin of the whole city, or of what the caller looks after. */
const bulletinOf = z.object({ month: monthText, area_id: z.number().int().positive().optional() });
const frozenVersion = z.number('请指定版本').int().positive();

const area = z.object({ id: z.number().nullable(), name: z.string() });
const versionFacts = z.object({ version: z.number(), at: wireTime, by: z.string() });
/** The region of a bulletin, and its frozen versions, the newest first. */
const bulletinHead = {
  month: z.string(),
  area,
  /** The regions whose bulletins the caller may read, by their place in the tree. */
  areas: z.array(area.extend({ level: z.number() })),
  versions: z.array(versionFacts),
} as const;

const draft = z.object({
  ...bulletinHead,
  /** False of what a company looks after, which has figures but no comments and no frozen version. */
  is_kept: z.boolean(),
  /** The reason why it cannot be frozen now; null where it can. */
  freeze_problem: z.string().nullable(),
  content: bulletinContent,
  comments: bulletinComments,
  comments_version: z.number(),
});
export type BulletinDraft = z.infer<typeof draft>;

const frozen = versionFacts.extend({
  ...bulletinHead,
  content: bulletinContent,
  comments: bulletinComments,
  /** `path` is the open page that confirms it. */
  proof: z.object({ hash: z.string(), path: z.string() }),
  /** The figures that later corrections of the records have changed. */
  changes: z.array(z.object({ section: z.string(), figure: z.string(), was: z.string(), now: z.string() })),
});
export type FrozenBulletinAnswer = z.infer<typeof frozen>;

export const bulletinDraft = defineEndpoint({
  method: 'POST',
  path: '/api/stats/bulletin',
  permission: 'stats.view',
  group,
  summary: '困人救援月报：按现在的记录统计的草稿与评注',
  input: bulletinOf,
  output: draft,
});

export const bulletinVersion = defineEndpoint({
  method: 'POST',
  path: '/api/stats/bulletin/version',
  permission: 'stats.view',
  group,
  summary: '困人救援月报：一个定稿版本，及此后更正造成的数据变化',
  input: bulletinOf.extend({ version: frozenVersion }),
  output: frozen,
});

export const bulletinComment = defineEndpoint({
  method: 'POST',
  path: '/api/stats/bulletin/comment',
  permission: 'bulletin.edit',
  group,
  summary: '保存困人救援月报的各节评注',
  input: bulletinOf.extend({
    comments: bulletinComments,
    /** That of the comments as the editor read them; 0 where there were none. */
    version: z.number().int().min(0),
  }),
  output: z.object({ version: z.number() }),
});

export const bulletinFreeze = defineEndpoint({
  method: 'POST',
  path: '/api/stats/bulletin/freeze',
  permission: 'bulletin.edit',
  group,
  summary: '将一个已结束月份的困人救援月报定稿；以后不再改动',
  input: bulletinOf.extend({
    /** Of the comments, and the newest frozen version, as the editor read them; 0 for none. */
    comments_version: z.number().int().min(0),
    last_version: z.number().int().min(0),
  }),
  output: z.object({ version: z.number() }),
});

export const bulletinFile = defineEndpoint({
  method: 'POST',
  path: '/api/stats/bulletin/file',
  permission: 'stats.view',
  group,
  summary: '下载困人救援月报（.xlsx，每节一张表）；有 version 时为定稿，否则为草稿',
  transport: 'download',
  input: bulletinOf.extend({ version: frozenVersion.optional() }),
  output: z.object({}),
});
