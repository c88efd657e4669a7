import { useEffect, useState, useSyncExternalStore } from 'react';
import { cabinShown, cabinState } from '../../contract/endpoints/cabin.ts';
import type { Call } from '../../contract/call.ts';
import { Cabin, CabinPairing, watchCabin } from '../../features/cabin/index.ts';
import { useSelfRepair } from '../../parts/display/useSelfRepair.ts';
import { useWakeLock } from '../../parts/display/useWakeLock.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import { createCall } from '../api/createCall.ts';
import { createWallSession, type WallSession } from '../wall/createWallSession.ts';

/** The page's own client and sign-in, apart from the session of a user of this browser. */
function createCabin(): { readonly session: WallSession; readonly call: Call } {
  const session = createWallSession(() => call, 'cabin');
  const call = createCall({
    fetch: (url, init) => window.fetch(url, init),
    token: session.token,
    // No one is in a car to read a notice of a failed call.
    notifyError: () => undefined,
    endSession: () => {
      session.renew();
      return false;
    },
  });
  return { session, call };
}

/** `/cabin`: the page in a car, which signs in by its pairing and runs for months. */
export function CabinScreen() {
  const [{ session, call }] = useState(createCabin);
  useEffect(() => session.start(), [session]);
  const state = useSyncExternalStore(session.subscribe, session.getSnapshot);
  useSelfRepair(true);
  useWakeLock();
  switch (state.kind) {
    case 'renewing':
      return null;
    case 'unpaired':
      return <CabinPairing message={state.message} onRedeem={session.redeem} />;
    case 'signedIn':
      return <SignedInCabin key={state.signIn} call={call} />;
  }
}

function SignedInCabin({ call }: { call: Call }) {
  const [feed] = useState(() =>
    watchCabin({
      async load() {
        const state = await call(cabinState, {}, { quiet: true });
        if (state === null) throw new Error('this session is no page in a car');
        return state;
      },
      shown: (id) => call(cabinShown, { id }, { quiet: true }),
      monotonicMs: () => performance.now(),
    }),
  );
  const view = useObservable(feed.view$, { state: null, nowMs: 0, lostSinceMs: null });
  return <Cabin view={view} onSeen={feed.seen} />;
}
