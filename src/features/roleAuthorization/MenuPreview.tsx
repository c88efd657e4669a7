import { menuTree } from '../../contract/menuTree.ts';
import type { MenuNode } from '../../contract/entities/session.ts';
import type { PermissionTree } from '../../contract/entities/access.ts';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { iconNames } from '../../ui/Icon/iconNames.ts';
import { flattenTree } from '../../ui/list/flattenTree.ts';
import './MenuPreview.css';

interface MenuPreviewProps {
  tree: readonly PermissionTree[];
  held: ReadonlySet<number>;
}

function Level({ nodes }: { nodes: readonly MenuNode[] }) {
  return (
    <ul>
      {nodes.map((node) => {
        const icon = iconNames.find((name) => name === node.icon);
        return (
          <li key={node.id}>
            <span>
              <Icon name={icon ?? 'circle'} />
              {node.name}
            </span>
            {node.children.length > 0 && <Level nodes={node.children} />}
          </li>
        );
      })}
    </ul>
  );
}

/** The menu as users of a role with these permissions see it, by the server's own rule. */
export function MenuPreview({ tree, held }: MenuPreviewProps) {
  const rows = flattenTree(
    tree,
    ({ id }) => id,
    ({ children }) => children,
  ).map(({ row }) => row);
  const menu = menuTree(rows, held);
  return (
    <section className="menu-preview" aria-label="该角色看到的菜单">
      <p className="menu-preview__title">该角色看到的菜单</p>
      {menu.length === 0 ? <p>没有任何页面。请至少授予一个页面，否则登录后无页可看。</p> : <Level nodes={menu} />}
    </section>
  );
}
