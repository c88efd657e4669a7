import { EMPTY, Subject } from 'rxjs';
import { useState } from 'react';
import { wallList, wallPair, wallRevoke } from '../../contract/endpoints/wall.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { loading } from '../../streams/loading/loadState.ts';
import { watchLatest } from '../../streams/loading/watchLatest.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import { useNowMs } from '../../ui/time/useNowMs.ts';
import { PairWallDialog } from './PairWallDialog.tsx';

/** A wall that was just paired shows up while its administrator still looks. */
const refreshEveryMs = 3_000;

/** The walls of this site with everything live in it. */
export function PairWalls({ deps: { call, can, live }, onClose }: { deps: FeatureDeps; onClose: () => void }) {
  const [revoked$] = useState(() => new Subject<void>());
  const [walls$] = useState(() =>
    can('config.view')
      ? watchLatest(
          { load: () => call(wallList, {}, { quiet: true }), events$: EMPTY, concerns: () => false, reload$: revoked$ },
          { atLeastEveryMs: refreshEveryMs },
        )
      : EMPTY,
  );
  const walls = useObservable(walls$, loading);
  const localNowMs = useNowMs();
  const nowMs = useObservable(live.serverNow$, localNowMs);
  return (
    <PairWallDialog
      walls={can('config.view') ? walls : null}
      nowMs={nowMs}
      address={`${window.location.origin}/data-board`}
      onPair={(name) => call(wallPair, { name }, { quiet: true })}
      onRevoke={async (id) => {
        await call(wallRevoke, { id }, { quiet: true });
        revoked$.next();
      }}
      onClose={onClose}
    />
  );
}
