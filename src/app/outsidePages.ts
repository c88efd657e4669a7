import { createElement, type ComponentType } from 'react';
import { loginPath, wallPath } from './paths.ts';
import type { PublicPageProps, EntrancePageProps } from './outsidePageProps.ts';

/** A page outside the layout that needs no session, and touches none of a signed-in user: it opens without the desk's code. */
export interface PublicPage {
  /** The path begins with it, and the rest is the page's own. */
  readonly prefix: `/${string}/`;
  /** Nothing follows the prefix: `/cabin` opens it, too. */
  readonly isWhole?: true;
  readonly load: () => Promise<ComponentType<PublicPageProps>>;
}

/** A page outside the layout by which people and displays get in. */
export interface EntrancePage {
  readonly path: string;
  /**
   * `display`: only where nobody is signed in when the page is opened; it signs in on its own, and a user's page of this path is in
   * the layout. `person`: a signed-in user goes to the start page.
   */
  readonly opensFor: 'display' | 'person';
  readonly title: string;
  readonly load: () => Promise<ComponentType<EntrancePageProps>>;
}

export const publicPages: readonly PublicPage[] = [
  // Where a join code leads: `/join/<code>`.
  { prefix: '/join/', load: async () => (await import('./join/JoinScreen.tsx')).JoinScreen },
  // The page in a car, which signs in on its own.
  { prefix: '/cabin/', isWhole: true, load: async () => (await import('./cabin/CabinScreen.tsx')).CabinScreen },
  // The telephone of maintenance workers and safety officers. It has a session of its own, and works without a network.
  { prefix: '/work/', isWhole: true, load: async () => (await import('./work/WorkScreen.tsx')).WorkScreen },
];

export const entrancePages: readonly EntrancePage[] = [
  {
    path: wallPath,
    opensFor: 'display',
    title: '数据大屏',
    async load() {
      const [{ WallEntry }, { createDataBoard, WallPairing }] = await Promise.all([
        import('./wall/WallEntry.tsx'),
        import('../features/dataBoard/index.ts'),
      ]);
      return ({ services }) => createElement(WallEntry, { services, create: createDataBoard, Pairing: WallPairing });
    },
  },
  {
    path: loginPath,
    opensFor: 'person',
    title: '登录',
    // A signed-in page or a wall need not fetch its form and checks.
    load: async () => (await import('./login/LoginScreen.tsx')).LoginScreen,
  },
];

/** The public page of a path, and the path's rest; undefined for all other pages. */
export function publicPageAt(pathname: string): { readonly page: PublicPage; readonly rest: string } | undefined {
  const page = publicPages.find(({ prefix, isWhole }) =>
    isWhole === true
      ? pathname === prefix || `${pathname}/` === prefix
      : pathname.startsWith(prefix) && pathname.length > prefix.length,
  );
  return page === undefined ? undefined : { page, rest: decoded(pathname.slice(page.prefix.length)) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
