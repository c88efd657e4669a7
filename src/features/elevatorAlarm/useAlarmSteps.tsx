import { useState, type ReactNode } from 'react';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { createRequestId } from '../../ui/form/createRequestId.ts';
import type { AlarmSources, AlarmStep, Handled } from './alarmSources.ts';
import type { AlarmTarget } from './alarmTargets.ts';
import { CompleteDialog, JudgeFalseDialog, ShelveDialog } from './StepDialogs.tsx';

export type StepName = AlarmStep['event'];

const doneWords: Readonly<Record<StepName, string>> = {
  'alarm.acknowledged': '已确认',
  'alarm.shelved': '已搁置',
  'alarm.unshelved': '已取消搁置',
  'alarm.completed': '已完成',
  'alarm.judgedFalse': '已判定误报',
};

/** The outcome of a step on several alarms, some of which refused it. */
export interface PartlyDone extends Handled {
  readonly word: string;
}

interface Begun {
  readonly event: StepName;
  readonly target: AlarmTarget;
  readonly requestId: string;
}

export interface AlarmSteps {
  /** Takes a step, immediately or after its form. Failures are shown. */
  readonly begin: (event: StepName, target: AlarmTarget) => void;
  readonly dialog: ReactNode;
  readonly partlyDone: PartlyDone | null;
  readonly forgetPartlyDone: () => void;
}

/** The steps a person takes on alarms: their forms and the messages afterwards. `onDone` gets the ids that refused. */
export function useAlarmSteps(
  sources: Pick<AlarmSources, 'handle' | 'handleSeveral'>,
  notify: FeatureDeps['notify'],
  readNowMs: () => number,
  onDone: (refusedIds: readonly number[]) => void = () => undefined,
): AlarmSteps {
  const [begun, setBegun] = useState<Begun | null>(null);
  const [partlyDone, setPartlyDone] = useState<PartlyDone | null>(null);

  const take = async ({ target, requestId }: Begun, step: AlarmStep): Promise<void> => {
    const word = doneWords[step.event];
    if (target.kind === 'one' || step.event === 'alarm.judgedFalse') {
      const id = target.kind === 'one' ? target.id : target.ids[0];
      if (id !== undefined) await sources.handle(id, step, requestId);
      notify.success(`${word}：${target.label}`);
      onDone([]);
    } else {
      const answer = await sources.handleSeveral(target.ids, step, requestId);
      setPartlyDone(answer.refused.length === 0 ? null : { ...answer, word });
      if (answer.refused.length === 0) notify.success(`${word} ${answer.handled} 条报警`);
      onDone(answer.refused.map(({ id }) => id));
    }
    setBegun(null);
  };

  const begin = (event: StepName, target: AlarmTarget): void => {
    const wish = { event, target, requestId: createRequestId() };
    if (event !== 'alarm.acknowledged' && event !== 'alarm.unshelved') return setBegun(wish);
    take(wish, { event, data: {} }).catch((error: unknown) =>
      notify.error(error instanceof Error && error.message !== '' ? error.message : '操作失败，请稍后重试'),
    );
  };

  const dialogOf = (wish: Begun): ReactNode => {
    const common = { label: wish.target.label, onClose: () => setBegun(null) };
    switch (wish.event) {
      case 'alarm.shelved':
        return (
          <ShelveDialog
            {...common}
            readNowMs={readNowMs}
            onSubmit={(data) => take(wish, { event: 'alarm.shelved', data })}
          />
        );
      case 'alarm.completed':
        return <CompleteDialog {...common} onSubmit={(data) => take(wish, { event: 'alarm.completed', data })} />;
      case 'alarm.judgedFalse':
        return <JudgeFalseDialog {...common} onSubmit={(data) => take(wish, { event: 'alarm.judgedFalse', data })} />;
      default:
        return null;
    }
  };
  return {
    begin,
    dialog: begun === null ? null : dialogOf(begun),
    partlyDone,
    forgetPartlyDone: () => setPartlyDone(null),
  };
}
