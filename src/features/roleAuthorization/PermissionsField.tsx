import { useController, type Control } from 'react-hook-form';
import type { Observable } from 'rxjs';
import type { PermissionTree } from '../../contract/entities/access.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { loading } from '../../streams/loading/loadState.ts';
import { CheckTree } from '../../ui/CheckTree/CheckTree.tsx';
import { FieldFrame } from '../../ui/form/FieldFrame.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';
import { MenuPreview } from './MenuPreview.tsx';
import { permissionNodes } from './permissionNodes.ts';
import './PermissionsField.css';

export type PermissionTreeState = LoadState<readonly PermissionTree[]>;

interface PermissionsFieldProps {
  control: Control;
  tree$: Observable<PermissionTreeState>;
}

/** The permissions of a role as a tree of check boxes, and beside it the menu that results. */
export function PermissionsField({ control, tree$ }: PermissionsFieldProps) {
  const tree = useObservable(tree$, loading);
  const { field, fieldState } = useController({ control, name: 'permission_ids' });
  const value: unknown = field.value;
  const held = new Set(Array.isArray(value) ? value.map(Number) : []);
  return (
    <FieldFrame label="权限" hint="勾选分组即勾选其下全部；半选表示只有一部分" error={fieldState.error?.message}>
      {() =>
        tree.kind === 'ready' ? (
          <div className="permissions-field">
            <div className="permissions-field__tree">
              <CheckTree
                label="权限"
                nodes={permissionNodes(tree.value)}
                checked={held}
                onChange={(checked) => field.onChange([...checked].toSorted((a, b) => a - b))}
              />
            </div>
            <MenuPreview tree={tree.value} held={held} />
          </div>
        ) : (
          <p className="permissions-field__wait">{tree.kind === 'failed' ? tree.message : '正在加载权限…'}</p>
        )
      }
    </FieldFrame>
  );
}
