import { expect, test, vi } from 'vitest';
import { CallError } from '../../../contract/call.ts';
import { rescueRowFixture } from '../../../contract/fixtures/rescueFixtures.ts';
import type { Batch } from './batch.ts';
import { createBatchStore, type AskFor } from './batchStore.ts';

const rows = [1, 2].map((id) => rescueRowFixture({ id, stage: 'pending', agoMs: 60_000 }));
const claim = { kind: 'claim' } as const;
const losesSecond: AskFor = (id) =>
  id === 2 ? Promise.reject(new CallError('offline', '网络连接失败，请检查网络后重试', 0)) : Promise.resolve('已受理');

function desk() {
  const errors: string[] = [];
  const store = createBatchStore({ error: (text) => errors.push(text) });
  const open = () => {
    let shown: readonly Batch[] = [];
    const page = store.list$.subscribe((list) => (shown = list));
    return { leave: () => page.unsubscribe(), results: () => shown[0]?.items.map(({ outcome }) => outcome.kind) };
  };
  return { store, errors, open };
}

test('a request that fails after the desk was left is notified, and can be tried again when the user comes back', async () => {
  const { store, errors, open } = desk();
  const first = open();
  store.run('受理 2 起呼叫', claim, rows, losesSecond);
  first.leave();
  await vi.waitFor(() => expect(errors).toEqual(['受理 2 起呼叫：1 起未成功，请到“救援呼叫中心”重试']));
  const again = open();
  expect(again.results()).toEqual(['done', 'failed']);
  const asked: number[] = [];
  store.retry(1, () => (id) => {
    asked.push(id);
    return Promise.resolve('已受理');
  });
  await vi.waitFor(() => expect(again.results()).toEqual(['done', 'done']));
  expect(asked).toEqual([2]);
});

test('a failure that the desk shows is not notified as well', async () => {
  const { store, errors, open } = desk();
  const page = open();
  store.run('受理 2 起呼叫', claim, rows, losesSecond);
  await vi.waitFor(() => expect(page.results()).toEqual(['done', 'failed']));
  store.run('受理 1 起呼叫', claim, rows.slice(0, 1), losesSecond);
  await vi.waitFor(() => expect(page.results()).toEqual(['done']));
  expect(errors).toEqual([]);
});
