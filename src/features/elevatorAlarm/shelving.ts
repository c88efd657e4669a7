import * as z from 'zod';
import { comparing } from '../../contract/comparing.ts';
import { longestShelfMs } from '../../contract/events/alarm.ts';
import { statedTimeMs } from '../../contract/statedTime.ts';

const minuteMs = 60_000;

/** The numbers of minutes for which an alarm is shelved; `at`: until a time of day. */
export const shelfLengths = ['30', '60', '120', '240', '480', 'at'] as const;
export type ShelfLength = (typeof shelfLengths)[number];
export const shelfLengthLabels: Readonly<Record<ShelfLength, string>> = {
  '30': '30 分钟',
  '60': '1 小时',
  '120': '2 小时',
  '240': '4 小时',
  '480': '8 小时',
  at: '到指定时间',
};

/** Returns the end of shelving, in whole minutes (server's epoch ms); undefined for a text that is not a time of day. */
export function shelfUntilMs({ length, at }: { length: ShelfLength; at: string }, nowMs: number): number | undefined {
  if (length === 'at') return statedTimeMs(at, nowMs + minuteMs);
  return Math.floor((nowMs + Number(length) * minuteMs) / minuteMs) * minuteMs;
}

/** The form's values; the time is checked against the clock when the form is sent. */
export const shelvingForm = (readNowMs: () => number) =>
  comparing(
    z.object({
      length: z.enum(shelfLengths),
      at: z.string().max(5, '请按“时:分”填写，如 18:00'),
      reason: z.string('请填写搁置原因').trim().min(2, '请填写搁置原因（至少 2 字）').max(500, '搁置原因最多 500 字'),
    }),
    ({ length, at }) => {
      if (length === undefined || at === undefined) return [];
      const nowMs = readNowMs();
      const untilMs = shelfUntilMs({ length, at }, nowMs);
      const message =
        untilMs === undefined
          ? '请按“时:分”填写，如 18:00'
          : untilMs > nowMs + longestShelfMs
            ? '最长搁置 8 小时，请选择更早的时间'
            : undefined;
      return message === undefined ? [] : [{ field: 'at', message }];
    },
  );
