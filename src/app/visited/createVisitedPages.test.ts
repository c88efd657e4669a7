import { expect, test } from 'vitest';
import { memoryStorage } from '../session/memoryStorage.ts';
import { createVisitedPages } from './createVisitedPages.ts';

const zhang = () => 3;

test('a page keeps its filters and how far it was scrolled, in the order of the first visit', () => {
  const visited = createVisitedPages(memoryStorage(), zhang);
  visited.visit('/', '');
  visited.visit('/alarm-center/rescue-call-history', '?page=3');
  visited.leave('/alarm-center/rescue-call-history', 640);
  visited.visit('/', '');
  visited.visit('/alarm-center/rescue-call-history', '?page=4&status=2');
  expect(visited.pages()).toEqual([
    { path: '/', search: '', scrollTop: 0 },
    { path: '/alarm-center/rescue-call-history', search: '?page=4&status=2', scrollTop: 640 },
  ]);
});

test('a reload keeps the pages, and a closed one is gone', () => {
  const storage = memoryStorage();
  const before = createVisitedPages(storage, zhang);
  before.visit('/', '');
  before.visit('/elevator-screening', '?look=2');
  before.close('/');
  expect(createVisitedPages(storage, zhang).pages()).toEqual([
    { path: '/elevator-screening', search: '?look=2', scrollTop: 0 },
  ]);
});

test('all others are closed at once, and the open page keeps its filters', () => {
  const visited = createVisitedPages(memoryStorage(), zhang);
  visited.visit('/', '');
  visited.visit('/elevator-screening', '?look=2');
  visited.visit('/park-management', '');
  visited.keepOnly('/elevator-screening');
  expect(visited.pages()).toEqual([{ path: '/elevator-screening', search: '?look=2', scrollTop: 0 }]);
});

test('the next user of the tab sees none of them', () => {
  const storage = memoryStorage();
  createVisitedPages(storage, zhang).visit('/elevator-screening', '?look=2');
  expect(createVisitedPages(storage, () => 4).pages()).toEqual([]);
});

test('leaving a page whose tab is closed brings no tab back', () => {
  const visited = createVisitedPages(memoryStorage(), zhang);
  visited.visit('/', '');
  visited.close('/');
  visited.leave('/', 20);
  expect(visited.pages()).toEqual([]);
});

test.each(['{', '{"userId":3,"pages":[{"path":"elsewhere","search":"","scrollTop":0}]}', '[{"path":"/"}]'])(
  'what cannot be read is ignored: %s',
  (kept) => {
    const storage = memoryStorage();
    storage.setItem('visitedPages', kept);
    expect(createVisitedPages(storage, zhang).pages()).toEqual([]);
  },
);
