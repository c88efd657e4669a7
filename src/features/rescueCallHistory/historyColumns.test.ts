import { expect, test } from 'vitest';
import { rescueHistoryScreen } from './rescueCallHistory.screen.tsx';

/** The width that a window of 1440 px leaves: less the drawer, the page's padding, the frame, a scroll bar and the two acts of a row. */
const roomPx = 1440 - 225 - 2 * 16 - 2 - 12 - 160;

test('the columns shown at first stand whole beside each other at 1440 px', () => {
  const { columns } = rescueHistoryScreen({
    load: () => new Promise(() => undefined),
    hide: () => Promise.resolve(),
    print: () => {},
    renderDetail: () => null,
  });
  const shown = columns.filter(({ isHiddenByDefault }) => isHiddenByDefault !== true);
  expect(shown.reduce((sum, { width = 120 }) => sum + width, 0)).toBeLessThanOrEqual(roomPx);
  expect(shown.length).toBeGreaterThan(8);
});
