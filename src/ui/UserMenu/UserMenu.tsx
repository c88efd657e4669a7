import { Icon } from '../Icon/Icon.tsx';
import { Menu, type MenuItem } from '../Menu/Menu.tsx';
import './UserMenu.css';

interface UserMenuProps {
  name: string;
  /** The role in words. */
  role: string;
  items: readonly MenuItem[];
}

/** The user who is signed in, and the actions on their own account. */
export function UserMenu({ name, role, items }: UserMenuProps) {
  return (
    <Menu
      label="用户菜单"
      items={items}
      header={
        <>
          <div className="ti-user-menu__name">{name}</div>
          <div className="ti-user-menu__role">{role}</div>
        </>
      }
      renderTrigger={(props) => (
        <button {...props} type="button" className="ti-user-menu">
          <span className="ti-visually-hidden">用户菜单：</span>
          <span className="ti-user-menu__avatar" aria-hidden="true">
            {name === '' ? <Icon name="user" /> : String.fromCodePoint(name.codePointAt(0) ?? 0)}
          </span>
          <span className="ti-user-menu__text">{name}</span>
          <Icon name="chevron-down" />
        </button>
      )}
    />
  );
}
