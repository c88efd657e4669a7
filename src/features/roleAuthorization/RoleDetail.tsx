import type { Observable } from 'rxjs';
import type { RoleRow } from '../../contract/endpoints/role.ts';
import { loading } from '../../streams/loading/loadState.ts';
import { CheckTree } from '../../ui/CheckTree/CheckTree.tsx';
import { DescriptionList } from '../../ui/DescriptionList/DescriptionList.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';
import { MenuPreview } from './MenuPreview.tsx';
import { heldNodes, permissionNodes } from './permissionNodes.ts';
import type { PermissionTreeState } from './PermissionsField.tsx';
import './RoleDetail.css';

interface RoleDetailProps {
  role: RoleRow;
  tree$: Observable<PermissionTreeState>;
}

/** A role beside the list: the menu as its users see it, and everything that it holds. */
export function RoleDetail({ role, tree$ }: RoleDetailProps) {
  const tree = useObservable(tree$, loading);
  const held = new Set(role.permission_ids);
  return (
    <div className="role-detail">
      <DescriptionList
        items={[
          { label: '人员类型', value: role.role_label },
          { label: '范围', value: role.is_unscoped ? '全部电梯' : '按用户所属单位' },
          { label: '用户', value: `${role.user_num} 名` },
          { label: '来源', value: role.is_default ? '默认角色，不能删除' : '自建角色' },
        ]}
      />
      {tree.kind === 'ready' ? (
        <>
          <MenuPreview tree={tree.value} held={held} />
          <section aria-label="持有的权限">
            <h3>持有的权限</h3>
            <CheckTree
              label="持有的权限"
              nodes={heldNodes(permissionNodes(tree.value), held)}
              checked={held}
              onChange={() => undefined}
              isDisabled
            />
          </section>
        </>
      ) : (
        <p>{tree.kind === 'failed' ? tree.message : '正在加载…'}</p>
      )}
    </div>
  );
}
