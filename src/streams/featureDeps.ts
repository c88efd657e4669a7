import type { Observable } from 'rxjs';
import type { Call, SaveFile } from '../contract/call.ts';
import type { UserInfo } from '../contract/entities/session.ts';
import type { Permission } from '../contract/permissions.ts';
import type { LiveFeed } from './link/liveFeed.ts';

/** Short notices at the edge of the screen, in Chinese. */
export interface Notify {
  readonly success: (text: string) => void;
  /** The centred red one of specification section 8. */
  readonly error: (text: string) => void;
}

/** The looping alarm of this page, for screens that sound without a dialog. */
export interface AlarmSounder {
  /** `blocked`: the browser waits for a click or key press on this page. */
  readonly permission$: Observable<'unknown' | 'armed' | 'blocked'>;
  /** Loops until stopped. */
  readonly start: () => void;
  readonly stop: () => void;
  /** Call it within a click: makes later alarms audible. */
  readonly arm: () => void;
}

/** The recorded incident: a rescue order's call, or an alarm. */
export interface RecordedIncident {
  readonly kind: 'rescue' | 'alarm';
  readonly id: number;
}

/**
 * The services of every page of a signed-in user, also one outside the desk, on a telephone or a display. A feature that needs no more asks
 * for no more: it can then stand there, too.
 */
export interface PageDeps {
  /**
   * Makes a call. When it rejects, the failure has already been shown to the user, unless it was made with `quiet`: loads that draw an error
   * state and forms that show field errors (`CallError.fieldErrors`) use that.
   */
  readonly call: Call;
  /** For the calls that return a file. */
  readonly saveFile: SaveFile;
  readonly live: LiveFeed;
  readonly user: UserInfo;
  readonly can: (permission: Permission) => boolean;
  readonly notify: Notify;
  /** A tick every second that is not throttled in a hidden tab. */
  readonly ticks$: Observable<void>;
  /** Storage that stays when the page is left or reloaded, and goes with the tab and at logout: parse what it returns. */
  readonly tabStorage: Pick<Storage, 'getItem' | 'setItem'>;
}

/** The ways that lead from a page to other parts of the desk. */
export interface DeskWays {
  /** Goes to RescueCall and opens the handling of this lift's open call: `/alarm-center?elevator_id=…&handle=1`. */
  readonly openRescue: (elevatorId: number) => void;
  /** Opens the search that finds a lift from anywhere (Ctrl+K). */
  readonly findLift: () => void;
  /** Opens the lift's minutes around a call or an alarm. */
  readonly openRecording: (incident: RecordedIncident) => void;
}

/**
 * The services that app hands to the factory of a page in the layout: `createRescueCall(deps)` returns its component. Made once per signed-in
 * session.
 */
export interface FeatureDeps extends PageDeps, DeskWays {
  readonly sound: AlarmSounder;
}
