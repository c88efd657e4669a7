import { useState } from 'react';
import { ruleActionLabels, type RuleAction, type RuleActionNo } from '../../../contract/rules/alarmRule.ts';
import { actionLabel } from '../../../contract/rules/ruleWords.ts';
import { IconButton } from '../../../ui/IconButton/IconButton.tsx';
import { ActionPicker } from './ActionPicker.tsx';
import type { EditorTools, SlotProps } from './editorTools.ts';
import { Slot } from './Slot.tsx';

const common = { delay_seconds: 0, only_if: 'always' } as const;
const newAction: Readonly<Record<RuleActionNo, RuleAction>> = {
  1: { no: 1, channels: ['voice'], to: [], require_key: false, ...common },
  2: { no: 2, channels: ['wechat'], to: [], ...common },
  4: { no: 4, ...common },
  5: { no: 5, due_in_days: 3, ...common },
  6: { no: 6, type: 3, phenomenon: null, kind: null, level: null, ...common },
  7: { no: 7, to: [], ring: false, ...common },
};
const bindable = ([1, 2, 4, 5, 6, 7] as const).map((no) => ({ no, action: newAction[no] }));
const mostActions = 10;

/** The kinds of actions that work, each new one as it starts. */
function ActionOffer({ tools, onTake }: { tools: EditorTools; onTake: (action: RuleAction) => void }) {
  return (
    <ul className="rule-actions__offer">
      {bindable
        .filter(({ no }) => (tools.choices?.actions.find((choice) => choice.no === no)?.problem ?? '') === '')
        .map(({ no, action }) => (
          <li key={no}>
            <button type="button" onClick={() => onTake(action)}>
              {no} {ruleActionLabels[no]}
            </button>
          </li>
        ))}
    </ul>
  );
}

/** The actions: each action a slot, and one to add another. */
export function ActionSlots({ body, tools, onChange }: SlotProps) {
  const { actions } = body;
  const [added, setAdded] = useState<number | null>(null);
  const set = (next: readonly RuleAction[]): void => onChange({ actions: [...next] });
  return (
    <ol className="rule-actions">
      {actions.map((action, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- actions have no identity but their place
        <li key={`${index}-${action.no}-${actions.length}`}>
          <Slot
            label={`动作 ${index + 1}`}
            words={actionLabel(action, tools.names)}
            placeholder=""
            isRequired
            isWide
            startsOpen={added === index}
            isDisabled={tools.isReadOnly}
            problems={tools.problemsOf(`actions.${index}`)}
          >
            <ActionPicker
              action={action}
              tools={tools}
              onChange={(next) => set(actions.map((one, at) => (at === index ? next : one)))}
            />
          </Slot>
          {!tools.isReadOnly && (
            <IconButton
              size="small"
              icon="trash"
              label={`删除动作 ${index + 1}`}
              onClick={() => {
                setAdded(null);
                set(actions.filter((_, at) => at !== index));
              }}
            />
          )}
        </li>
      ))}
      {!tools.isReadOnly && actions.length < mostActions && (
        // A new one each time, so that the offer closes when an action was taken from it.
        <li key={`add-${actions.length}`}>
          <Slot
            label="添加动作"
            words=""
            placeholder={actions.length === 0 ? '请选择动作' : '再加一个动作'}
            isRequired={actions.length === 0}
            isDisabled={false}
            problems={tools.problemsOf('actions')}
          >
            <ActionOffer
              tools={tools}
              onTake={(action) => {
                setAdded(actions.length);
                set([...actions, action]);
              }}
            />
          </Slot>
        </li>
      )}
    </ol>
  );
}
