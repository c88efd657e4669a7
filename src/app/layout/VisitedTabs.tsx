import { useNavigate } from 'react-router-dom';
import type { Permission } from '../../contract/permissions.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import { PageTabs } from '../../ui/PageTabs/PageTabs.tsx';
import { startPath } from '../paths.ts';
import { screens } from '../screens.ts';
import type { VisitedPages } from '../visited/createVisitedPages.ts';
import { useScrollBack } from '../visited/useScrollBack.ts';
import { neighbourOf } from './neighbourOf.ts';
import './VisitedTabs.css';

interface VisitedTabsProps {
  path: string;
  visited: VisitedPages;
  can: (permission: Permission) => boolean;
}

/** The strip below the header: the pages of this session, each as it was left. */
export function VisitedTabs({ path, visited, can }: VisitedTabsProps) {
  const pages = useObservable(visited.pages$, visited.pages());
  const navigate = useNavigate();
  useScrollBack();
  const tabs = pages.flatMap((page) => {
    const screen = screens.find((one) => one.path === page.path && can(one.permission));
    return screen === undefined ? [] : [{ ...page, label: screen.menu }];
  });
  const close = (closed: string): void => {
    const next = neighbourOf(tabs, closed);
    if (closed === path) void navigate(next === undefined ? startPath : `${next.path}${next.search}`);
    visited.close(closed);
  };
  return (
    <div className="ti-strip">
      <PageTabs
        tabs={tabs.map(({ path: to, search, scrollTop, label }) => ({
          id: to,
          label,
          to: `${to}${search}`,
          state: { scrollTop },
          isActive: to === path,
          isClosable: tabs.length > 1,
        }))}
        onOpen={(opened) => {
          const page = tabs.find(({ path: to }) => to === opened);
          if (page !== undefined) void navigate(`${page.path}${page.search}`, { state: { scrollTop: page.scrollTop } });
        }}
        onClose={close}
        onCloseOthers={() => visited.keepOnly(path)}
      />
    </div>
  );
}
