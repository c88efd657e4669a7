import { scheduleWords } from '../../../contract/rules/ruleWords.ts';
import type { SlotProps } from './editorTools.ts';
import { SchedulePicker } from './SchedulePicker.tsx';
import { Slot } from './Slot.tsx';

/** The times at which a rule is in force. */
export function TimeSlot({ body, tools, onChange }: SlotProps) {
  return (
    <Slot
      label="时间"
      words={scheduleWords(body.when.schedule)}
      placeholder="任何时间"
      isDisabled={tools.isReadOnly}
      problems={tools.problemsOf('when.schedule')}
    >
      <SchedulePicker
        schedule={body.when.schedule}
        onChange={(schedule) => onChange({ when: { ...body.when, schedule } })}
      />
    </Slot>
  );
}
