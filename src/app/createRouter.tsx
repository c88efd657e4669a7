import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { createBrowserRouter, Navigate, useLocation, type RouteObject } from 'react-router-dom';
import { Unopened } from './layout/Unopened.tsx';
import { entrancePages, type EntrancePage } from './outsidePages.ts';
import { loginPath, startPath } from './paths.ts';
import { screens } from './screens.ts';
import type { Services } from './services.ts';
import { Unloadable } from './Unloadable.tsx';

const loadInside = () => import('./layout/inside.ts');
const loadLogin = () => entrancePages.find(({ path }) => path === loginPath)?.load();
const loginFetchDelayMs = 3_000;

/** Fetches layout, page and the page's first data at once instead of one after the other. A failure shows when they are drawn. */
function fetchAhead(path: string, { askAhead }: Services): void {
  const screen = screens.find((one) => one.path === path);
  screen?.askAhead?.(askAhead);
  Promise.all([loadInside(), screen?.load()]).catch(() => undefined);
}

function OutsideOnly({ services, children }: { services: Services; children: ReactNode }) {
  const isInside = useSelector(services.session.actor, (state) => state.hasTag('inside'));
  return isInside ? <Navigate to={startPath} replace /> : children;
}

function InsideOnly({ services, children }: { services: Services; children: ReactNode }) {
  const isInside = useSelector(services.session.actor, (state) => state.hasTag('inside') || state.matches('leaving'));
  return isInside ? children : <Navigate to={loginPath} replace />;
}

function AtThisPath({ draw }: { draw: (path: string) => ReactNode }) {
  return draw(useLocation().pathname);
}

/** The route of a page by which people or displays get in. */
function entranceRoute({ path, opensFor, title, load }: EntrancePage, services: Services): RouteObject {
  return {
    path,
    lazy: async () => {
      const Entrance = await load();
      const entrance = <Entrance services={services} fetchStart={() => fetchAhead(startPath, services)} />;
      return {
        element: opensFor === 'display' ? entrance : <OutsideOnly services={services}>{entrance}</OutsideOnly>,
      };
    },
    hydrateFallbackElement: <></>,
    errorElement: opensFor === 'display' ? <Unopened title={title} isWall /> : <Unloadable />,
  };
}

export type Router = ReturnType<typeof createBrowserRouter>;

/** The entrances outside; everything else inside the layout (specification, section 2). */
export function createRouter(services: Services): Router {
  const isSignedIn = services.session.user() !== null;
  // A page of a display without a signed-in user signs in by its own pairing.
  const entrances = entrancePages.filter(({ opensFor, path }) =>
    opensFor === 'display' ? !isSignedIn && window.location.pathname === path : true,
  );
  if (isSignedIn) fetchAhead(window.location.pathname, services);
  // Before the router fetches a layout that no one may see yet.
  else if (!entrances.some(({ path }) => path === window.location.pathname))
    window.history.replaceState(null, '', loginPath);
  return createBrowserRouter([
    ...entrances.map((entrance) => entranceRoute(entrance, services)),
    {
      // The router waits for a part before it draws; Suspense would hold back what is ready for 300 ms after each fallback.
      lazy: async () => {
        const { SignedInLayout } = await loadInside();
        // Leaving must lead to the login page also while the server is gone (specification, section 4); the page being opened comes first.
        setTimeout(() => void loadLogin()?.catch(() => undefined), loginFetchDelayMs);
        return {
          element: (
            <InsideOnly services={services}>
              <SignedInLayout services={services} />
            </InsideOnly>
          ),
        };
      },
      hydrateFallbackElement: <></>,
      errorElement: <Unloadable />,
      children: [
        ...screens.map((screen) => ({
          path: screen.path,
          lazy: async () => {
            const { ScreenSlot } = await loadInside();
            // A page that cannot be fetched says so in its own place.
            const create = await screen.load().catch(() => undefined);
            return { element: <ScreenSlot screen={screen} create={create} /> };
          },
        })),
        {
          path: '*',
          lazy: async () => {
            const { NotFound } = await import('../features/notFound/index.ts');
            return { element: <AtThisPath draw={(path) => <NotFound path={path} />} /> };
          },
        },
      ],
    },
  ]);
}
