import type { VisitDetail } from '../../../contract/entities/visit.ts';
import { loginExpiredMessage } from '../../../contract/envelope.ts';
import type { UserInfo } from '../../../contract/entities/session.ts';
import type { Draft, KeptMine, KeptPhoto, KeptWorkSession, Queued } from './kept.ts';

/** The data that the telephone has kept for one user. */
export interface KeptOfUser {
  readonly mine: KeptMine | null;
  readonly drafts: readonly Draft[];
  readonly photos: readonly KeptPhoto[];
  readonly queue: readonly Queued[];
}

/** The user whose unsent records lie on this telephone. */
export interface UnsentOf {
  readonly account: string;
  readonly num: number;
}

export type LoadState =
  { readonly kind: 'idle' | 'loading' } | { readonly kind: 'failed' | 'denied'; readonly message: string };

/** The page of the telephone. `signedOut` shows the form; `inside` also holds after the session has expired. */
export interface WorkState extends KeptOfUser {
  readonly phase: 'opening' | 'unreadable' | 'signedOut' | 'signingIn' | 'inside';
  readonly user: UserInfo | null;
  /** Null after the session has expired: what was written stays and waits for the next sign-in. */
  readonly token: string | null;
  readonly account: string;
  /** The reason why the sign-in was refused, the session ended, or the telephone's store cannot be read. */
  readonly message: string;
  readonly unsent: readonly UnsentOf[];
  /** The sign-in form stands before records of a user whose session has expired, and leads back to them. */
  readonly isLeavable: boolean;
  readonly load: LoadState;
  readonly offsetMs: number;
  /** The `order` of the step that is being sent. */
  readonly sending: number | null;
  /** The reason why sending has stopped for now; empty while it goes on. */
  readonly sendProblem: string;
  /** The things that could not be kept; empty where everything is. */
  readonly storeProblem: string;
}

const nothingKept: KeptOfUser = { mine: null, drafts: [], photos: [], queue: [] };

export const openingState: WorkState = {
  ...nothingKept,
  phase: 'opening',
  user: null,
  token: null,
  account: '',
  message: '',
  unsent: [],
  isLeavable: false,
  load: { kind: 'idle' },
  offsetMs: 0,
  sending: null,
  sendProblem: '',
  storeProblem: '',
};

export type WorkEvent =
  | { readonly type: 'entered'; readonly session: KeptWorkSession; readonly kept: KeptOfUser }
  | { readonly type: 'nobodyKept'; readonly account: string; readonly unsent: readonly UnsentOf[] }
  | { readonly type: 'storeUnreadable'; readonly message: string }
  | { readonly type: 'signInAsked'; readonly account: string }
  | { readonly type: 'signInRefused'; readonly message: string }
  /** An expired user wants to sign in again. */
  | { readonly type: 'signInWanted'; readonly unsent: readonly UnsentOf[] }
  | { readonly type: 'sessionEnded'; readonly message: string }
  | { readonly type: 'passwordChanged' }
  | { readonly type: 'signedOut'; readonly unsent: readonly UnsentOf[] }
  | { readonly type: 'loadBegan' }
  | { readonly type: 'loaded'; readonly mine: KeptMine; readonly gone: ReadonlySet<number> }
  | { readonly type: 'loadFailed'; readonly isDenied: boolean; readonly message: string }
  | { readonly type: 'clockMeasured'; readonly offsetMs: number }
  | { readonly type: 'draftChanged'; readonly draft: Draft }
  | { readonly type: 'photoKept'; readonly photo: KeptPhoto }
  | { readonly type: 'queued'; readonly entry: Queued }
  | { readonly type: 'unqueued'; readonly order: number }
  | { readonly type: 'sendBegan'; readonly order: number }
  | { readonly type: 'sent'; readonly order: number; readonly visit: VisitDetail; readonly draft: Draft | undefined }
  | { readonly type: 'refused'; readonly entry: Queued }
  | { readonly type: 'sendStopped'; readonly message: string }
  | { readonly type: 'storeFailed'; readonly message: string };

const put = <One>(list: readonly One[], one: One, isSame: (other: One) => boolean): readonly One[] =>
  list.some(isSame) ? list.map((other) => (isSame(other) ? one : other)) : [...list, one];

const putQueued = (queue: readonly Queued[], entry: Queued): readonly Queued[] =>
  put(queue, entry, ({ order }) => order === entry.order).toSorted((a, b) => a.order - b.order);

const withVisit = (mine: KeptMine | null, visit: VisitDetail): KeptMine | null =>
  mine === null
    ? null
    : {
        ...mine,
        answer: {
          ...mine.answer,
          visits: mine.answer.visits.map((other) => (other.id === visit.id ? visit : other)),
        },
      };

/** The page after an event. */
export function reduceWork(state: WorkState, event: WorkEvent): WorkState {
  switch (event.type) {
    case 'entered': {
      const { session, kept } = event;
      return {
        ...openingState,
        ...kept,
        phase: 'inside',
        user: session.user,
        token: session.token,
        account: session.user.account,
        message: session.token === null ? state.message || loginExpiredMessage : '',
        offsetMs: kept.mine?.offsetMs ?? state.offsetMs,
      };
    }
    case 'nobodyKept':
      return { ...openingState, phase: 'signedOut', account: event.account, unsent: event.unsent };
    case 'storeUnreadable':
      return { ...openingState, phase: 'unreadable', message: event.message };
    case 'signInAsked':
      return { ...state, phase: 'signingIn', account: event.account, message: '' };
    case 'signInRefused':
      return { ...state, phase: 'signedOut', message: event.message };
    case 'signInWanted':
      return {
        ...openingState,
        phase: 'signedOut',
        account: state.account,
        message: state.message,
        unsent: event.unsent,
        isLeavable: true,
      };
    case 'sessionEnded':
      return state.phase === 'inside' ? { ...state, token: null, message: event.message, sending: null } : state;
    case 'passwordChanged':
      return state.user === null ? state : { ...state, user: { ...state.user, must_change_password: false } };
    case 'signedOut':
      return { ...openingState, phase: 'signedOut', account: state.account, unsent: event.unsent };
    case 'loadBegan':
      return { ...state, load: { kind: 'loading' } };
    case 'loaded':
      return {
        ...state,
        mine: event.mine,
        offsetMs: event.mine.offsetMs,
        load: { kind: 'idle' },
        drafts: state.drafts.filter(({ visitId }) => !event.gone.has(visitId)),
        photos: state.photos.filter(({ visitId }) => !event.gone.has(visitId)),
      };
    case 'loadFailed':
      return { ...state, load: { kind: event.isDenied ? 'denied' : 'failed', message: event.message } };
    case 'clockMeasured':
      return { ...state, offsetMs: event.offsetMs };
    case 'draftChanged':
      return {
        ...state,
        storeProblem: '',
        drafts: put(state.drafts, event.draft, ({ visitId }) => visitId === event.draft.visitId),
      };
    case 'photoKept':
      return {
        ...state,
        storeProblem: '',
        photos: put(state.photos, event.photo, ({ name }) => name === event.photo.name),
      };
    case 'queued':
      return { ...state, storeProblem: '', queue: putQueued(state.queue, event.entry) };
    case 'unqueued':
      return { ...state, queue: state.queue.filter(({ order }) => order !== event.order) };
    case 'sendBegan':
      return { ...state, sending: event.order, sendProblem: '' };
    case 'sent':
      return {
        ...state,
        sending: null,
        sendProblem: '',
        queue: state.queue.filter(({ order }) => order !== event.order),
        mine: withVisit(state.mine, event.visit),
        drafts:
          event.draft === undefined
            ? state.drafts
            : put(state.drafts, event.draft, ({ visitId }) => visitId === event.draft?.visitId),
      };
    case 'refused':
      return { ...state, sending: null, queue: putQueued(state.queue, event.entry) };
    case 'sendStopped':
      return { ...state, sending: null, sendProblem: event.message };
    case 'storeFailed':
      return { ...state, storeProblem: event.message };
  }
}
