import { expect, test } from 'vitest';
import { exceptionRowFixture } from '../../../contract/fixtures/exceptionFixtures.ts';
import type { ScooterStage } from '../../../contract/exceptions.ts';
import { scooterWhereabouts } from './scooterWhereabouts.ts';

const scooter = (stage: ScooterStage) => exceptionRowFixture({ type: 2, stage, id: 401, agoMs: 60_000 });
const where = (stage: ScooterStage, clearedAt: string | null = null) =>
  scooterWhereabouts({ ...scooter(stage), cleared_at: clearedAt })?.label;

test('a scooter is in the car until somebody has moved it out or the camera no longer sees it', () => {
  expect((['detected', 'doorHeld', 'personOnSite'] as const).map((stage) => where(stage))).toEqual([
    '在轿厢内',
    '在轿厢内',
    '在轿厢内',
  ]);
  expect(where('detected', '2026-03-04T15:00:00.000+08:00')).toBe('已离开轿厢');
  expect([where('removed'), where('released')]).toEqual(['已离开轿厢', '已离开轿厢']);
});

test('what was no scooter is in no car', () => {
  expect(scooterWhereabouts(scooter('falseAlarm'))).toBeNull();
});
