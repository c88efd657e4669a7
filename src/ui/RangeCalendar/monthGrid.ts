import { startOfDayMs, startOfMonthMs } from '../time/formatTime.ts';

const DAY_MS = 86_400_000;

/** The first of the month `offset` months from the one that holds `ms` (UTC+8). */
export function addMonths(ms: number, offset: number): number {
  const date = new Date(startOfMonthMs(ms) + 8 * 3_600_000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset, 1) - 8 * 3_600_000;
}

/** The days of a month as weeks from Monday; null before its first and after its last day. */
export function monthGrid(monthMs: number): (number | null)[][] {
  const first = startOfMonthMs(monthMs);
  const last = startOfDayMs(addMonths(first, 1) - 1);
  const mondayIndex = (new Date(first + 8 * 3_600_000).getUTCDay() + 6) % 7;
  const weeks: (number | null)[][] = [];
  for (let monday = first - mondayIndex * DAY_MS; monday <= last; monday += 7 * DAY_MS) {
    weeks.push(
      Array.from({ length: 7 }, (_, index) => monday + index * DAY_MS).map((day) =>
        day < first || day > last ? null : day,
      ),
    );
  }
  return weeks;
}

/** The day that a key leads to; null when the key leads nowhere. Days as the midnight (UTC+8) they begin with. */
export function dayAfterKey(dayMs: number, key: string): number | null {
  const weekday = (new Date(dayMs + 8 * 3_600_000).getUTCDay() + 6) % 7;
  switch (key) {
    case 'ArrowLeft':
      return dayMs - DAY_MS;
    case 'ArrowRight':
      return dayMs + DAY_MS;
    case 'ArrowUp':
      return dayMs - 7 * DAY_MS;
    case 'ArrowDown':
      return dayMs + 7 * DAY_MS;
    case 'Home':
      return dayMs - weekday * DAY_MS;
    case 'End':
      return dayMs + (6 - weekday) * DAY_MS;
    case 'PageUp':
    case 'PageDown': {
      const month = addMonths(dayMs, key === 'PageUp' ? -1 : 1);
      const dayIndex = (dayMs - startOfMonthMs(dayMs)) / DAY_MS;
      const lastIndex = (addMonths(month, 1) - month) / DAY_MS - 1;
      return month + Math.min(dayIndex, lastIndex) * DAY_MS;
    }
    default:
      return null;
  }
}
