import { BehaviorSubject, Subject } from 'rxjs';
import { expect, test } from 'vitest';
import type { RingingCall } from '../../contract/ringingCall.ts';
import { createDesktopNotices, type NotificationPort } from './createDesktopNotices.ts';

const call = (orderId: number, addr: string): RingingCall => ({
  key: `rescue-${orderId}`,
  kind: 'rescue',
  orderId,
  alarmId: null,
  elevatorId: orderId,
  priority: 1,
  title: '电梯困人求救',
  trigger: 'SOS',
  isReminder: false,
  tag: 'CH-01',
  addr,
  sosTel: '0571-1234',
  communityName: '翠苑三区',
  fullArea: '临安市',
  raisedAtMs: orderId,
});

/** A desktop that shows what the browser was asked to show. */
function desktop(permission: NotificationPermission = 'granted', { isPhone = false } = {}) {
  const shown: string[] = [];
  const clicks: (() => void)[] = [];
  let answer = permission;
  const changed$ = new Subject<void>();
  const port: NotificationPort = {
    permission: () => answer,
    ask: () => Promise.resolve((answer = 'granted')),
    changed$: changed$.asObservable(),
    show(title, body, onClick) {
      if (isPhone) throw new TypeError('Illegal constructor');
      clicks.push(onClick);
      shown.push(`${title}：${body}`);
      return () => void shown.pop();
    },
  };
  const isHidden$ = new BehaviorSubject(true);
  const ringing$ = new BehaviorSubject<readonly RingingCall[]>([]);
  const focused: string[] = [];
  const notices = createDesktopNotices({ port, isHidden$, focusWindow: () => void focused.push('window') });
  return {
    shown,
    isHidden$,
    ringing$,
    focused,
    notices,
    changeInSettings: (to: NotificationPermission) => {
      answer = to;
      changed$.next();
    },
    click: () => clicks.at(-1)?.(),
    watching: notices.watch(ringing$),
  };
}

test('a call that rings while the window is hidden is on the desktop, until it is answered', () => {
  const { shown, ringing$ } = desktop();
  ringing$.next([call(1, '3 栋')]);
  expect(shown).toEqual(['轿厢按钮求救，请立即接听：翠苑三区 3 栋']);
  ringing$.next([call(1, '3 栋'), call(2, '4 栋')]);
  expect(shown).toEqual(['轿厢按钮求救，请立即接听：翠苑三区 3 栋，另有 1 起呼叫等待受理']);
  ringing$.next([]);
  expect(shown).toEqual([]);
});

test('a visible window needs only the dialog; hiding it while a call rings brings the notice', () => {
  const { shown, ringing$, isHidden$ } = desktop();
  isHidden$.next(false);
  ringing$.next([call(1, '3 栋')]);
  expect(shown).toEqual([]);
  isHidden$.next(true);
  expect(shown).toHaveLength(1);
  isHidden$.next(false);
  expect(shown).toEqual([]);
});

test('a click leads to the window', () => {
  const { shown, ringing$, focused, click } = desktop();
  ringing$.next([call(1, '3 栋')]);
  click();
  expect([focused, shown]).toEqual([['window'], []]);
});

test('nothing is shown without permission, and it is asked for only when the user wants it', async () => {
  const { shown, ringing$, notices } = desktop('default');
  ringing$.next([call(1, '3 栋')]);
  expect(shown).toEqual([]);
  await notices.ask();
  expect(notices.permission()).toBe('granted');
  ringing$.next([call(1, '3 栋'), call(2, '4 栋')]);
  expect(shown).toHaveLength(1);
});

test('says so if the browser offers none', async () => {
  const notices = createDesktopNotices({
    port: null,
    isHidden$: new BehaviorSubject(true),
    focusWindow: () => undefined,
  });
  await notices.ask();
  expect(notices.permission()).toBe('unavailable');
});

test('logging out takes the notice away', () => {
  const { shown, ringing$, watching } = desktop();
  ringing$.next([call(1, '3 栋')]);
  watching.unsubscribe();
  expect(shown).toEqual([]);
});

test('a browser that lets no page show one says so, and the calls after it are still watched', () => {
  const { shown, ringing$, notices } = desktop('granted', { isPhone: true });
  const said: string[] = [];
  notices.permission$.subscribe((permission) => said.push(permission));
  ringing$.next([call(1, '3 栋')]);
  ringing$.next([call(1, '3 栋'), call(2, '4 栋')]);
  expect(shown).toEqual([]);
  expect(said).toEqual(['granted', 'unavailable']);
});

test('a permission that is taken back in the settings is known at once', () => {
  const { notices, changeInSettings } = desktop();
  const said: string[] = [];
  notices.permission$.subscribe((permission) => said.push(permission));
  changeInSettings('denied');
  expect(said).toEqual(['granted', 'denied']);
});
