import { useState } from 'react';
import { from, Subject } from 'rxjs';
import type { Call } from '../../contract/call.ts';
import { logCutConfirm, logCutList } from '../../contract/endpoints/logCut.ts';
import type { LiveFeed } from '../../streams/link/liveFeed.ts';
import { loading } from '../../streams/loading/loadState.ts';
import { watchLatest } from '../../streams/loading/watchLatest.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import { LogCutBanner } from './LogCutBanner.tsx';

/** Another administrator's confirmation is not pushed. */
const askEveryMs = 120_000;

interface LogCutHostProps {
  call: Call;
  live: Pick<LiveFeed, 'events$' | 'snapshotNeeded$'>;
}

/** Emits the losses by a fail-over of the database, for users who may confirm them. A notice comes with each, so that it is shown at once. */
function createLogCuts({ call, live }: LogCutHostProps) {
  const confirmed$ = new Subject<void>();
  const load = () => from(call(logCutList, {}, { quiet: true }).then(({ list }) => list));
  return {
    cuts$: watchLatest(
      { load, events$: live.events$, concerns: ({ kind }) => kind === 'notice.raised', reload$: confirmed$ },
      { atLeastEveryMs: askEveryMs },
    ),
    confirm: async (position: number, note: string): Promise<void> => {
      await call(logCutConfirm, { position, note }, { quiet: true });
      confirmed$.next();
    },
  };
}

/** The standing notice of the layout. */
export function LogCutHost({ call, live }: LogCutHostProps) {
  const [{ cuts$, confirm }] = useState(() => createLogCuts({ call, live }));
  const cuts = useObservable(cuts$, loading);
  return cuts.kind === 'ready' ? (
    <LogCutBanner cuts={cuts.value} onConfirm={({ position }, note) => confirm(position, note)} />
  ) : null;
}
