import { useController, type Control } from 'react-hook-form';
import type { Observable } from 'rxjs';
import type { PermissionTree } from '../../contract/entities/access.ts';
import { FieldFrame } from '../../ui/form/FieldFrame.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';

interface PermissionsFieldProps {
  control: Control;
  tree$: Observable<readonly PermissionTree[]>;
}

const none: readonly PermissionTree[] = [];

/** What a role holds. */
export function PermissionsField({ control, tree$ }: PermissionsFieldProps) {
  const tree = useObservable(tree$, none);
  const { fieldState } = useController({ control, name: 'permission_ids' });
  return (
    <FieldFrame label="权限" error={fieldState.error?.message}>
      {() => <p>{tree.length}</p>}
    </FieldFrame>
  );
}
