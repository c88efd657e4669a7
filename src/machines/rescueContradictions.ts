import { rescueCompletion, type RescueEvent } from '../contract/events/rescue.ts';
import {
  rescueResultSchema,
  resultProblems,
  type ResultChanges,
  type ResultField,
} from '../contract/events/rescueResult.ts';
import { arrivalBoundsText, minuteOf } from '../contract/statedTime.ts';
import type { FieldErrors } from '../contract/envelope.ts';
import type { RescueSnapshot } from './rescueOrderMachine.ts';
import type { RescueContext } from './rescueContext.ts';

type FieldProblems = FieldErrors['errors'];

/** Returns the present values of the fields that a correction changes; fields that nobody has filled in are left out. */
export function resultBefore({ result, releasedNum }: RescueContext, changes: ResultChanges): ResultChanges {
  const known: ResultChanges = { ...result, ...(releasedNum === null ? {} : { releasedNum }) };
  const changed = (field: string): boolean => field in changes;
  return Object.fromEntries(Object.entries(known).filter(([field]) => changed(field)));
}

const at = (field: ResultField | undefined, message: string) => ({
  field: field === undefined ? 'changes' : `changes.${field}`,
  message,
});

function ofCorrection(state: RescueSnapshot, changes: ResultChanges): FieldProblems {
  const { context } = state;
  // A row written before results were kept; the rebuild after an upgrade adds the result.
  if (context.result === null && state.matches('completed')) return [at(undefined, '历史记录正在整理，请稍后再更正')];
  if (state.matches('falseCall') && changes.wasTrapped !== true)
    return [at('wasTrapped', '该单判定为误报；只有确有人员被困时才需要更正')];
  const { releasedNum = context.releasedNum, ...changedResult } = changes;
  const corrected = rescueResultSchema.safeParse({ ...context.result, ...changedResult });
  if (!corrected.success)
    return corrected.error.issues.map(({ path, message }) => ({ field: `changes.${path.join('.')}`, message }));
  const before: Readonly<Record<string, unknown>> = resultBefore(context, changes);
  if (Object.entries(changes).every(([field, value]) => before[field] === value))
    return [at(undefined, '与原记录相同，请至少更正一项')];
  return resultProblems({ ...corrected.data, releasedNum }).map(({ field, message }) => at(field, message));
}

function ofArrival({ raisedAtMs }: RescueContext, statedAtMs: number | undefined, nowMs: number): FieldProblems {
  if (statedAtMs === undefined) return [];
  const isPossible = statedAtMs >= minuteOf(raisedAtMs) && statedAtMs <= nowMs;
  return isPossible ? [] : [{ field: 'statedAtMs', message: arrivalBoundsText(raisedAtMs, nowMs) }];
}

/** Returns the contradictions between a new event of an order and its stream. */
export function rescueContradictions(state: RescueSnapshot, event: RescueEvent): FieldProblems {
  const { releasedNum } = state.context;
  switch (event.type) {
    case 'rescue.completed': {
      const checked = rescueCompletion(releasedNum).safeParse(event.data);
      return checked.success
        ? []
        : checked.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
    }
    case 'rescue.arrived':
      return ofArrival(state.context, event.data.statedAtMs, event.receivedAtMs);
    case 'rescue.judgedFalse':
      return releasedNum === null || releasedNum === 0
        ? []
        : [{ field: 'reason', message: `已登记脱困 ${releasedNum} 人，不能判定为误报，请填写“完成”` }];
    case 'rescue.corrected':
      return ofCorrection(state, event.data.changes);
    default:
      return [];
  }
}
