import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import type { UserInfo } from '../../contract/entities/session.ts';
import type { Call } from '../../contract/call.ts';
import { createCall } from '../api/createCall.ts';
import { PageBoundary } from '../layout/ScreenSlot.tsx';
import { createScope } from '../scope/createScope.ts';
import type { CreateScreen } from '../screens.ts';
import type { Services } from '../services.ts';
import { createWallSession, type WallSession } from './createWallSession.ts';

interface WallEntryProps {
  services: Services;
  /** The board's factory and the page that asks for a pairing code, from their own chunk. */
  create: CreateScreen;
  Pairing: ComponentType<{ message: string | null; onRedeem: (code: string) => Promise<void> }>;
}

/** The wall's own client and sign-in: its messages never affect the session of this browser. */
function createWall(): { readonly wall: WallSession; readonly call: Call } {
  const wall = createWallSession(() => call);
  const call = createCall({
    fetch: (url, init) => window.fetch(url, init),
    token: wall.token,
    // No one is at a wall to read a notice; the data's age and the grey show what is wrong.
    notifyError: () => undefined,
    endSession: () => {
      wall.renew();
      return false;
    },
  });
  return { wall, call };
}

/** Another sign-in, another user or other rights are another wall; a token that was renewed in time is not. */
const identityOf = (signIn: number, { id, permissions }: UserInfo): string => `${signIn} ${id} ${permissions.join()}`;

/** The wall with everything live in it. */
function SignedInWall({
  services,
  create,
  user,
  token,
}: {
  services: Services;
  create: CreateScreen;
  user: UserInfo;
  token: string;
}) {
  const [scope] = useState(() => createScope(services, { token, user }));
  useEffect(() => {
    scope.start();
    return () => scope.stop();
  }, [scope]);
  useEffect(() => scope.renew(token), [scope, token]);
  return (
    <PageBoundary title="数据大屏" isWall>
      {scope.page('DataBoard', create)}
    </PageBoundary>
  );
}

/** DataBoard without a session: signs in by the device's pairing, or asks for a pairing code. */
export function WallEntry({ services, create, Pairing }: WallEntryProps) {
  const [{ wall, call }] = useState(createWall);
  useEffect(() => wall.start(), [wall]);
  const state = useSyncExternalStore(wall.subscribe, wall.getSnapshot);
  switch (state.kind) {
    case 'renewing':
      return null;
    case 'unpaired':
      return <Pairing message={state.message} onRedeem={wall.redeem} />;
    case 'signedIn':
      return (
        <SignedInWall
          key={identityOf(state.signIn, state.user)}
          services={{ ...services, call }}
          create={create}
          user={state.user}
          token={state.token}
        />
      );
  }
}
