import { md5 } from 'js-md5';
import { CallError, type Call } from '../../contract/call.ts';
import { changeOwnPassword, login, logout } from '../../contract/endpoints/auth.ts';
import { visitMine } from '../../contract/endpoints/visit.ts';
import type { WorkActions } from '../../features/work/model/actions.ts';
import {
  emptyDraft,
  keptSessionSchema,
  nextToSend,
  type KeptMine,
  type KeptWorkSession,
  type Queued,
} from '../../features/work/model/kept.ts';
import { openingState, reduceWork, type WorkEvent, type WorkState } from '../../features/work/model/workState.ts';
import { createCall, type CallDeps } from '../api/createCall.ts';
import type { KeyedStore } from './keyedStore.ts';
import { accountKey, keysOfUser, readKeptOfUser, readUnsent, sessionKey } from './keptOfUser.ts';
import { sendStep } from './sendStep.ts';

export interface WorkDeps {
  readonly fetch: CallDeps['fetch'];
  readonly openStore: () => Promise<KeyedStore>;
  readonly nowMs: () => number;
  /** 22 characters that no other telephone draws: names of photos and of requests. */
  readonly newName: () => string;
  readonly after: (ms: number, run: () => void) => void;
}

/** The telephone of a worker or a safety officer: what it shows, and what can be done with it. */
export interface Work extends WorkActions {
  /** The server, for questions whose answers the telephone does not keep. */
  readonly call: Call;
  readonly state: () => WorkState;
  readonly subscribe: (listener: () => void) => () => void;
}

const retryAfterMs = 15_000;
/** A Date header tells only seconds: a difference below this says nothing. */
const clockNoiseMs = 2_000;

const isQuota = (error: unknown): boolean => error instanceof Error && error.name === 'QuotaExceededError';
const storeProblemOf = (error: unknown): string =>
  isQuota(error)
    ? '手机存储空间已满，这一步没有保存。请清理手机空间后再做一次，之前的内容都在'
    : '手机未能保存这一步，请再做一次；仍不行请重新打开本页，之前的内容都在';

export function createWork({ fetch, openStore, nowMs, newName, after }: WorkDeps): Work {
  let state = openingState;
  const listeners = new Set<() => void>();
  const dispatch = (event: WorkEvent): void => {
    state = reduceWork(state, event);
    for (const listener of listeners) listener();
  };

  let opened: KeyedStore | undefined;
  const store = async (): Promise<KeyedStore> => (opened ??= await openStore());

  // One write after the other: what was typed later is kept last.
  let writing: Promise<unknown> = Promise.resolve();
  function keep(changes: Parameters<KeyedStore['write']>[0]): Promise<boolean> {
    const done = writing.then(async () => {
      try {
        await (await store()).write(changes);
        return true;
      } catch (error) {
        dispatch({ type: 'storeFailed', message: storeProblemOf(error) });
        return false;
      }
    });
    writing = done;
    return done;
  }

  /** The middle of the request is when the server looked at its clock. */
  function measure(sentAtMs: number, serverMs: number): number {
    return Math.round((sentAtMs + nowMs()) / 2 - serverMs);
  }

  const call = createCall({
    async fetch(url, init) {
      const sentAtMs = nowMs();
      const response = await fetch(url, init);
      const toldMs = Date.parse(response.headers.get('date') ?? '');
      if (!Number.isNaN(toldMs)) {
        const offsetMs = measure(sentAtMs, toldMs + 500);
        if (Math.abs(offsetMs - state.offsetMs) > clockNoiseMs) dispatch({ type: 'clockMeasured', offsetMs });
      }
      return response;
    },
    token: () => state.token,
    notifyError: () => undefined,
    endSession({ message, token }) {
      const { user } = state;
      if (user === null || state.token === null || token !== state.token) return false;
      void keep([[sessionKey, { token: null, user }]]);
      dispatch({ type: 'sessionEnded', message });
      return true;
    },
  });

  const own = () => keysOfUser(state.user?.id ?? 0);
  const isStill = (userId: number | undefined): boolean => userId !== undefined && state.user?.id === userId;

  async function enter(session: KeptWorkSession): Promise<void> {
    dispatch({ type: 'entered', session, kept: await readKeptOfUser(await store(), session.user.id) });
    if (session.token === null || session.user.must_change_password) return;
    await Promise.all([work.refresh(), work.flush()]);
  }

  let flushing: Promise<void> | undefined;
  let isRetryDue = false;
  function retryLater(): void {
    if (isRetryDue) return;
    isRetryDue = true;
    after(retryAfterMs, () => {
      isRetryDue = false;
      void work.flush();
    });
  }

  async function sendAll(): Promise<void> {
    const userId = state.user?.id;
    for (;;) {
      const entry = nextToSend(state.queue);
      if (entry === undefined || state.token === null || !isStill(userId)) return;
      dispatch({ type: 'sendBegan', order: entry.order });
      const keys = own();
      const result = await sendStep(entry, {
        call,
        photoOf: (name) => state.photos.find((photo) => photo.name === name),
        async keepPhoto(photo) {
          if (isStill(userId)) dispatch({ type: 'photoKept', photo });
          return keep([[keys.photo(photo.name), photo]]);
        },
      });
      // The user left meanwhile; what was sent is sent again at the next sign-in and changes nothing.
      if (!isStill(userId)) return;
      if (result.kind === 'stopped') {
        dispatch({ type: 'sendStopped', message: result.message });
        if (state.token !== null) retryLater();
        return;
      }
      if (result.kind === 'refused') {
        const refused = { ...entry, refusal: result.message };
        await keep([[keys.queued(entry.order), refused]]);
        dispatch({ type: 'refused', entry: refused });
        continue;
      }
      const written = state.drafts.find(({ visitId }) => visitId === entry.step.id);
      const draft =
        entry.step.event === 'visit.submitted' && written !== undefined ? { ...written, isSent: true } : undefined;
      await keep([
        [keys.queued(entry.order), undefined],
        ...(draft === undefined ? [] : [[keys.draft(draft.visitId), draft] as const]),
      ]);
      if (!isStill(userId)) return;
      dispatch({ type: 'sent', order: entry.order, visit: result.visit, draft });
    }
  }

  /** Visits that are over: their record is the server's, and what the telephone kept of them goes. */
  function goneFrom(mine: KeptMine): ReadonlySet<number> {
    const isHeld = (visitId: number): boolean =>
      mine.answer.visits.some(({ id }) => id === visitId) || state.queue.some(({ step }) => step.id === visitId);
    const unwritten = state.drafts.filter(({ isSent }) => !isSent).map(({ visitId }) => visitId);
    const all = [...state.drafts, ...state.photos].map(({ visitId }) => visitId);
    return new Set(all.filter((visitId) => !isHeld(visitId) && !unwritten.includes(visitId)));
  }

  const work: Work = {
    call,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async open() {
      try {
        const kept = await store();
        const [[, session] = []] = await kept.read(sessionKey);
        const parsed = keptSessionSchema.safeParse(session);
        if (parsed.success) return await enter(parsed.data);
        const [[, account] = []] = await kept.read(accountKey);
        dispatch({
          type: 'nobodyKept',
          account: typeof account === 'string' ? account : '',
          unsent: await readUnsent(kept),
        });
      } catch {
        dispatch({
          type: 'storeUnreadable',
          message: '浏览器不允许本页保存数据，维保记录会丢失。请退出无痕模式，或换用系统自带的浏览器打开',
        });
      }
    },
    async signIn(account, password) {
      dispatch({ type: 'signInAsked', account });
      try {
        const { token, userInfo } = await call(login, { account, password: md5(password) }, { quiet: true });
        const session = { token, user: userInfo };
        const isKept = await keep([
          [sessionKey, session],
          [accountKey, userInfo.account],
          [keysOfUser(userInfo.id).account, userInfo.account],
        ]);
        if (isKept) await enter(session);
        else dispatch({ type: 'signInRefused', message: state.storeProblem });
      } catch (error) {
        const message = error instanceof CallError ? error.message : '登录失败，请稍后重试';
        dispatch({ type: 'signInRefused', message });
      }
    },
    async wantSignIn() {
      dispatch({ type: 'signInWanted', unsent: await readUnsent(await store()) });
    },
    async changePassword(oldPassword, newPassword) {
      const { user, token } = state;
      await call(changeOwnPassword, { old_password: md5(oldPassword), new_password: newPassword }, { quiet: true });
      dispatch({ type: 'passwordChanged' });
      if (user !== null) await keep([[sessionKey, { token, user: { ...user, must_change_password: false } }]]);
      await Promise.all([work.refresh(), work.flush()]);
    },
    async signOut() {
      const { token } = state;
      if (token !== null) void call(logout, { token }, { quiet: true }).catch(() => undefined);
      await keep([[sessionKey, undefined]]);
      dispatch({ type: 'signedOut', unsent: await readUnsent(await store()) });
    },
    async refresh() {
      const userId = state.user?.id;
      if (state.token === null || userId === undefined) return;
      dispatch({ type: 'loadBegan' });
      const sentAtMs = nowMs();
      try {
        const answer = await call(visitMine, {}, { quiet: true });
        if (!isStill(userId)) return;
        const mine = { answer, offsetMs: measure(sentAtMs, Date.parse(answer.now)), atMs: nowMs() };
        const gone = goneFrom(mine);
        const { photos } = state;
        dispatch({ type: 'loaded', mine, gone });
        const keys = own();
        await keep([
          [keys.mine, mine],
          ...[...gone].map((visitId) => [keys.draft(visitId), undefined] as const),
          ...photos
            .filter(({ visitId }) => gone.has(visitId))
            .map(({ name }) => [keys.photo(name), undefined] as const),
        ]);
      } catch (error) {
        if (!isStill(userId)) return;
        const isDenied = error instanceof CallError && error.kind === 'denied';
        const message = error instanceof CallError ? error.message : '加载失败，请稍后重试';
        dispatch({ type: 'loadFailed', isDenied, message });
      }
    },
    async changeDraft(visitId, title, change) {
      const draft = change(state.drafts.find((one) => one.visitId === visitId) ?? emptyDraft(visitId, title));
      dispatch({ type: 'draftChanged', draft });
      await keep([[own().draft(draft.visitId), draft]]);
    },
    async addPhoto(visitId, blob) {
      const photo = { name: `${newName()}.jpg`, visitId, blob, uploadedAs: null };
      if (!(await keep([[own().photo(photo.name), photo]]))) return undefined;
      dispatch({ type: 'photoKept', photo });
      return photo.name;
    },
    async take(step, title, { draft, replaced } = {}) {
      const order = replaced?.order ?? Math.max(nowMs(), (state.queue.at(-1)?.order ?? 0) + 1);
      const entry: Queued = { order, title, step: { ...step, request_id: newName() }, refusal: null };
      const keys = own();
      const isKept = await keep([
        [keys.queued(order), entry],
        ...(draft === undefined ? [] : [[keys.draft(draft.visitId), draft] as const]),
      ]);
      if (!isKept) return false;
      if (draft !== undefined) dispatch({ type: 'draftChanged', draft });
      dispatch({ type: 'queued', entry });
      void work.flush();
      return true;
    },
    async retry(entry) {
      const again = { ...entry, refusal: null };
      if (await keep([[own().queued(entry.order), again]])) dispatch({ type: 'queued', entry: again });
      await work.flush();
    },
    async discard(entry) {
      if (await keep([[own().queued(entry.order), undefined]])) dispatch({ type: 'unqueued', order: entry.order });
      await work.flush();
    },
    async flush() {
      if (state.phase !== 'inside') return;
      flushing ??= sendAll().finally(() => {
        flushing = undefined;
      });
      await flushing;
    },
  };
  return work;
}
