import type { Observable } from 'rxjs';
import type { Call } from '../../contract/call.ts';
import { elevatorDetail } from '../../contract/endpoints/elevator.ts';
import type { ElevatorDetail } from '../../contract/entities/elevator.ts';
import type { PushEvent } from '../../contract/push.ts';
import { changeOf, isChangeOf } from '../../contract/streamChange.ts';
import type { LiveFeed } from '../link/liveFeed.ts';
import type { LoadState } from '../loading/loadState.ts';
import { watchRecord } from '../loading/watchRecord.ts';

/** A lift with its contacts, reloaded when its device comes or goes, and when a push that `alsoOn` names is about it. */
export const watchElevator = (
  {
    call,
    live: { events$, snapshotNeeded$ },
  }: { readonly call: Call; readonly live: Pick<LiveFeed, 'events$' | 'snapshotNeeded$'> },
  elevatorId: number,
  alsoOn: (event: PushEvent) => boolean = () => false,
): Observable<LoadState<ElevatorDetail>> =>
  watchRecord({
    load: () => call(elevatorDetail, { id: elevatorId }, { quiet: true }),
    events$,
    concerns: (event) => changeOf(event)?.elevatorId === elevatorId && (isChangeOf(event, 'device') || alsoOn(event)),
    reload$: snapshotNeeded$,
  });
