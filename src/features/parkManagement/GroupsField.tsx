import { useController, useWatch, type Control } from 'react-hook-form';
import type { Observable } from 'rxjs';
import { MultiSelectField } from '../../ui/form/MultiSelectField.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';

export interface GroupChoice {
  readonly value: number;
  readonly label: string;
  /** The ids of the regions whose communities it may hold. */
  readonly areaIds: readonly number[];
}

interface GroupsFieldProps {
  control: Control;
  /** All groups that the caller sees, by their full names. */
  groups$: Observable<readonly GroupChoice[]>;
}

const none: readonly GroupChoice[] = [];

/**
 * The groups of a community: those of the region that is chosen, and those that it is in already, so that they can be taken out after
 * it has moved.
 */
export function GroupsField({ control, groups$ }: GroupsFieldProps) {
  const groups = useObservable(groups$, none);
  const areaId: unknown = useWatch({ control, name: 'area_id' });
  const { field } = useController({ control, name: 'group_ids' });
  const chosen: readonly unknown[] = Array.isArray(field.value) ? field.value : [];
  const offered = groups.filter(
    ({ value, areaIds }) => chosen.includes(value) || (typeof areaId === 'number' && areaIds.includes(areaId)),
  );
  return (
    <MultiSelectField
      control={control}
      name="group_ids"
      label="小区分组"
      options={offered}
      hint={
        typeof areaId !== 'number'
          ? '请先选择区域'
          : offered.length === 0
            ? '所选区域没有分组；分组在“区域管理”中建立'
            : '所选区域的分组；分组在“区域管理”中建立'
      }
    />
  );
}
