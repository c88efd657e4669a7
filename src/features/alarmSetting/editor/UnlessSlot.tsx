import type { RuleBody } from '../../../contract/rules/alarmRule.ts';
import { alarmKindLabels, alarmKinds } from '../../../contract/labels.ts';
import { unlessWords } from '../../../contract/rules/ruleWords.ts';
import { Switch } from '../../../ui/form/Switch.tsx';
import { Checks } from './Checks.tsx';
import type { SlotProps } from './editorTools.ts';
import { Slot } from './Slot.tsx';

/** The conditions that keep a rule from firing. */
export function UnlessSlot({ body, tools, onChange }: SlotProps) {
  const { unless } = body;
  const change = (part: Partial<RuleBody['unless']>): void => onChange({ unless: { ...unless, ...part } });
  return (
    <Slot
      label="除外"
      words={unlessWords(unless).join('，')}
      placeholder="没有除外"
      isDisabled={tools.isReadOnly}
      problems={tools.problemsOf('unless')}
    >
      <div className="rule-picker">
        <p className="rule-quiet">满足下列任一情况时不触发。紧急级别的报警不受影响。</p>
        <Switch label="电梯在维保中" isOn={unless.maintenance} onChange={(maintenance) => change({ maintenance })} />
        <Switch
          label="小区多台电梯停电"
          isOn={unless.power_cut}
          onChange={(powerCut) => change({ power_cut: powerCut })}
        />
        <Switch label="设备离线" isOn={unless.offline} onChange={(offline) => change({ offline })} />
        <Checks
          label="未结束的报警"
          groups={[
            {
              title: '同一电梯已有未结束的报警',
              options: alarmKinds.map((kind) => ({ value: kind, label: alarmKindLabels[kind] })),
            },
          ]}
          chosen={unless.open_kinds}
          onChange={(chosen) => change({ open_kinds: alarmKinds.filter((kind) => chosen.includes(kind)) })}
        />
      </div>
    </Slot>
  );
}
