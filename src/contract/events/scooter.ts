import * as z from 'zod';
import { photoNames } from '../photoNames.ts';
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

/** Events of the stream `scooter-<exception id>`: an electric scooter in a car (exception type 2). */
export const scooterEvents = {
  /** `isDoorHeld`: the camera says at once that it holds the door. */
  'scooter.detected': z.object({ ...exceptionOpening, isDoorHeld: z.boolean() }),
  'scooter.repeated': exceptionRepeat,
  /** The camera holds the door. */
  'scooter.holdAcknowledged': z.object({}),
  'scooter.visited': z.object({ note: remark }),
  /** A person moved it out. Where the door is held, the lift still has to be released. */
  'scooter.removed': z.object({ note: remark, photos: photoNames.optional() }),
  /** The camera sees it no longer, or no longer holds the door. */
  'scooter.cleared': z.object({}),
  /** The lift serves again after the scooter was moved out. */
  'scooter.released': z.object({ note: remark }),
  /** A wrong hold is ended from the desk, for instance of a wheelchair. */
  'scooter.remotelyReleased': z.object({ reason: requiredReason('远程解除的原因') }),
  'scooter.judgedFalse': z.object({ reason: requiredReason('误报原因') }),
  'scooter.commented': exceptionComment,
  'scooter.hidden': exceptionHidden,
  'scooter.deadlinePassed': z.object({ kind: z.literal('handle') }),
} as const;

/** The Chinese name of each step, and who may take it. */
export const scooterSteps = {
  'scooter.detected': { label: '发现电动车', by: 'server' },
  'scooter.repeated': { label: '再次报告', by: 'server' },
  'scooter.holdAcknowledged': { label: '保持梯门', by: 'server' },
  'scooter.visited': { label: '到场', by: 'exception.handle' },
  'scooter.removed': { label: '移出', by: 'exception.handle' },
  'scooter.cleared': { label: '设备报告消除', by: 'server' },
  'scooter.released': { label: '恢复运行', by: 'exception.handle' },
  'scooter.remotelyReleased': { label: '远程解除', by: 'scooter.release' },
  'scooter.judgedFalse': { label: '判定误报', by: 'exception.handle' },
  'scooter.commented': { label: '评论', by: 'exception.view' },
  'scooter.hidden': { label: '删除', by: 'exception.delete' },
  'scooter.deadlinePassed': { label: '记录超时', by: 'server' },
} as const satisfies StepsOf<typeof scooterEvents>;

export type ScooterEvent = FactOf<typeof scooterEvents>;
