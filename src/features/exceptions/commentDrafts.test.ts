import { expect, test } from 'vitest';
import { createCommentDrafts, emptyDraft } from './commentDrafts.ts';

function memory(): Pick<Storage, 'getItem' | 'setItem'> {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

test('a comment that was not sent is there again after a reload, each with its own exception', () => {
  const storage = memory();
  createCommentDrafts(storage, 2).keep(318, { text: '已联系', photos: ['a.jpg'] });
  const again = createCommentDrafts(storage, 2);
  expect(again.read(318)).toEqual({ text: '已联系', photos: ['a.jpg'] });
  expect(again.read(319)).toEqual(emptyDraft);
  again.keep(318, emptyDraft);
  expect(createCommentDrafts(storage, 2).read(318)).toEqual(emptyDraft);
});
