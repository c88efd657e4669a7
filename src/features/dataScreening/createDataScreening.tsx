import { EMPTY, Subject, merge, of, type Observable } from 'rxjs';
import { useState, type ComponentType } from 'react';
import {
  statsAreaCommunityElevator,
  statsElevator,
  statsElevatorBrand,
  statsElevatorEvent,
} from '../../contract/endpoints/stats.ts';
import { alarmWhy } from '../../contract/endpoints/whyRang.ts';
import { alarmRecordList } from '../../contract/endpoints/alarm.ts';
import { rescueList } from '../../contract/endpoints/rescue.ts';
import { statsWorks } from '../../contract/endpoints/stats.ts';
import { changeOf, isChangeOf } from '../../contract/streamChange.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import type { LinkStatus } from '../../streams/link/liveFeed.ts';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import { watchLatest } from '../../streams/loading/watchLatest.ts';
import { watchRescueQueue } from '../../streams/calls/watchRescueQueue.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import { useNowMs } from '../../ui/time/useNowMs.ts';
import { DataScreening } from './DataScreening.tsx';
import type { ShownAlarms } from './LatestAlarms.tsx';
import { watchWaitingWork } from '../../streams/lists/watchWaitingWork.ts';

const notConnected: LinkStatus = { state: 'connecting', sinceMs: 0 };
const openPageSize = 100;
const shownAlarms = 6;
const figuresEveryMs = 300_000;

/** The overview (`/`): its counts and open orders follow the pushes. */
export function createDataScreening({ call, live, can, openRescue }: FeatureDeps): ComponentType {
  const mayViewRescues = can('rescue.view');
  const openRescues$ = mayViewRescues
    ? watchRescueQueue({
        load: async () => (await call(rescueList, { scope: 'pending', page_size: openPageSize }, { quiet: true })).list,
        events$: live.events$,
        snapshotNeeded$: live.snapshotNeeded$,
        answers$: EMPTY,
        patch: (row) => row,
      })
    : of(loading);

  const mayViewAlarms = can('alarm.view');
  const alarms$: Observable<LoadState<ShownAlarms>> = mayViewAlarms
    ? watchLatest({
        load: () => call(alarmRecordList, { page_size: shownAlarms }, { quiet: true }),
        events$: live.events$,
        reload$: live.snapshotNeeded$,
        // A rescue takes its alarm off what is to be done.
        concerns: (event) =>
          event.kind === 'rescue.ringing' || isChangeOf(event, 'rescue') || changeOf(event)?.stream === 'alarm',
      })
    : of(loading);

  const mayViewLifts = can('elevator.view');
  const figures$ = mayViewLifts
    ? watchLatest(
        {
          load: async () => {
            const [ages, brands, tree] = await Promise.all([
              call(statsElevator, {}, { quiet: true }),
              call(statsElevatorBrand, {}, { quiet: true }),
              call(statsAreaCommunityElevator, { areas_only: true }, { quiet: true }),
            ]);
            return { ages, brands, tree };
          },
          reload$: live.snapshotNeeded$,
        },
        { atLeastEveryMs: figuresEveryMs },
      )
    : of(loading);
  const today$ = watchLatest(
    {
      load: () => call(statsElevatorEvent, {}, { quiet: true }),
      events$: live.events$,
      concerns: ({ kind }) => kind === 'alarm.raised' || kind === 'rescue.ringing' || kind === 'rescue.over',
      reload$: live.snapshotNeeded$,
    },
    { atMostEveryMs: 10_000, atLeastEveryMs: 60_000 },
  );

  return function Screen() {
    const [retries$] = useState(() => new Subject<void>());
    const [works$] = useState(() =>
      watchWaitingWork({
        load: () => call(statsWorks, {}, { quiet: true }),
        events$: live.events$,
        reload$: merge(live.snapshotNeeded$, retries$),
      }),
    );
    const localNowMs = useNowMs();
    const works = useObservable(works$, loading);
    const rescues = useObservable(openRescues$, loading);
    const alarms = useObservable(alarms$, loading);
    const figures = useObservable(figures$, loading);
    const today = useObservable(today$, loading);
    const link = useObservable(live.link$, notConnected);
    const serverNowMs = useObservable(live.serverNow$, localNowMs);
    return (
      <DataScreening
        works={works}
        rescues={mayViewRescues ? rescues : null}
        alarms={mayViewAlarms ? alarms : null}
        whyAlarm={(id) => call(alarmWhy, { id }, { quiet: true })}
        figures={mayViewLifts ? figures : null}
        today={today}
        isLinkLive={link.state === 'live' || link.state === 'connecting'}
        localNowMs={localNowMs}
        serverNowMs={serverNowMs}
        onRetry={() => retries$.next()}
        onOpenRescue={openRescue}
      />
    );
  };
}
