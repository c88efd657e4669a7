import { longestLookBackSeconds } from '../../../contract/rules/alarmRule.ts';
import { cooldownWords, recoveryWords } from '../../../contract/rules/ruleWords.ts';
import { Switch } from '../../../ui/form/Switch.tsx';
import { Choice } from '../Choice.tsx';
import { DurationPicker } from './DurationPicker.tsx';
import type { SlotProps } from './editorTools.ts';
import { perOptions } from './perOptions.ts';
import { Slot } from './Slot.tsx';

const usualCooldown = { seconds: 1_800, per: 'community' } as const;

/** The settings for the time after a firing: how soon the next one counts, and whether the end is reported. */
export function AfterSlot({ body, tools, onChange }: SlotProps) {
  const { cooldown, recovery } = body;
  const words = [cooldownWords(cooldown), recoveryWords(recovery)].filter((part) => part !== '').join('；');
  return (
    <Slot
      label="之后"
      words={words}
      placeholder="每次都执行，不通知恢复"
      isDisabled={tools.isReadOnly}
      problems={tools.problemsOf('cooldown', 'recovery')}
    >
      <div className="rule-picker">
        <Switch
          label="一段时间内只通知一次"
          isOn={cooldown !== null}
          onChange={(isOn) => onChange({ cooldown: isOn ? usualCooldown : null })}
        />
        {cooldown !== null && (
          <>
            <DurationPicker
              label="冷却时间"
              seconds={cooldown.seconds}
              leastSeconds={1}
              mostSeconds={longestLookBackSeconds}
              onChange={(seconds) => onChange({ cooldown: { ...cooldown, seconds } })}
            />
            <Choice
              label="按什么合并"
              value={cooldown.per}
              options={perOptions}
              onChange={(per) => onChange({ cooldown: { ...cooldown, per } })}
            />
          </>
        )}
        <Switch
          label="全部消除后通知恢复"
          isOn={recovery !== null}
          onChange={(isOn) => onChange({ recovery: isOn ? { after_seconds: 60 } : null })}
        />
        {recovery !== null && (
          <DurationPicker
            label="消除后等待"
            seconds={recovery.after_seconds}
            mostSeconds={3_600}
            onChange={(seconds) => onChange({ recovery: { after_seconds: seconds } })}
          />
        )}
      </div>
    </Slot>
  );
}
