import type { VisitStep } from '../../../contract/endpoints/visit.ts';
import type { Draft, Queued } from './kept.ts';

/** The actions on the telephone. Nothing rejects except `changePassword`: what went wrong stands in the state. */
export interface WorkActions {
  /** Reads what the telephone keeps. Also leads back from a sign-in that an expired user does not want after all. */
  open(): Promise<void>;
  signIn(account: string, password: string): Promise<void>;
  /** Leaves the record for the sign-in form; both are there afterwards. */
  wantSignIn(): Promise<void>;
  /** Rejects with a CallError. */
  changePassword(oldPassword: string, newPassword: string): Promise<void>;
  signOut(): Promise<void>;
  refresh(): Promise<void>;
  /** Changes the record of a visit as it is by then; `title` names one that begins with this. */
  changeDraft(visitId: number, title: string, change: (before: Draft) => Draft): Promise<void>;
  /** Returns the photo's name, or undefined where the telephone could not keep it. */
  addPhoto(visitId: number, blob: Blob): Promise<string | undefined>;
  /**
   * Queues a step, and sends what is queued. Returns whether the telephone kept it; a draft is kept with it. `replaced`: a
   * refused step that it stands for.
   */
  take(
    step: VisitStep,
    title: string,
    options?: { readonly draft?: Draft; readonly replaced?: Queued | undefined },
  ): Promise<boolean>;
  retry(entry: Queued): Promise<void>;
  discard(entry: Queued): Promise<void>;
  flush(): Promise<void>;
}

export interface StatedPlace {
  readonly lng: number;
  readonly lat: number;
  readonly accuracyM: number;
}

/** The telephone's own parts, as a page may ask for them. */
export interface Telephone {
  readonly nowMs: () => number;
  /** Null where the telephone has no place to tell, or takes too long over it. */
  locate(this: void): Promise<StatedPlace | null>;
  /** A picture from the camera, small enough to send and with these lines drawn on it. Rejects where it is no picture. */
  stamped(this: void, file: Blob, lines: readonly string[]): Promise<Blob>;
  /**
   * Shows the camera in this element until a code is read or the signal ends it; resolves with the code's text. Rejects where
   * there is no camera, or it may not be used.
   */
  readCode(this: void, video: HTMLVideoElement, signal: AbortSignal): Promise<string>;
  /** True if the page opens without a network: a browser allows that only over TLS. */
  readonly opensOffline: boolean;
}
