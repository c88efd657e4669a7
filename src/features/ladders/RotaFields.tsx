import { useState } from 'react';
import { useController, useFieldArray, useFormState, useWatch, type Control } from 'react-hook-form';
import * as z from 'zod';
import { rotaFields } from '../../contract/rules/ladder.ts';
import { weekdayWord } from '../../contract/rules/rota.ts';
import { toWireTime } from '../../contract/time.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { FieldFrame } from '../../ui/form/FieldFrame.tsx';
import { MultiSelectField } from '../../ui/form/MultiSelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { IconButton } from '../../ui/IconButton/IconButton.tsx';
import { LookupInput } from '../../ui/Select/LookupInput.tsx';
import type { SearchOptions } from '../../ui/Select/useLookup.ts';
import type { NamedPerson } from './RungsField.tsx';
import { WeekGrid } from './WeekGrid.tsx';
import './ladders.css';

interface RotaFieldsProps {
  control: Control;
  people: readonly NamedPerson[];
  searchPeople: SearchOptions<number>;
  readNowMs?: () => number;
}

const dayOptions = [1, 2, 3, 4, 5, 6, 7].map((value) => ({ value, label: weekdayWord(value) }));
const ids = z.array(z.number());
/** The part of what is typed so far that can be drawn. */
const drawn = rotaFields.pick({ shifts: true, overrides: true });
const lastMinute = 60_000;

/** The weekly shifts and their exceptions, with the resulting week. */
export function RotaFields({ control, people, searchPeople, readNowMs = Date.now }: RotaFieldsProps) {
  const shifts = useFieldArray({ control, name: 'shifts' });
  const overrides = useFieldArray({ control, name: 'overrides' });
  const [typedShifts, typedOverrides]: readonly unknown[] = useWatch({ control, name: ['shifts', 'overrides'] });
  const { errors } = useFormState({ control });
  const [chosen, setChosen] = useState<readonly NamedPerson[]>([]);
  const known = [...chosen, ...people];
  const nameOf = (id: number): string => known.find((person) => person.id === id)?.name ?? `人员 ${id}`;
  const rota = drawn.safeParse({ shifts: typedShifts, overrides: typedOverrides });
  const [nowMs] = useState(readNowMs);
  const personProps = { control, searchPeople, nameOf, onKnown: (one: NamedPerson) => setChosen([...chosen, one]) };
  const nextHourMs = Math.ceil(nowMs / (60 * lastMinute)) * 60 * lastMinute;
  return (
    <div className="rota-fields">
      {rota.success ? (
        <WeekGrid rota={rota.data} nameOf={nameOf} nowMs={nowMs} />
      ) : (
        <p className="ti-field__hint">填完下方的班次后，这里显示一周的值班情况。</p>
      )}
      <fieldset>
        <legend>每周班次</legend>
        {shifts.fields.map(({ id }, index) => (
          <div key={id} className="rota-fields__shift">
            <MultiSelectField control={control} name={`shifts.${index}.days`} label="星期" options={dayOptions} />
            <TextField
              control={control}
              name={`shifts.${index}.from`}
              label="开始"
              placeholder="08:00"
              // The organisation's list opens on focus and would cover the week.
              hasAutoFocus={index === 0}
            />
            <TextField control={control} name={`shifts.${index}.to`} label="结束" placeholder="20:00" />
            <PeopleField {...personProps} name={`shifts.${index}.person_ids`} label="值班人员" />
            <IconButton icon="trash" label={`删除第 ${index + 1} 个班次`} onClick={() => shifts.remove(index)} />
          </div>
        ))}
        <Button
          size="small"
          icon="plus"
          onClick={() => shifts.append({ days: [1, 2, 3, 4, 5, 6, 7], from: '08:00', to: '20:00', person_ids: [] })}
        >
          添加班次
        </Button>
        <p className="ti-field__hint">结束早于开始的班次跨过午夜，算在开始的那一天；前后时间相同为全天。</p>
      </fieldset>
      <fieldset>
        <legend>调班</legend>
        {overrides.fields.map(({ id }, index) => (
          <div key={id} className="rota-fields__override">
            <MomentField control={control} name={`overrides.${index}.from`} label="开始" />
            <MomentField control={control} name={`overrides.${index}.to`} label="结束" />
            <PeopleField {...personProps} name={`overrides.${index}.person_ids`} label="值班人员（空为无人）" />
            <TextField control={control} name={`overrides.${index}.note`} label="说明" />
            <IconButton icon="trash" label={`删除第 ${index + 1} 次调班`} onClick={() => overrides.remove(index)} />
          </div>
        ))}
        <Button
          size="small"
          icon="plus"
          onClick={() =>
            overrides.append({
              from: toWireTime(nextHourMs),
              to: toWireTime(nextHourMs + 8 * 60 * lastMinute),
              person_ids: [],
              note: '',
            })
          }
        >
          添加调班
        </Button>
      </fieldset>
      {[errors['shifts'], errors['overrides']].map(
        (error, index) =>
          typeof error?.message === 'string' && (
            <p key={index} className="ti-field__error" role="alert">
              <Icon name="exclamation-circle" />
              {error.message}
            </p>
          ),
      )}
    </div>
  );
}

/** A minute in the city's time, `2026-11-30T08:00`; its value includes the offset. */
function MomentField({ control, name, label }: { control: Control; name: string; label: string }) {
  const { field, fieldState } = useController({ control, name });
  const value = typeof field.value === 'string' ? field.value.slice(0, 16) : '';
  return (
    <FieldFrame label={label} error={fieldState.error?.message}>
      {(aria) => (
        <input
          {...aria}
          ref={field.ref}
          type="datetime-local"
          className="ti-input"
          value={value}
          onBlur={field.onBlur}
          onChange={(event) => field.onChange(event.target.value === '' ? '' : `${event.target.value}:00.000+08:00`)}
        />
      )}
    </FieldFrame>
  );
}

/** Several people by their ids. */
function PeopleField({
  control,
  name,
  label,
  searchPeople,
  nameOf,
  onKnown,
}: {
  control: Control;
  name: string;
  label: string;
  searchPeople: SearchOptions<number>;
  nameOf: (id: number) => string;
  onKnown: (person: NamedPerson) => void;
}) {
  const { field, fieldState } = useController({ control, name });
  const values = ids.catch([]).parse(field.value);
  return (
    <FieldFrame label={label} error={fieldState.error?.message}>
      {(aria) => (
        <>
          <LookupInput
            value={null}
            onChange={(option) => {
              if (option === null || values.includes(option.value)) return;
              onKnown({ id: option.value, name: option.label });
              field.onChange([...values, option.value]);
            }}
            onBlur={field.onBlur}
            search={searchPeople}
            label={label}
            id={aria.id}
            describedBy={aria['aria-describedby']}
            isInvalid={fieldState.error !== undefined}
          />
          {values.length > 0 && (
            <ul className="rota-fields__people" aria-label={`已选${label}`}>
              {values.map((id) => (
                <li key={id}>
                  <Button
                    size="small"
                    icon="times"
                    aria-label={`移除 ${nameOf(id)}`}
                    onClick={() => field.onChange(values.filter((one) => one !== id))}
                  >
                    {nameOf(id)}
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </FieldFrame>
  );
}
