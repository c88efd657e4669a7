import type { Observable } from 'rxjs';
import type { PushEvent } from '../../contract/push.ts';
import type { RingingCall } from '../../contract/ringingCall.ts';

/** The state of the push link. `waiting`: dropped, the next attempt is scheduled. `refused`: the server did not accept our sign-in. */
export type LinkState = 'connecting' | 'live' | 'stale' | 'waiting' | 'refused' | 'closed';
export interface LinkStatus {
  readonly state: LinkState;
  /** The time of its beginning, by this machine's clock, epoch ms. */
  readonly sinceMs: number;
  /** With `refused`: this page had to give way to a newer one of the same user, whose session continues. */
  readonly isCrowdedOut?: boolean;
}

/** The feed that app hands to the screens: one shared push link and the clock of the server. */
export interface LiveFeed {
  readonly link$: Observable<LinkStatus>;
  /** Every pushed event once, in order. */
  readonly events$: Observable<PushEvent>;
  /** Unanswered calls that ring, worst and oldest first. */
  readonly ringing$: Observable<readonly RingingCall[]>;
  /** The server's time each second, epoch ms. */
  readonly serverNow$: Observable<number>;
  /** Emits when what was loaded may be old (another epoch, a gap): load again. */
  readonly snapshotNeeded$: Observable<void>;
}
