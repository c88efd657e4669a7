import { longestLookBackSeconds, type RuleBody } from '../../../contract/rules/alarmRule.ts';
import { durationOf, repeatWords } from '../../../contract/rules/ruleWords.ts';
import { Stepper } from '../../../ui/form/Stepper.tsx';
import { Choice } from '../Choice.tsx';
import { DurationPicker } from './DurationPicker.tsx';
import type { SlotProps } from './editorTools.ts';
import { OptionalDuration } from './OptionalDuration.tsx';
import { perOptions } from './perOptions.ts';
import { Slot } from './Slot.tsx';

const usualRepeat = { times: 3, within_seconds: 600, per: 'lift' } as const;

/** The number of times, and the period, for which something must happen before it counts. */
export function CountSlot({ body, tools, onChange }: SlotProps) {
  const { when } = body;
  const { repeat } = when;
  const change = (part: Partial<RuleBody['when']>): void => onChange({ when: { ...when, ...part } });
  const often = repeatWords(when);
  const held = when.held_seconds === 0 ? '' : `持续 ${durationOf(when.held_seconds)}`;
  return (
    <Slot
      label="次数"
      words={[often, held].filter((words) => words !== '').join('，')}
      placeholder="每次发生"
      isDisabled={tools.isReadOnly}
      problems={tools.problemsOf('when.repeat', 'when.held_seconds')}
    >
      <div className="rule-picker">
        <Choice
          label="多少次才算"
          value={repeat === null ? 'each' : 'several'}
          options={[
            { value: 'each', label: '每次发生' },
            { value: 'several', label: '一段时间内发生多次' },
          ]}
          onChange={(choice) => change({ repeat: choice === 'each' ? null : usualRepeat })}
        />
        {repeat !== null && (
          <>
            <div className="rule-picker__row">
              <Stepper
                label="次数"
                value={repeat.times}
                min={2}
                max={1_000}
                unit="次，在"
                onChange={(times) => change({ repeat: { ...repeat, times } })}
              />
              <DurationPicker
                label="统计时间"
                seconds={repeat.within_seconds}
                leastSeconds={1}
                mostSeconds={longestLookBackSeconds}
                onChange={(within) => change({ repeat: { ...repeat, within_seconds: within } })}
              />
              <span>内</span>
            </div>
            <Choice
              label="按什么统计"
              value={repeat.per}
              options={perOptions}
              onChange={(per) => change({ repeat: { ...repeat, per } })}
            />
          </>
        )}
        <OptionalDuration
          label="须持续一段时间"
          durationLabel="持续时间"
          seconds={when.held_seconds}
          usualSeconds={300}
          mostSeconds={longestLookBackSeconds}
          onChange={(seconds) => change({ held_seconds: seconds })}
        />
      </div>
    </Slot>
  );
}
