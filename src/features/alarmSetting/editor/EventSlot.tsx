import { listenSchema, type Listen } from '../../../contract/rules/alarmRule.ts';
import { keysOf } from '../../../contract/exceptions.ts';
import { alarmPriorityLabels } from '../../../contract/labels.ts';
import { listensWords } from '../../../contract/rules/ruleWords.ts';
import { Checks, type CheckGroup } from './Checks.tsx';
import type { SlotProps } from './editorTools.ts';
import { Slot } from './Slot.tsx';

const sourceTitles = { alarm: '报警', code: '设备消息码', device: '设备状态', exception: '异常记录' } as const;
const keyOf = ({ source, value, phase }: { source: string; value: string; phase: string }): string =>
  `${source}:${value}:${phase}`;
const listenOf = (key: string): readonly Listen[] => {
  const [source, value, phase] = key.split(':');
  const parsed = listenSchema.safeParse({ source, value, phase });
  return parsed.success ? [parsed.data] : [];
};
const levels = [1, 2, 3] as const;

/** The events and levels that a rule listens to. */
export function EventSlot({ body, tools, onChange }: SlotProps) {
  const { when } = body;
  const groups: readonly CheckGroup[] = keysOf(sourceTitles).map((source) => ({
    title: sourceTitles[source],
    options: (tools.choices?.listens ?? [])
      .filter((listen) => listen.source === source)
      .map((listen) => ({ value: keyOf(listen), label: listen.label })),
  }));
  const level = when.levels.map((one) => alarmPriorityLabels[one]).join('、');
  return (
    <Slot
      label="事件"
      words={body.listens.length === 0 ? '' : `${listensWords(body.listens)}${level === '' ? '' : `（${level}）`}`}
      placeholder="请选择事件"
      isRequired
      isWide
      isDisabled={tools.isReadOnly}
      problems={tools.problemsOf('listens', 'when.levels')}
    >
      {tools.choices === null ? (
        <p className="rule-quiet">正在读取可选的事件…</p>
      ) : (
        <Checks
          label="事件"
          groups={groups}
          chosen={body.listens.map(keyOf)}
          onChange={(keys) => onChange({ listens: keys.flatMap(listenOf) })}
        />
      )}
      <Checks
        label="级别"
        groups={[
          {
            title: '只看这些级别（不选为全部）',
            options: levels.map((one) => ({ value: String(one), label: alarmPriorityLabels[one] })),
          },
        ]}
        chosen={when.levels.map(String)}
        onChange={(keys) => onChange({ when: { ...when, levels: levels.filter((one) => keys.includes(String(one))) } })}
      />
    </Slot>
  );
}
