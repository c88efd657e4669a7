import type { ReactNode } from 'react';
import type { UserInfo } from '../../contract/entities/session.ts';
import { menuPathOf } from '../../contract/screens.ts';
import { Drawer } from '../../ui/Drawer/Drawer.tsx';
import { HeaderTabs } from '../../ui/HeaderTabs/HeaderTabs.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { LoadingOverlay } from '../../ui/LoadingOverlay/LoadingOverlay.tsx';
import { UserMenu } from '../../ui/UserMenu/UserMenu.tsx';
import type { LinkHealth } from '../../streams/link/linkHealth.ts';
import { LinkBanner } from './LinkBanner.tsx';
import { LinkIndicator } from './LinkIndicator.tsx';
import { NoticeMenu, type NoticeMenuProps } from './NoticeMenu.tsx';
import { SoundButton, type SoundButtonProps } from './SoundButton.tsx';
import { invalidLink, toDrawerGroups, toHeaderTabs } from './toMenus.ts';
import { activeSection, frameOf, type NavigationItem } from './toNavigation.ts';
import { useHeaderReveal } from './useHeaderReveal.ts';
import './MainLayout.css';

export interface UserActions {
  onPersonalInfo: () => void;
  onChangePassword: () => void;
  onVolume: () => void;
  onLogout: () => void;
}

export interface MainLayoutProps {
  path: string;
  navigation: readonly NavigationItem[];
  /** The menu could not be loaded; it is retried automatically. */
  hasMenuFailed: boolean;
  user: UserInfo;
  health: LinkHealth;
  /** This machine's clock, epoch ms. */
  localNowMs: number;
  notices: NoticeMenuProps;
  /** Null for a user whom no call rings. */
  sound: SoundButtonProps | null;
  /** Open calls by route name, shown beside the menu entries. */
  counts: Readonly<Record<string, number>>;
  actions: UserActions;
  /** The strip below the header: the visited pages. */
  strip?: ReactNode;
  /** Notices that stand below the header until somebody deals with them. */
  standing?: ReactNode;
  isLeaving: boolean;
  onSignInAgain: () => void;
  /** Asks for the live link that had to give way to a newer page of the same user. */
  onReconnect: () => void;
  /** A menu entry that leads nowhere was chosen. */
  onInvalidLink: () => void;
  /** The pointer or the focus is on a link to this path, or presses it: its page can be fetched before the click. */
  onNearLink: (path: string) => void;
  onPressLink: (path: string) => void;
  children: ReactNode;
}

/** A menu node without a route is drawn like any other; choosing it says what is wrong with it. */
const isInvalidLink = (target: EventTarget): boolean =>
  target instanceof Element && target.closest(`a[href$="${invalidLink}"]`) !== null;

/** Returns the path of the link under this event within the platform; null for anything else. */
function linkedPath(target: EventTarget): string | null {
  const link = target instanceof Element ? target.closest('a[href]') : null;
  return link instanceof HTMLAnchorElement && link.origin === window.location.origin ? link.pathname : null;
}

/** Header, drawer and their content, around every page of a signed-in user. */
export function MainLayout({
  path,
  navigation,
  hasMenuFailed,
  user,
  health,
  localNowMs,
  notices,
  sound,
  counts,
  actions,
  strip,
  standing,
  isLeaving,
  onSignInAgain,
  onReconnect,
  onInvalidLink,
  onNearLink,
  onPressLink,
  children,
}: MainLayoutProps) {
  const frame = frameOf(path);
  const section = activeSection(navigation, path);
  // The wall names its main part itself.
  const Main = frame.header === 'none' ? 'div' : 'main';
  const onNear = ({ target }: { readonly target: EventTarget }): void => {
    const to = linkedPath(target);
    if (to !== null) onNearLink(to);
  };
  const isHeaderAway = useHeaderReveal(frame.header === 'reveal');
  return (
    <div
      className="ti-layout"
      data-behind-dialogs=""
      data-header-away={isHeaderAway || frame.header === 'none' || undefined}
      onPointerOver={onNear}
      onFocus={onNear}
      onPointerDown={({ target, button }) => {
        const to = linkedPath(target);
        if (to !== null && button === 0) onPressLink(to);
      }}
      onClickCapture={(event) => {
        if (!isInvalidLink(event.target)) return;
        event.preventDefault();
        event.stopPropagation();
        onInvalidLink();
      }}
    >
      <a className="ti-layout__skip" href="#ti-main">
        跳到主要内容
      </a>
      {frame.header !== 'none' && (
        <header className="ti-layout__header">
          <div className="ti-layout__brand">
            <img src="/favicon.svg" alt="" width="26" height="26" />
            <strong>
              智慧电梯安全管理平台 <span>V1.5</span>
            </strong>
          </div>
          <div className="ti-layout__tabs">
            {hasMenuFailed && (
              <p className="ti-layout__menu-failed" role="status">
                <Icon name="sync" />
                菜单加载失败，正在重试…
              </p>
            )}
            <HeaderTabs tabs={toHeaderTabs(navigation, section, counts)} />
          </div>
          <div className="ti-layout__tools">
            <LinkIndicator health={health} />
            {sound !== null && <SoundButton {...sound} />}
            <NoticeMenu {...notices} />
            <UserMenu
              name={user.name}
              role={user.role_name ?? user.role_label}
              items={[
                { id: 'info', label: '个人信息', icon: 'id-card', onSelect: actions.onPersonalInfo },
                { id: 'password', label: '修改密码', icon: 'key', onSelect: actions.onChangePassword },
                { id: 'volume', label: '报警音量', icon: 'volume-up', onSelect: actions.onVolume },
                { id: 'logout', label: '退出登录', icon: 'sign-out', startsGroup: true, onSelect: actions.onLogout },
              ]}
            />
          </div>
        </header>
      )}
      {frame.header !== 'none' && strip}
      <LinkBanner health={health} nowMs={localNowMs} onSignInAgain={onSignInAgain} onReconnect={onReconnect} />
      {frame.header !== 'none' && standing}
      <div className="ti-layout__body">
        {frame.hasDrawer && section !== undefined && (
          <div className="ti-layout__drawer">
            <Drawer title={section.label} groups={toDrawerGroups(section, menuPathOf(path), counts)} />
          </div>
        )}
        <Main id="ti-main" className="ti-layout__main" tabIndex={-1}>
          {children}
        </Main>
      </div>
      <LoadingOverlay isShown={isLeaving} text="正在退出…" />
    </div>
  );
}
