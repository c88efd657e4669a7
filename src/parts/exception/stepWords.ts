import type { ExceptionRow } from '../../contract/entities/exception.ts';
import type { FormEvent } from './exceptionSteps.ts';

/** The words of a step's form, wherever it is filled in. */
export interface StepWords {
  readonly submitLabel: string;
  /** The consequence of the step, or what must be known before it. */
  readonly intro?: string;
  /** The label of the reason that the step needs; a step without one takes a remark. */
  readonly reason?: string;
  /** The remark is needed, too. */
  readonly needsRemark?: true;
}

/** The lifecycle no longer allows the step whose form is open. */
export const stepGone = '状态已变化，这一步不能再提交。请关闭表单，按现在可进行的操作继续。';

export function stepWords(event: FormEvent, row: Pick<ExceptionRow, 'active' | 'door_held'>): StepWords {
  switch (event) {
    case 'fault.repaired':
      return {
        submitLabel: '登记修复',
        ...(row.active ? { intro: '设备仍在报告该故障。登记后等待设备消除；若继续报告，请在备注中说明。' } : {}),
      };
    case 'fault.confirmed':
      return {
        submitLabel: '确认恢复',
        ...(row.active
          ? { intro: '设备仍在报告该故障。如已在现场确认恢复，请填写说明。', needsRemark: true as const }
          : {}),
      };
    case 'fault.reopened':
      return {
        submitLabel: '重新打开',
        intro: '重新打开后回到待受理，原来的修复记录保留在时间线中。',
        reason: '重新打开的原因',
      };
    case 'fault.judgedFalse':
    case 'scooter.judgedFalse':
      return { submitLabel: '判定误报', reason: '误报原因' };
    case 'scooter.removed':
      return {
        submitLabel: '登记移出',
        ...(row.door_held ? { intro: '梯门仍由摄像机保持，移出后还须恢复运行。' } : {}),
      };
    case 'scooter.released':
      return { submitLabel: '恢复运行' };
    case 'scooter.remotelyReleased':
      return {
        submitLabel: '远程解除',
        intro: '解除后梯门立即关闭，电梯恢复运行。请先通过视频或对讲确认轿厢内没有电动车。',
        reason: '远程解除的原因',
      };
    case 'incident.closed':
      return { submitLabel: '关闭事件' };
  }
}
