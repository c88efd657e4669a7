import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { checkListDetailSchema, checkListRowSchema } from '../entities/checkList.ts';
import { visitRowSchema } from '../entities/visit.ts';
import { pageOf } from '../envelope.ts';
import { keysOf } from '../exceptions.ts';
import { monthText, rowQuerySchema } from '../rows.ts';
import { plainText } from '../text.ts';
import { visitFlagLabels, visitKinds } from '../visits/visitKinds.ts';

const day = z.iso.date('日期须为 2026-11-30 的形式');

const idIn = (message: string) => z.coerce.number(message).int(message).positive(message);

/** As the list's filters, in an address: kinds are joined by commas. */
const overviewQuerySchema = z.object({
  month: monthText,
  kind: plainText(80)
    .transform((text) => text.split(',').filter((kind) => kind !== ''))
    .pipe(z.array(z.enum(visitKinds, '未知的维保类型')).max(visitKinds.length))
    .optional(),
  community_id: idIn('请指定小区').optional(),
  maintenance_id: idIn('请指定维保单位').optional(),
  person_id: idIn('请指定人员').optional(),
  flag: z.enum(keysOf(visitFlagLabels)).optional(),
});
export type VisitOverviewQuery = z.output<typeof overviewQuerySchema>;

/** A day of the month: open visits that are due on it, and those that were made on it. */
export const calendarDaySchema = z.object({
  day: z.string(),
  open_num: z.number(),
  done_num: z.number(),
  /** Of the open ones; every visit of one day has the same light. */
  light: z.enum(['overdue', 'soon', 'later']).nullable(),
  kinds: z.array(z.object({ kind: z.enum(visitKinds), open_num: z.number(), done_num: z.number() })),
});
export type CalendarDay = z.infer<typeof calendarDaySchema>;

export const visitCalendar = defineEndpoint({
  method: 'GET',
  path: '/api/order/maintain/calendar',
  permission: 'visit.view',
  group: 'order',
  summary: '维保月历：每天到期未完成与当天完成的数量',
  input: overviewQuerySchema,
  output: z.object({ month: z.string(), today: z.string(), days: z.array(calendarDaySchema) }),
});

const shareSchema = z.object({
  id: z.number(),
  name: z.string(),
  /** Of a worker: the company. */
  company: z.string(),
  open_num: z.number(),
  overdue_num: z.number(),
  /** Due within seven days. */
  soon_num: z.number(),
  unsigned_num: z.number(),
  /** Made within the month, and how many of them after their due day. */
  done_num: z.number(),
  late_num: z.number(),
  doubtful_num: z.number(),
});
export type VisitShare = z.infer<typeof shareSchema>;

export const visitSummary = defineEndpoint({
  method: 'GET',
  path: '/api/order/maintain/summary',
  permission: 'visit.view',
  group: 'order',
  summary: '维保汇总：按维保单位或按维保人员；两人的工单各计一次',
  input: overviewQuerySchema.extend({ by: z.enum(['company', 'worker']).default('company') }),
  output: z.object({ list: z.array(shareSchema) }),
});

/** A person who may take a visit over. */
export const colleagueSchema = z.object({ id: z.number(), name: z.string(), visits_that_day: z.number() });

/** Visits of a worker who will be away, each with the colleagues who may take it over. */
export const visitAway = defineEndpoint({
  method: 'GET',
  path: '/api/order/maintain/away',
  permission: 'visit.plan',
  group: 'order',
  summary: '人员离岗：某人两日之间未完成的工单，及可接手的同事',
  input: z
    .object({ person_id: idIn('请选择维保人员'), away_from: day, away_to: day })
    .refine(({ away_from: from, away_to: to }) => from <= to, {
      message: '结束日期不能早于开始日期',
      path: ['away_to'],
    }),
  output: z.object({
    list: z.array(
      z.object({
        visit: visitRowSchema,
        /** The day on which it is to be made: as planned, or the due day. */
        day: z.string(),
        /** The other worker, who stays. */
        stays: z.array(z.number()),
        colleagues: z.array(colleagueSchema),
      }),
    ),
    /** There are more than the list holds: assign these first. */
    has_more: z.boolean(),
  }),
});

/** The makers' own lists, from which a lift's form chooses. */
export const checkListChoices = defineEndpoint({
  method: 'GET',
  path: '/api/order/maintain/check-lists',
  permission: 'elevator.view',
  group: 'order',
  summary: '专用维保清单（制造单位的项目）',
  input: z.object({}),
  output: z.object({
    list: z.array(z.object({ id: z.number(), name: z.string(), category: z.string() })),
  }),
});

export const checkListList = defineEndpoint({
  method: 'GET',
  path: '/api/order/maintain/check-list/list',
  permission: 'visit.view',
  group: 'order',
  summary: '专用清单列表：当前版本、各类维保的项目数与使用的电梯数',
  input: rowQuerySchema,
  output: pageOf(checkListRowSchema),
});

export const checkListDetail = defineEndpoint({
  method: 'GET',
  path: '/api/order/maintain/check-list',
  permission: 'visit.view',
  group: 'order',
  summary: '专用清单的项目与历次版本',
  input: z.object({ id: idIn('请指定专用清单') }),
  output: checkListDetailSchema,
});
