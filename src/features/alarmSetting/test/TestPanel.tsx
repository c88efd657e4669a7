import { Button } from '../../../ui/Button/Button.tsx';
import { Icon } from '../../../ui/Icon/Icon.tsx';
import { Panel } from '../../../ui/Panel/Panel.tsx';
import { Choice } from '../Choice.tsx';
import type { TestDays, TestView } from '../testRunner.ts';
import { daysLabels, TestResultView } from './TestResultView.tsx';

interface TestPanelProps {
  view: TestView;
  days: TestDays;
  onDays: (days: TestDays) => void;
  onStart: () => void;
  onCancel: () => void;
  /** The content has changed since the result shown. */
  isOutdated: boolean;
}

const dayOptions = ([7, 30, 90] as const).map((value) => ({ value, label: daysLabels[value] }));

/** Asks how often the rule would have fired, and shows the answer. */
export function TestPanel({
  view: { run, shown, former },
  days,
  onDays,
  onStart,
  onCancel,
  isOutdated,
}: TestPanelProps) {
  const isRunning = run.kind === 'running';
  const percent = isRunning ? Math.round(run.progress * 100) : 0;
  return (
    <Panel
      title="试跑：会触发几次"
      icon="history"
      actions={
        isRunning ? (
          <Button size="small" icon="times" onClick={onCancel}>
            取消试跑
          </Button>
        ) : (
          <Button size="small" icon="play" onClick={onStart}>
            试跑
          </Button>
        )
      }
    >
      <div className="rule-test">
        <Choice label="试跑的时间" value={days} options={dayOptions} onChange={onDays} />
        {isRunning && (
          <p className="rule-test__progress">
            <progress className="ti-progress" aria-label="试跑进度" max={100} value={percent} />
            {percent}%
          </p>
        )}
        {run.kind === 'cancelled' && <p className="rule-quiet">试跑已取消。</p>}
        {run.kind === 'failed' && (
          <p className="ti-form-error" role="alert">
            <Icon name="exclamation-circle" />
            <span>试跑没有完成：{run.message}</span>
          </p>
        )}
        {shown === null ? (
          run.kind !== 'running' && (
            <p className="rule-quiet">
              用已存的事件重算这条规则：会触发几次、什么时候、通知谁。试跑不执行任何动作，也不通知任何人。
            </p>
          )
        ) : (
          <div data-stale={isRunning || isOutdated || undefined}>
            {isOutdated && !isRunning && (
              <p className="rule-result__warn" role="note">
                <Icon name="info-circle" />
                规则已修改，下面是修改前的结果。
              </p>
            )}
            <TestResultView shown={shown} former={former} />
          </div>
        )}
      </div>
    </Panel>
  );
}
