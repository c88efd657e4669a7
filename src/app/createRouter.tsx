import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { createBrowserRouter, Navigate, useLocation } from 'react-router-dom';
import { Unopened } from './layout/Unopened.tsx';
import { joinPrefix, loginPath, screens, startPath, wallPath } from './screens.ts';
import type { Services } from './services.ts';

const loadInside = () => import('./layout/inside.ts');
const loadLogin = () => import('./login/LoginScreen.tsx');
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

/** What a new deployment removed is available again after a reload. */
function Unloadable() {
  return (
    <main className="ti-unloadable" role="alert">
      <p>页面未能加载，可能是系统刚刚升级。</p>
      <button type="button" onClick={() => window.location.reload()}>
        重新加载
      </button>
    </main>
  );
}

/** Login outside; everything else inside the layout (specification, section 2). */
export type Router = ReturnType<typeof createBrowserRouter>;

export function createRouter(services: Services): Router {
  const isSignedIn = services.session.user() !== null;
  const isWall = !isSignedIn && window.location.pathname === wallPath;
  if (isSignedIn) fetchAhead(window.location.pathname, services);
  // Before the router fetches a layout that no one may see yet.
  else if (!isWall && !window.location.pathname.startsWith(joinPrefix))
    window.history.replaceState(null, '', loginPath);
  return createBrowserRouter([
    // A display without a signed-in user signs in by its own pairing.
    ...(isWall
      ? [
          {
            path: wallPath,
            lazy: async () => {
              const [{ WallEntry }, { createDataBoard, WallPairing }] = await Promise.all([
                import('./wall/WallEntry.tsx'),
                import('../features/dataBoard/index.ts'),
              ]);
              return { element: <WallEntry services={services} create={createDataBoard} Pairing={WallPairing} /> };
            },
            hydrateFallbackElement: <></>,
            errorElement: <Unopened title="数据大屏" isWall />,
          },
        ]
      : []),
    {
      // Outside of any session, even where a user is signed in.
      path: `${joinPrefix}:code`,
      lazy: async () => {
        const { JoinScreen } = await import('./join/JoinScreen.tsx');
        return { element: <JoinScreen services={services} /> };
      },
      hydrateFallbackElement: <></>,
      errorElement: <Unloadable />,
    },
    {
      path: loginPath,
      // A signed-in page or a wall need not fetch its form and checks.
      lazy: async () => {
        const { LoginScreen } = await loadLogin();
        return {
          element: (
            <OutsideOnly services={services}>
              <LoginScreen
                services={services}
                // The layout and its first page come while the password is checked.
                onSubmitted={() => fetchAhead(startPath, services)}
              />
            </OutsideOnly>
          ),
        };
      },
      hydrateFallbackElement: <></>,
      errorElement: <Unloadable />,
    },
    {
      // The router waits for a part before it draws; Suspense would hold back what is ready for 300 ms after each fallback.
      lazy: async () => {
        const { SignedInLayout } = await loadInside();
        // Leaving must lead to the login page also while the server is gone (specification, section 4); the page being opened comes first.
        setTimeout(() => void loadLogin().catch(() => undefined), loginFetchDelayMs);
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
