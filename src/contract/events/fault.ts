import * as z from 'zod';
import { faultPhenomenonLabels, keysOf, mostParts } from '../exceptions.ts';
import { photoNames } from '../photoNames.ts';
import { plainText } from '../text.ts';
import {
  exceptionComment,
  exceptionHidden,
  exceptionOpening,
  exceptionRepeat,
  remark,
  requiredReason,
} from './exceptionOpening.ts';
import type { FactOf } from './facts.ts';
import type { StepsOf } from './steps.ts';

const part = z.object({
  name: plainText(50, { absent: '请填写部件名称', tooLong: '部件名称最多 50 字' }).trim().min(1, '请填写部件名称'),
  num: z.number('请填写数量').int('数量须为整数').min(1, '数量至少为 1').max(999, '数量最多 999'),
});

/** Events of the stream `fault-<exception id>`: the lift's condition needs a repair (exception type 3). */
export const faultEvents = {
  'fault.occurred': z.object({
    ...exceptionOpening,
    phenomenon: z.enum(keysOf(faultPhenomenonLabels)),
    rescueOrderId: z.number().int().positive().nullable(),
  }),
  'fault.repeated': exceptionRepeat,
  'fault.accepted': z.object({ note: remark }),
  'fault.arrived': z.object({ note: remark }),
  'fault.repaired': z.object({
    /** The cause from the catalogue: one of level 2, or of level 1 where it has none below it. */
    cause: z.string('请选择故障原因').min(1, '请选择故障原因').max(20),
    /** The name of the cause at that time; written by the server. */
    causeLabel: z.string().optional(),
    parts: z.array(part).max(mostParts, `最多 ${mostParts} 种部件`).optional(),
    photos: photoNames.optional(),
    /** Did it stop the car; absent where the person does not say, and then code and phenomenon decide (`stopsCar`). */
    stopsCar: z.boolean('请选择是否停梯').optional(),
    /** The call for help that it caused, as far as the person knows of one. */
    rescueOrderId: z.number('请选择救援单').int().positive('请选择救援单').optional(),
    note: remark,
  }),
  /** The device no longer reports it. */
  'fault.cleared': z.object({ code: z.string() }),
  /** The lift works again, as a person says. While the device still reports the fault, a word why is needed. */
  'fault.confirmed': z.object({ note: remark }),
  'fault.judgedFalse': z.object({ reason: requiredReason('误报原因') }),
  'fault.reopened': z.object({ reason: requiredReason('重新打开的原因') }),
  'fault.commented': exceptionComment,
  'fault.hidden': exceptionHidden,
  'fault.deadlinePassed': z.object({ kind: z.literal('handle') }),
} as const;

/** The Chinese name of each step, and who may take it. */
export const faultSteps = {
  'fault.occurred': { label: '发生故障', by: 'server' },
  'fault.repeated': { label: '再次报告', by: 'server' },
  'fault.accepted': { label: '受理', by: 'exception.handle' },
  'fault.arrived': { label: '到场', by: 'exception.handle' },
  'fault.repaired': { label: '修复', by: 'exception.handle' },
  'fault.cleared': { label: '设备报告消除', by: 'server' },
  'fault.confirmed': { label: '确认恢复', by: 'exception.handle' },
  'fault.judgedFalse': { label: '判定误报', by: 'exception.handle' },
  'fault.reopened': { label: '重新打开', by: 'exception.handle' },
  'fault.commented': { label: '评论', by: 'exception.view' },
  'fault.hidden': { label: '删除', by: 'exception.delete' },
  'fault.deadlinePassed': { label: '记录超时', by: 'server' },
} as const satisfies StepsOf<typeof faultEvents>;

export type FaultEvent = FactOf<typeof faultEvents>;
