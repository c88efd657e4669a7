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
  }),
  'incident.repeated': exceptionRepeat,
  /** A further lift of the same power cut. */
  'incident.joined': incidentChild.extend({ source: exceptionOpening.source }),
  /** One lift's incident became a part of an incident of several. */
  'incident.absorbed': z.object({ incidentId: z.number().int().positive() }),
  'incident.checked': z.object({ note: remark }),
  /** A named person made sure that this car is empty. */
  'incident.swept': z.object({
    elevatorId: z.number('请选择电梯').int().positive('请选择电梯'),
    /** Written by the server, for the timeline. */
    tag: z.string().optional(),
    way: z.enum(keysOf(sweepWayLabels), '请选择确认方式'),
    note: remark,
  }),
  /** The device of one of its lifts reports that it is over there. */
  'incident.restored': z.object({ elevatorId: z.number().int().positive(), tag: z.string().optional() }),
  /** The device reports that it is over, before anyone had to look into it. */
  'incident.ended': z.object({}),
  'incident.closed': z.object({ note: remark }),
  'incident.commented': exceptionComment,
  'incident.hidden': exceptionHidden,
  'incident.deadlinePassed': z.object({ kind: z.literal('handle') }),
} as const;

/** The Chinese name of each step, and who may take it. */
export const incidentSteps = {
  'incident.opened': { label: '发生事件', by: 'server' },
  'incident.repeated': { label: '再次报告', by: 'server' },
  'incident.joined': { label: '并入电梯', by: 'server' },
  'incident.absorbed': { label: '并入多台事件', by: 'server' },
  'incident.checked': { label: '开始核查', by: 'exception.handle' },
  'incident.swept': { label: '确认轿厢无人', by: 'exception.handle' },
  'incident.restored': { label: '设备报告恢复', by: 'server' },
  'incident.ended': { label: '设备报告结束', by: 'server' },
  'incident.closed': { label: '关闭', by: 'exception.handle' },
  'incident.commented': { label: '评论', by: 'exception.view' },
  'incident.hidden': { label: '删除', by: 'exception.delete' },
  'incident.deadlinePassed': { label: '记录超时', by: 'server' },
} as const satisfies StepsOf<typeof incidentEvents>;

export type IncidentEvent = FactOf<typeof incidentEvents>;
