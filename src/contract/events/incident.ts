import * as z from 'zod';
import { incidentKindLabels, keysOf, sweepWayLabels } from '../exceptions.ts';
import { exceptionComment, exceptionHidden, exceptionOpening, exceptionRepeat, remark } from './exceptionOpening.ts';
import type { FactOf } from './facts.ts';
import type { StepsOf } from './steps.ts';

/** A lift that an incident of several lifts concerns. */
export const incidentChild = z.object({ elevatorId: z.number().int().positive(), tag: z.string(), addr: z.string() });

/** Events of the stream `incident-<exception id>`: a change of mode or an outside event (exception type 4). */
export const incidentEvents = {
  /** An incident of several lifts names them all; `elevatorId` is then the first. */
  'incident.opened': z.object({
    ...exceptionOpening,
    kind: z.enum(keysOf(incidentKindLabels)),
    children: z.array(incidentChild).max(2_000).optional(),
    /**
     * The name of a power cut, which the incidents of the same cut share. Each has the lifts of one property company and one maintenance
     * company. Without it, as in older events, the incident has the lifts of all companies.
     */
    cut: z.string().max(60).optional(),
  }),
  'incident.repeated': exceptionRepeat,
  /** A further lift of the same power cut. */
  'incident.joined': incidentChild.extend({
    source: exceptionOpening.source,
    /** It had its power back and has lost it again. */
    isAgain: z.literal(true).optional(),
  }),
  /** One lift's incident became a part of an incident of several, or of a maintenance visit at work there: one of the two is named. */
  'incident.absorbed': z.object({
    incidentId: z.number().int().positive().optional(),
    visitId: z.number().int().positive().optional(),
  }),
  'incident.checked': z.object({ note: remark }),
  /** A named person made sure that this car is empty. */
  'incident.swept': z.object({
    elevatorId: z.number('请选择电梯').int().positive('请选择电梯'),
    /** Written by the server, for the timeline. */
    tag: z.string().optional(),
    way: z.enum(keysOf(sweepWayLabels), '请选择确认方式'),
    note: remark,
    /** Written by the server: the open call for help of this car. The lifecycle refuses such a confirmation, so that none is stored. */
    callOrderId: z.number().int().positive().optional(),
    /** Written by the server: how many people its device last saw in the car. Somebody must then have looked on the spot. */
    peopleNum: z.number().int().positive().optional(),
  }),
  /** The confirmation was a mistake, or no longer holds: the car is to be looked into again. */
  'incident.unswept': z.object({
    elevatorId: z.number('请选择电梯').int().positive('请选择电梯'),
    /** Written by the server, for the timeline. */
    tag: z.string().optional(),
    note: remark,
  }),
  /** The device of one of its lifts reports that it is over there. */
  'incident.restored': z.object({ elevatorId: z.number().int().positive(), tag: z.string().optional() }),
  /** The device reports that it is over, before anyone had to look into it. */
  'incident.ended': z.object({}),
  'incident.closed': z.object({
    note: remark,
    /** Written by the server: the cars with an open call for help. The lifecycle refuses to close over them. */
    calling: z.array(z.string()).min(1).optional(),
  }),
  'incident.commented': exceptionComment,
  'incident.hidden': exceptionHidden,
  'incident.deadlinePassed': z.object({ kind: z.literal('handle') }),
} as const;

/** The Chinese name of each step, and who may take it. */
export const incidentSteps = {
  'incident.opened': { label: '发生事件', by: 'server' },
  'incident.repeated': { label: '再次报告', by: 'server' },
  'incident.joined': { label: '并入电梯', by: 'server' },
  'incident.absorbed': { label: '并入', by: 'server' },
  'incident.checked': { label: '开始核查', by: 'exception.handle' },
  'incident.swept': { label: '确认轿厢无人', by: 'exception.handle' },
  'incident.unswept': { label: '撤回确认', by: 'exception.handle' },
  'incident.restored': { label: '设备报告恢复', by: 'server' },
  'incident.ended': { label: '设备报告结束', by: 'server' },
  'incident.closed': { label: '关闭', by: 'exception.handle' },
  'incident.commented': { label: '评论', by: 'exception.view' },
  'incident.hidden': { label: '删除', by: 'exception.delete' },
  'incident.deadlinePassed': { label: '记录超时', by: 'server' },
} as const satisfies StepsOf<typeof incidentEvents>;

export type IncidentEvent = FactOf<typeof incidentEvents>;
