import { expect, test } from 'vitest';
import { createToasts, ERROR_NOTICE_MS } from './createToasts.ts';

test('a server error stands for exactly one second', () => {
  const notifier = createToasts();
  notifier.notify({ tone: 'error', message: '账号或密码错误' });
  expect(notifier.getSnapshot()).toMatchObject([{ message: '账号或密码错误', durationMs: ERROR_NOTICE_MS }]);
  expect(ERROR_NOTICE_MS).toBe(1000);
});

test('the same message is shown again instead of stacked', () => {
  const notifier = createToasts();
  notifier.notify({ tone: 'error', message: '请求未响应' });
  const first = notifier.getSnapshot()[0];
  notifier.notify({ tone: 'error', message: '请求未响应' });
  expect(notifier.getSnapshot()).toHaveLength(1);
  expect(notifier.getSnapshot()[0]?.id).not.toBe(first?.id);
});

test('a dismissed notice is gone and listeners are notified', () => {
  const notifier = createToasts();
  let calls = 0;
  const stop = notifier.subscribe(() => calls++);
  notifier.notify({ tone: 'success', message: '复制成功' });
  const id = notifier.getSnapshot()[0]?.id ?? 0;
  notifier.dismiss(id);
  expect(notifier.getSnapshot()).toEqual([]);
  expect(calls).toBe(2);
  stop();
  notifier.notify({ tone: 'info', message: '已保存' });
  expect(calls).toBe(2);
});
