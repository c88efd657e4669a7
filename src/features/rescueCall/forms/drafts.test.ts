import { expect, test } from 'vitest';
import { createDraftStore } from './drafts.ts';

/** A tab's storage that the test can look into. */
function tab(kept: string | null = null) {
  let text = kept;
  return { getItem: () => text, setItem: (_key: string, value: string) => void (text = value) };
}
const dispatch = { orderId: 318, event: 'rescue.dispatched' } as const;
const note = { orderId: 318, event: 'rescue.noted' } as const;

test('a draft belongs to its call and step, and survives a reload', () => {
  const storage = tab();
  const before = createDraftStore(storage, 61);
  before.keep(dispatch, { who: '王强', etaMinutes: 12, phone: '' });
  before.keep(note, { text: '已通话' });
  before.keepOpenSteps([dispatch]);
  const after = createDraftStore(storage, 61);
  expect(after.read(dispatch)).toEqual({ who: '王强', etaMinutes: 12, phone: '' });
  expect(after.read(note)).toEqual({ text: '已通话' });
  expect(after.read({ orderId: 319, event: 'rescue.noted' })).toBeUndefined();
  expect(after.openSteps()).toEqual([dispatch]);
});

test('a submitted step leaves no draft, and the others stay', () => {
  const drafts = createDraftStore(tab(), 61);
  drafts.keep(dispatch, { who: '王强' });
  drafts.keep(note, { text: '已通话' });
  drafts.drop(dispatch);
  expect([drafts.read(dispatch), drafts.read(note)]).toEqual([undefined, { text: '已通话' }]);
});

test('another user of the tab sees no one else’s drafts', () => {
  const storage = tab();
  createDraftStore(storage, 61).keep(note, { text: '已通话' });
  expect(createDraftStore(storage, 62).read(note)).toBeUndefined();
});

test('what is broken or of another version is ignored', () => {
  for (const kept of ['{', '[]', '{"userId":61,"open":[{"orderId":0,"event":"x"}],"values":{}}'])
    expect(createDraftStore(tab(kept), 61).openSteps()).toEqual([]);
  const strange = tab('{"userId":61,"open":[{"orderId":3,"event":"rescue.unheardOf"}],"values":{"3 x":{"a":"b"}}}');
  expect(createDraftStore(strange, 61).openSteps()).toEqual([]);
});

test('a number that cannot be read is not kept', () => {
  const drafts = createDraftStore(tab(), 61);
  drafts.keep(dispatch, { who: '王强', etaMinutes: Number.NaN, odd: { a: 1 } });
  expect(drafts.read(dispatch)).toEqual({ who: '王强' });
});
