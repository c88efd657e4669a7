import { EMPTY, map, Subject } from 'rxjs';
import { useState } from 'react';
import { wallList, wallPair, wallRevoke, type PairedWallRow } from '../../contract/endpoints/wall.ts';
import type { PageDeps } from '../../streams/featureDeps.ts';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import { watchLatest } from '../../streams/loading/watchLatest.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import { useNowMs } from '../../ui/time/useNowMs.ts';
import { PairDisplayDialog } from './PairDisplayDialog.tsx';

/** A display that was just paired shows up while its administrator still looks. */
const refreshEveryMs = 3_000;

interface PairDisplaysProps {
  deps: Pick<PageDeps, 'call' | 'can' | 'live'>;
  /** Pairs the page in this lift's car; walls without it. */
  lift?: { readonly id: number; readonly tag: string } | undefined;
  onClose: () => void;
}

const only = (
  state: LoadState<readonly PairedWallRow[]>,
  isMeant: (row: PairedWallRow) => boolean,
): LoadState<readonly PairedWallRow[]> =>
  state.kind === 'ready' ? { ...state, value: state.value.filter(isMeant) } : state;

/** The walls of this site, or the pages in one lift's car, with everything live in it. */
export function PairDisplays({ deps: { call, can, live }, lift, onClose }: PairDisplaysProps) {
  const [revoked$] = useState(() => new Subject<void>());
  const [walls$] = useState(() =>
    can('config.view')
      ? watchLatest(
          { load: () => call(wallList, {}, { quiet: true }), reload$: revoked$ },
          { atLeastEveryMs: refreshEveryMs },
        ).pipe(map((state) => only(state, ({ elevator_tag: tag }) => tag === (lift?.tag ?? null))))
      : EMPTY,
  );
  const walls = useObservable<LoadState<readonly PairedWallRow[]>>(walls$, loading);
  const localNowMs = useNowMs();
  const nowMs = useObservable(live.serverNow$, localNowMs);
  return (
    <PairDisplayDialog
      noun={lift === undefined ? '大屏' : '轿厢屏'}
      walls={can('config.view') ? walls : null}
      nowMs={nowMs}
      address={`${window.location.origin}${lift === undefined ? '/data-board' : '/cabin'}`}
      onPair={(name) =>
        call(wallPair, { name, ...(lift === undefined ? {} : { elevator_id: lift.id }) }, { quiet: true })
      }
      onRevoke={async (id) => {
        await call(wallRevoke, { id }, { quiet: true });
        revoked$.next();
      }}
      onClose={onClose}
    />
  );
}
