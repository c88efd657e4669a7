import { useSelector } from '@xstate/react';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import type { UserInfo } from '../../contract/entities/session.ts';
import { screenNamed } from '../../contract/screens.ts';
import { loading } from '../../streams/loading/loadState.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import { ReconnectsContext } from '../../ui/live/ReconnectsContext.ts';
import { SavedViewsContext } from '../../ui/list/savedViews.ts';
import { useNowMs } from '../../ui/time/useNowMs.ts';
import { useTitlePart } from '../../ui/title/useTitlePart.ts';
import { AlarmHost } from '../alarm/AlarmHost.tsx';
import { isOverPage } from '../alarm/isOverPage.ts';
import type { AccountDialog } from '../account/AccountDialogs.tsx';
import { openRescuesOf } from '../account/openRescuesOf.ts';
import { countReconnects, initialLinkHealth } from '../../streams/link/linkHealth.ts';
import { exceptionPath, liftPath, rescueOrderPath, startPath } from '../paths.ts';
import { pathOfName, screens } from '../screens.ts';
import { createSavedViews } from '../savedViews/createSavedViews.ts';
import { createScope, type Scope } from '../scope/createScope.ts';
import { HandOverHost } from '../handOver/HandOverHost.tsx';
import { RecordingHost } from '../recording/RecordingHost.tsx';
import { LiftSearchHost } from '../search/LiftSearchHost.tsx';
import type { Services } from '../services.ts';
import { MainLayout } from './MainLayout.tsx';
import { VisitedTabs } from './VisitedTabs.tsx';
import { frameOf, toNavigation } from './toNavigation.ts';

interface SignedInLayoutProps {
  services: Services;
  user: UserInfo;
  token: string;
}

/** Forms and dialogs that most pages, and every wall, never open. */
const AccountDialogs = lazy(async () => ({ default: (await import('../account/AccountDialogs.tsx')).AccountDialogs }));
const Leaving = lazy(async () => ({ default: (await import('../account/Leaving.tsx')).Leaving }));
const LogCutHost = lazy(async () => ({ default: (await import('../logCut/LogCutHost.tsx')).LogCutHost }));
const SetupCard = lazy(async () => ({ default: (await import('../setup/SetupCard.tsx')).SetupCard }));

const noCalls = [] as const;
const deskPath = screenNamed('RescueCall').path;

/** The layout with everything live in it, for as long as this user is signed in. */
function Inside({ services, user, token }: SignedInLayoutProps) {
  const { call, session, notifier, sound, navigate } = services;
  const [scope] = useState<Scope>(() => createScope(services, { token, user }));
  const [savedViews] = useState(() => createSavedViews(call));
  useEffect(() => {
    scope.start();
    return () => scope.stop();
  }, [scope]);

  const { pathname } = useLocation();
  const localNowMs = useNowMs();
  const health = useObservable(scope.health$, initialLinkHealth);
  const [reconnects$] = useState(() => countReconnects(scope.health$));
  const reconnects = useObservable(reconnects$, 0);
  const menu = useObservable(scope.menu$, loading);
  const notices = useObservable(scope.notices$, loading);
  const ringing = useObservable(scope.live.ringing$, noCalls);
  const permission = useObservable(sound.permission$, 'unknown');
  const volumePercent = useObservable(sound.volumePercent$, sound.volumePercent());
  const isRingingOverPage = useSelector(
    scope.alarm?.actor,
    (alarm) => alarm !== undefined && isOverPage(alarm, volumePercent),
  );
  const isLeaving = useSelector(session.actor, (state) => state.matches('leaving'));
  const [dialog, setDialog] = useState<AccountDialog | null>(null);
  const waiting = ringing.filter(({ kind }) => kind === 'rescue').length;
  const logOut = (): void => {
    // First our goodbye: the server closes the sockets of a session that ended.
    scope.stop();
    session.actor.send({ type: 'user.left' });
  };
  const [ownRescues, setOwnRescues] = useState<readonly RescueOrderRow[]>([]);
  const askToLeave = (): void => {
    openRescuesOf(call, user).then((orders) => (orders.length === 0 ? logOut() : setOwnRescues(orders)), logOut);
  };
  // A tab in the background shows how many calls are waiting.
  useTitlePart('alert', scope.alarm === null || waiting === 0 ? '' : `${waiting} 起呼叫`);
  useTitlePart('page', screens.find(({ path }) => path === pathname)?.title ?? '');

  return (
    <ReconnectsContext value={reconnects}>
      <MainLayout
        path={pathname}
        navigation={menu.kind === 'ready' ? toNavigation(menu.value, pathOfName) : []}
        hasMenuFailed={menu.kind === 'failed'}
        user={user}
        health={health}
        localNowMs={localNowMs}
        notices={{
          state: notices,
          onRead: (ids) => scope.readNotices(ids),
          onAll: scope.can('notify.view') ? () => navigate(screenNamed('ElevatorAlarmNotify').path) : null,
          onOpen: ({ rescue_order_id, exception_id }) => {
            if (exception_id !== undefined) {
              if (scope.can('exception.view')) navigate(exceptionPath(exception_id));
            } else if (scope.can('rescue.view'))
              navigate(rescue_order_id === null ? '/alarm-center' : rescueOrderPath(rescue_order_id));
          },
        }}
        sound={
          scope.alarm === null
            ? null
            : {
                isArmed: permission !== 'blocked',
                volumePercent,
                onArm: () => void sound.arm(),
                onOpenVolume: () => setDialog('volume'),
              }
        }
        counts={{ RescueCall: waiting }}
        actions={{
          onPersonalInfo: () => setDialog('info'),
          onChangePassword: () => setDialog('password'),
          onVolume: () => setDialog('volume'),
          onLogout: askToLeave,
        }}
        strip={<VisitedTabs path={pathname} visited={services.visited} can={scope.can} />}
        standing={
          scope.can('config.edit') && (
            <Suspense fallback={null}>
              <LogCutHost call={call} live={scope.live} />
            </Suspense>
          )
        }
        isLeaving={isLeaving}
        onSignInAgain={logOut}
        onReconnect={() => scope.reconnect()}
        onNearLink={(path) => scope.preloader.near(path)}
        onPressLink={(path) => scope.preloader.pressed(path)}
        onInvalidLink={() =>
          notifier.notify({ tone: 'error', message: '菜单链接无效，请联系系统管理员检查该菜单的配置' })
        }
      >
        <SavedViewsContext value={savedViews}>
          <Outlet context={scope} />
        </SavedViewsContext>
      </MainLayout>
      <Suspense fallback={null}>
        {dialog !== null && (
          <AccountDialogs services={services} user={user} open={dialog} onClose={() => setDialog(null)} />
        )}
        {ownRescues.length > 0 && (
          <Leaving
            call={call}
            user={user}
            live={scope.live}
            orders={ownRescues}
            onLeave={logOut}
            onClose={() => setOwnRescues([])}
          />
        )}
      </Suspense>
      <Suspense fallback={null}>
        {scope.can('site.setup') && <SetupCard call={call} isShown={pathname === startPath} onBegin={navigate} />}
      </Suspense>
      {scope.can('elevator.view') && frameOf(pathname).header !== 'none' && (
        <LiftSearchHost
          call={services.call}
          asked$={scope.liftAsked$}
          onChoose={(elevatorId) => navigate(liftPath(elevatorId))}
        />
      )}
      <RecordingHost call={call} asked$={scope.recordingAsked$} />
      {frameOf(pathname).header !== 'none' && (
        <HandOverHost
          call={call}
          handOvers$={scope.handOvers$}
          serverNow$={scope.live.serverNow$}
          areKeysOfDesk={pathname === deskPath && !isRingingOverPage}
          onTaken={(orderId) => navigate(rescueOrderPath(orderId))}
        />
      )}
      {/* The wall sounds and takes its centre, without a dialog. */}
      {scope.alarm !== null && frameOf(pathname).header !== 'none' && (
        <AlarmHost alarm={scope.alarm} sound={sound} serverNow$={scope.live.serverNow$} />
      )}
    </ReconnectsContext>
  );
}

/** Before the change of a password that is due: the server refuses every other call, so no page asks for anything. */
function PasswordDue({ services, user }: Omit<SignedInLayoutProps, 'token'>) {
  const { session } = services;
  useTitlePart('page', '修改密码');
  return (
    <main className="ti-layout" aria-label="修改密码">
      <Suspense fallback={null}>
        <AccountDialogs
          services={services}
          user={user}
          open="password"
          onClose={() => session.actor.send({ type: 'user.left' })}
        />
      </Suspense>
    </main>
  );
}

/** Recreated for another user, another sign-in, other permissions or organisations. */
export function SignedInLayout({ services }: { services: Services }) {
  const { session } = services;
  const user = useSyncExternalStore(session.subscribeUser, session.user);
  const token = useSelector(session.actor, (state) => state.context.token);
  if (user === null || token === null) return null;
  if (user.must_change_password) return <PasswordDue services={services} user={user} />;
  return (
    <Inside key={`${token} ${user.access ?? user.permissions.join()}`} services={services} user={user} token={token} />
  );
}
