import {
  countedPerLabels,
  ruleDeviceLabels,
  ruleExceptionLabels,
  rulePhaseLabels,
} from '../../../src/contract/rules/alarmRule.ts';
import { alarmKindLabels } from '../../../src/contract/labels.ts';
import { meaningOf } from '../../../src/contract/messageCodes.ts';
import type { CompiledRule } from './compileRule.ts';
import type { RuleEvent } from './ruleEvent.ts';

const labels: Readonly<Record<string, string>> = { ...alarmKindLabels, ...ruleDeviceLabels, ...ruleExceptionLabels };

/** 长时间开门, 电梯超速消除, 01 安全回路断路: what happened, as a reason names it. */
export function wordsOf({ source, value, phase }: Pick<RuleEvent, 'source' | 'value' | 'phase'>): string {
  const name = source === 'code' ? `${value} ${meaningOf(value)?.label ?? '未知代码'}` : (labels[value] ?? value);
  const said: Readonly<Record<string, string>> = rulePhaseLabels;
  return phase === 'raised' || source === 'device' ? name : `${name}${said[phase] ?? ''}`;
}

/** 10 分钟, 90 秒, 2 小时 */
function durationWords(seconds: number): string {
  if (seconds % 3_600 === 0) return `${seconds / 3_600} 小时`;
  return seconds % 60 === 0 ? `${seconds / 60} 分钟` : `${seconds} 秒`;
}

/** Returns the reason for a firing: 10 分钟内同一电梯 3 次长时间开门. `times`: how often it was counted. */
export function reasonOf(
  { body: { when, recovery } }: CompiledRule,
  event: RuleEvent,
  { kind, times, gathered, isFloor }: ReasonFacts,
): string {
  if (kind === 'recovered') {
    const { after_seconds = 0 } = recovery ?? {};
    return after_seconds === 0 ? '已恢复' : `已恢复 ${durationWords(after_seconds)}`;
  }
  const what = wordsOf(event);
  if (isFloor) return `${what}（紧急，立即触发）`;
  const held = when.held_seconds === 0 ? what : `${what}持续 ${durationWords(when.held_seconds)}`;
  const counted =
    when.repeat === null
      ? held
      : `${durationWords(when.repeat.within_seconds)}内${countedPerLabels[when.repeat.per]} ${times} 次${held}`;
  return gathered === 0 ? counted : `${counted}，此前冷却期内另有 ${gathered} 次未单独触发`;
}

export interface ReasonFacts {
  readonly kind: 'fired' | 'recovered';
  readonly times: number;
  readonly gathered: number;
  readonly isFloor: boolean;
}
