import type { Control } from 'react-hook-form';
import type { Observable } from 'rxjs';
import type { OutputOf } from '../../contract/endpoint.ts';
import type { roleList } from '../../contract/endpoints/role.ts';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';
import { roleOfRow } from './userRows.ts';

interface RoleFieldProps {
  control: Control;
  row: object | null;
  roles$: Observable<LoadState<OutputOf<typeof roleList>>>;
}

/** The roles that the editor may give, and the one that the user has. */
export function RoleField({ control, row, roles$ }: RoleFieldProps) {
  const roles = useObservable(roles$, loading);
  const held = roleOfRow(row);
  const assignable =
    roles.kind === 'ready'
      ? roles.value.list
          .filter(({ is_assignable: isAssignable }) => isAssignable)
          .map(({ id, name, is_unscoped: isUnscoped }) => ({
            value: id,
            label: name,
            ...(isUnscoped ? { detail: '可见全部电梯' } : {}),
          }))
      : [];
  const isListed = held === null || assignable.some(({ value }) => value === held.value);
  return (
    <SelectField
      control={control}
      name="role_id"
      label="角色"
      isRequired
      options={isListed ? assignable : [held, ...assignable]}
      hint={roles.kind === 'failed' ? roles.message : '只列出您可以授予的角色'}
    />
  );
}
