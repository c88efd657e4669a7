import type { Control } from 'react-hook-form';
import type { Observable } from 'rxjs';
import { MultiSelectField } from '../../ui/form/MultiSelectField.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';

export interface GroupChoice {
  readonly value: number;
  readonly label: string;
}

interface GroupsFieldProps {
  control: Control;
  /** All groups that the caller sees, by their full names. */
  groups$: Observable<readonly GroupChoice[]>;
}

const none: readonly GroupChoice[] = [];

/** The groups of a community; the server refuses those of another region. */
export function GroupsField({ control, groups$ }: GroupsFieldProps) {
  const groups = useObservable(groups$, none);
  return (
    <MultiSelectField
      control={control}
      name="group_ids"
      label="小区分组"
      options={groups}
      hint="只能选所在区域的分组；分组在“区域管理”中建立"
    />
  );
}
