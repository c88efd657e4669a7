import { expect, test } from 'vitest';
import * as z from 'zod';
import { createDrafts } from './createDrafts.ts';

function memory(): Pick<Storage, 'getItem' | 'setItem'> {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}
const schema = z.object({ text: z.string() });
const draftsOf = (storage: ReturnType<typeof memory>, userId: number, storageKey = 'notes') =>
  createDrafts({ storage, storageKey, userId, schema });

test('a draft is there again after a reload, for its own record', () => {
  const storage = memory();
  draftsOf(storage, 2).keep('318', { text: '已联系' });
  draftsOf(storage, 2).keep('319', { text: '占线' });
  expect(['318', '319', '320'].map(draftsOf(storage, 2).read)).toEqual([{ text: '已联系' }, { text: '占线' }, null]);
});

test('a draft that is forgotten leaves the others', () => {
  const drafts = draftsOf(memory(), 2);
  drafts.keep('318', { text: '已联系' });
  drafts.keep('319', { text: '占线' });
  drafts.keep('318', null);
  expect([drafts.read('318'), drafts.read('319')]).toEqual([null, { text: '占线' }]);
});

test('another user of the tab, and another kind of draft, has none of them', () => {
  const storage = memory();
  draftsOf(storage, 2).keep('318', { text: '已联系' });
  expect([draftsOf(storage, 3).read('318'), draftsOf(storage, 2, 'letters').read('318')]).toEqual([null, null]);
});

test.each(['{', '[]', '{"userId":2}', '{"userId":2,"drafts":{"318":{"words":1}}}', '{"drafts":{"318":{"text":"a"}}}'])(
  'what the storage holds instead is no draft: %s',
  (held) => {
    const storage = memory();
    storage.setItem('notes', held);
    expect(draftsOf(storage, 2).read('318')).toBeNull();
  },
);
