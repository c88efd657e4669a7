import { expect, test } from 'vitest';
import { signatureSchema } from '../../../contract/events/visit.ts';
import { fromStrokeText, polylineOf, toStrokeText, type Stroke } from '../../../ui/signature/strokes.ts';
import { storyNowMs } from '../../../ui/stories/nowMs.ts';
import { standing, strokes, submittedVisit, visitFixture, workingVisit } from '../work.fixtures.ts';
import { fitPhoto, mostPhotoBytes, sizeWithin, stampLines } from './fitPhoto.ts';
import { emptyDraft, type Queued } from './kept.ts';
import { isBegunElsewhere, missingOf, phaseOf, type WorkPhase } from './visitWork.ts';

const queued = (event: 'visit.submitted' | 'visit.checkedIn', refusal: string | null = null): Queued => ({
  order: 1,
  title: '',
  refusal,
  step:
    event === 'visit.checkedIn'
      ? { id: 1, event, data: { clock_offset_ms: 0, lift_code: '100101', place: null } }
      : {
          id: 1,
          event,
          data: {
            clock_offset_ms: 0,
            checked_in_at: '2026-03-04T15:00:00+08:00',
            answers: [{ code: 'A-1-01', answer: 'normal' }],
            parts: [],
            photos: [],
            briefed: true,
            signature: strokes,
          },
        },
});
const briefed = { ...emptyDraft(1, ''), isBriefed: true };
const phase = (over: Partial<Parameters<typeof phaseOf>[0]>): WorkPhase =>
  phaseOf({ visit: visitFixture(), userId: 901, draft: undefined, queue: [], nowMs: storyNowMs, ...over });

test.each<[WorkPhase, string, Partial<Parameters<typeof phaseOf>[0]>]>([
  ['checkIn', 'a visit of today', {}],
  ['tooEarly', 'more than five days before', { nowMs: storyNowMs - 6 * 86_400_000 }],
  ['foreign', "another's visit", { userId: 999 }],
  ['foreign', 'a visit that is over', { visit: visitFixture({ stage: 'replanned' }) }],
  ['briefing', 'a check-in that has not been sent yet', { queue: [queued('visit.checkedIn')] }],
  ['checkIn', 'a check-in that was refused', { queue: [queued('visit.checkedIn', '请核对电梯')] }],
  ['record', 'after the briefing', { visit: workingVisit(), draft: briefed }],
  ['cosign', 'the second of two', { visit: workingVisit({ state: standing([31, 32]) }), userId: 902 }],
  [
    'unsent',
    'a record that waits for the network',
    { visit: workingVisit(), draft: briefed, queue: [queued('visit.submitted')] },
  ],
  [
    'record',
    'a record that was refused',
    { visit: workingVisit(), draft: briefed, queue: [queued('visit.submitted', '缺照片')] },
  ],
  ['waiting', 'signed, the other one not yet', { visit: submittedVisit({ state: standing([31], [31]) }) }],
  [
    'record',
    'sent back by the officer',
    { visit: workingVisit({ state: standing([31, 32]), rejected_num: 1 }), draft: briefed },
  ],
])('%s: %s', (expected, _what, over) => expect(phase(over)).toBe(expected));

test('the second telephone of one worker is told that another one has begun', () => {
  const begun = { visit: workingVisit(), userId: 901, draft: undefined, queue: [] };
  expect(isBegunElsewhere(begun)).toBe(true);
  expect(isBegunElsewhere({ ...begun, draft: { ...briefed, checkedInAt: '2026-03-04T15:00:00+08:00' } })).toBe(false);
  expect(isBegunElsewhere({ ...begun, userId: 902 })).toBe(false);
});

test('a record without answers lacks all of its items and the photos of places', () => {
  const missing = missingOf(visitFixture(), briefed, 2);
  expect(missing.filter(({ tab }) => tab === 'items')).toHaveLength(31);
  expect(missing.at(-1)).toEqual({ tab: 'photos', message: '请至少拍摄 2 处作业现场，现有 0 张' });
  const nameless = { ...briefed, parts: [{ name: ' ', serial: '', num: 1 }] };
  expect(missingOf(visitFixture(), nameless, 0).at(-1)).toEqual({ tab: 'parts', message: '请填写更换部件的名称' });
});

test('a signature of any length fits into 4 KB, keeps its ends, and is drawn again from its text', () => {
  const long: Stroke = Array.from({ length: 5_000 }, (_, index) => ({
    x: 160 + 150 * Math.sin(index / 37),
    y: 80 + 70 * Math.cos(index / 23),
  }));
  const text = toStrokeText([
    long,
    [{ x: 1, y: 2 }],
    [
      { x: 3, y: 4 },
      { x: 30, y: 40 },
    ],
  ]);
  expect(signatureSchema.safeParse(text).success).toBe(true);
  expect(text.endsWith(';3,4 30,40')).toBe(true);
  expect(fromStrokeText('1,2 3,4;5,6 7,8').map(polylineOf)).toEqual(['1,2 3,4', '5,6 7,8']);
  expect(toStrokeText([])).toBe('');
  const points = Array.from({ length: 2_000 }, (): Stroke => [
    { x: 100, y: 100 },
    { x: 101, y: 101 },
  ]);
  expect(signatureSchema.safeParse(toStrokeText(points)).success).toBe(true);
});

test('a photo becomes smaller and coarser until it fits', async () => {
  const tried: string[] = [];
  const blob = await fitPhoto({ width: 4_000, height: 3_000 }, ({ width, height }, quality) => {
    tried.push(`${width}×${height} ${quality}`);
    return Promise.resolve(new Blob(['x'.repeat(Math.round(width * height * quality * 0.5))]));
  });
  expect(blob.size).toBeLessThanOrEqual(mostPhotoBytes);
  expect(tried).toEqual([
    '1280×960 0.8',
    '1280×960 0.65',
    '1280×960 0.5',
    '1280×960 0.35',
    '960×720 0.8',
    '960×720 0.65',
    '960×720 0.5',
  ]);
  expect(sizeWithin({ width: 300, height: 400 }, 1_280)).toEqual({ width: 300, height: 400 });
});

test('the stamp says when, which lift, who, and where, or that there was no place', () => {
  const stamp = { time: '2026-03-04 15:06:07', lift: 'CH-01-01', worker: '周工', place: null };
  expect(stampLines(stamp)).toEqual(['2026-03-04 15:06:07', 'CH-01-01', '周工 · 无定位']);
  expect(stampLines({ ...stamp, place: { lng: 120.1, lat: 30.2, accuracyM: 11.6 } })[2]).toBe(
    '周工 · 120.10000, 30.20000 ±12 米',
  );
});
