import { Button } from '../../ui/Button/Button.tsx';
import { IconButton } from '../../ui/IconButton/IconButton.tsx';
import type { BoardView } from './alarmSources.ts';
import { selectedNum, type Selection } from './alarmTargets.ts';
import { stepButtons } from './stepsOfDetail.ts';
import type { PartlyDone, StepName } from './useAlarmSteps.tsx';

/** The steps that are harmless for many alarms at once. */
const stepsOf: Readonly<Record<BoardView, readonly StepName[]>> = {
  todo: ['alarm.acknowledged', 'alarm.shelved', 'alarm.completed'],
  shelved: ['alarm.unshelved', 'alarm.completed'],
  suppressed: ['alarm.acknowledged', 'alarm.shelved', 'alarm.completed'],
};

interface BulkBarProps {
  view: BoardView;
  selection: Selection;
  isBusy: boolean;
  onStep: (event: StepName) => void;
  onClear: () => void;
}

/** The steps for all selected alarms. It keeps its place with nothing selected, so that no line moves. */
export function BulkBar({ view, selection, isBusy, onStep, onClear }: BulkBarProps) {
  const num = selectedNum(selection);
  const buttons = stepButtons(stepsOf[view]);
  return (
    <div className="ea-bulk" role="group" aria-label="批量处理" data-idle={num === 0 || undefined}>
      {num === 0 ? (
        <span>勾选后可批量{buttons.map(({ label }) => label).join('、')}；紧急报警须逐条处理。</span>
      ) : (
        <>
          <b>已选 {num.toLocaleString('zh-CN')} 条</b>
          {buttons.map(({ event, label, icon }) => (
            <Button key={event} size="small" icon={icon} disabled={isBusy} onClick={() => onStep(event)}>
              {label}
            </Button>
          ))}
          <Button size="small" variant="plain" onClick={onClear}>
            取消选择
          </Button>
        </>
      )}
    </div>
  );
}

const shownRefusals = 5;

/** A step on several alarms that some refused: how many were handled, and why the others were not. */
export function PartlyDoneNote({ result, onClose }: { result: PartlyDone; onClose: () => void }) {
  const { handled, refused, word } = result;
  return (
    <div className="ea-partly" role="alert">
      <div>
        <b>
          {word} {handled} 条，{refused.length} 条未处理
        </b>
        <ul>
          {refused.slice(0, shownRefusals).map(({ id, message }) => (
            <li key={id}>
              报警 {id}：{message}
            </li>
          ))}
          {refused.length > shownRefusals && <li>另有 {refused.length - shownRefusals} 条</li>}
        </ul>
      </div>
      <IconButton icon="times" label="关闭" size="small" onClick={onClose} />
    </div>
  );
}
