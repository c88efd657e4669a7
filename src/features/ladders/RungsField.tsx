import { useState } from 'react';
import { useController, useFormState, useWatch, type Control } from 'react-hook-form';
import { rungModeLabels, rungSchema } from '../../contract/rules/ladder.ts';
import { notifyChannelLabels, providerChannels } from '../../contract/notificationWords.ts';
import { rungWhoSchema, type RungWho } from '../../contract/rules/recipients.ts';
import { MultiSelectField } from '../../ui/form/MultiSelectField.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { SwitchField } from '../../ui/form/SwitchField.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { IconButton } from '../../ui/IconButton/IconButton.tsx';
import { LookupInput } from '../../ui/Select/LookupInput.tsx';
import { Select } from '../../ui/Select/Select.tsx';
import type { SearchOptions } from '../../ui/Select/useLookup.ts';
import { whoChoices, whoKey, whoLabel } from './whoWords.ts';
import './ladders.css';

export interface NamedPerson {
  readonly id: number;
  readonly name: string;
}

interface RungsFieldProps {
  control: Control;
  people: readonly NamedPerson[];
  searchPeople: SearchOptions<number>;
}

const channelOptions = providerChannels.map((value) => ({ value, label: notifyChannelLabels[value] }));
const modeOptions = (['inTurn', 'together'] as const).map((value) => ({ value, label: rungModeLabels[value] }));
const whoOptions = whoChoices.map(({ who, label }) => ({ value: whoKey(who), label }));
const whenWords = [
  '呼叫发生时（值班台同时响铃）',
  '第一个升级时间仍无人受理',
  '第二个升级时间仍无人受理',
  '第三个升级时间仍无人受理',
];
const whoList = rungWhoSchema.array();

/** The rungs of a new ladder. */
export const emptyRungs = [0, 1, 2, 3].map((index) => rungSchema.parse({ skip_if_empty: index > 0 }));

/** The four rounds of a ladder, one card each. */
export function RungsField({ control, people, searchPeople }: RungsFieldProps) {
  const { errors } = useFormState({ control, name: 'rungs' });
  const problem = errors['rungs']?.message ?? errors['rungs']?.root?.message;
  return (
    <div className="ladder-rungs">
      {whenWords.map((when, index) => (
        <RungCard key={when} {...{ control, people, searchPeople, when, index }} />
      ))}
      {typeof problem === 'string' && (
        <p className="ti-field__error" role="alert">
          <Icon name="exclamation-circle" />
          {problem}
        </p>
      )}
    </div>
  );
}

function RungCard({ control, people, searchPeople, when, index }: RungsFieldProps & { when: string; index: number }) {
  const mode: unknown = useWatch({ control, name: `rungs.${index}.mode` });
  return (
    <fieldset className="ti-frame ladder-rung">
      <legend>
        第 {index} 轮<span>{when}</span>
      </legend>
      <WhoSlots control={control} name={`rungs.${index}.who`} people={people} searchPeople={searchPeople} />
      <MultiSelectField
        control={control}
        name={`rungs.${index}.channels`}
        label="渠道"
        options={channelOptions}
        hint="前一种发不出时改用下一种"
      />
      <div className="ladder-rung__how">
        <SelectField control={control} name={`rungs.${index}.mode`} label="方式" options={modeOptions} />
        {mode !== 'together' && (
          <NumberField
            control={control}
            name={`rungs.${index}.next_after_seconds`}
            label="无应答后换下一位"
            unit="秒"
          />
        )}
      </div>
      <SwitchField control={control} name={`rungs.${index}.skip_if_empty`} label="无人可通知时立即进入下一轮" />
    </fieldset>
  );
}

/** The people whom the round notifies, in order: the first is called first. */
function WhoSlots({
  control,
  name,
  people,
  searchPeople,
}: {
  control: Control;
  name: string;
  people: readonly NamedPerson[];
  searchPeople: SearchOptions<number>;
}) {
  const { field, fieldState } = useController({ control, name });
  const [chosen, setChosen] = useState<readonly NamedPerson[]>([]);
  const slots = whoList.catch([]).parse(field.value);
  const nameOf = (id: number): string => [...chosen, ...people].find((one) => one.id === id)?.name ?? `人员 ${id}`;
  const add = (who: RungWho): void => {
    if (!slots.some((slot) => whoKey(slot) === whoKey(who))) field.onChange([...slots, who]);
  };
  const moveUp = (at: number): void => {
    const moved = slots[at];
    if (moved === undefined) return;
    const others = slots.filter((_slot, place) => place !== at);
    field.onChange([...others.slice(0, at - 1), moved, ...others.slice(at - 1)]);
  };
  return (
    <div className="ladder-who">
      <span className="ladder-who__label">通知对象</span>
      {slots.length === 0 ? (
        <p className="ladder-who__none">除平台通知外不通知其他人</p>
      ) : (
        <ol aria-label="通知对象">
          {slots.map((who, at) => {
            const label = whoLabel(who, nameOf);
            return (
              <li key={whoKey(who)}>
                <span>{label}</span>
                {at > 0 && <IconButton icon="arrow-up" label={`提前 ${label}`} onClick={() => moveUp(at)} />}
                <IconButton
                  icon="times"
                  label={`移除 ${label}`}
                  onClick={() => field.onChange(slots.filter((slot) => slot !== who))}
                />
              </li>
            );
          })}
        </ol>
      )}
      <div className="ladder-who__add">
        <Select
          value={null}
          options={whoOptions}
          onChange={(value) => {
            const choice = whoChoices.find((one) => whoKey(one.who) === value);
            if (choice !== undefined) add(choice.who);
          }}
          label="添加岗位或电话"
          placeholder="添加岗位或电话"
        />
        <LookupInput
          value={null}
          onChange={(option) => {
            if (option === null) return;
            setChosen([...chosen, { id: option.value, name: option.label }]);
            add({ kind: 'person', person_id: option.value });
          }}
          search={searchPeople}
          label="添加人员"
          placeholder="添加人员"
        />
      </div>
      {fieldState.error?.message !== undefined && <p className="ti-field__error">{fieldState.error.message}</p>}
    </div>
  );
}
