import { expect, test } from 'vitest';
import { judge, overdispersionOf } from '../../src/contract/statistics/funnel.ts';
import { buildDemoCity, demoSeed } from './demoCity.ts';
import { pronenessOf } from './ownRates.ts';
import { dayMs, dayStartOf, planDay } from './planDay.ts';

const nowMs = Date.UTC(2026, 10, 28, 4);

test('two years of the demo city let the funnel find the company that fails two and a half times as often, and hardly another', () => {
  const { elevators } = buildDemoCity(nowMs);
  const proneness = pronenessOf(
    elevators.map((lift) => ({ maintenanceId: lift.maintenance_id ?? null, brandId: lift.brand_id ?? null })),
    demoSeed,
  );
  const lifts = elevators.map((lift, index) => ({
    id: lift.id,
    installAtMs: lift.install_at_ms,
    isCity: true,
    proneness: proneness[index] ?? 1,
  }));
  const companyOf = new Map(elevators.map((lift) => [lift.id, lift.maintenance_id]));
  const trapped = Array.from(
    { length: 730 },
    (_, daysAgo) => planDay(lifts, dayStartOf(nowMs) - (daysAgo + 1) * dayMs, nowMs, demoSeed).rescues,
  )
    .flat()
    .filter(({ outcome }) => outcome.kind === 'completed' && outcome.wasTrapped);
  const companies = [...new Set(companyOf.values())];
  const rows = companies.map((id) => ({
    id,
    observed: trapped.filter(({ elevatorId }) => companyOf.get(elevatorId) === id).length,
    expected: (trapped.length * elevators.filter((lift) => lift.maintenance_id === id).length) / elevators.length,
  }));
  const overdispersion = overdispersionOf(rows);
  const high = rows.filter((row) => judge(row, overdispersion) === 'high').map(({ id }) => id);
  const bySize = companies.toSorted(
    (a, b) =>
      elevators.filter((lift) => lift.maintenance_id === b).length -
        elevators.filter((lift) => lift.maintenance_id === a).length || (a ?? 0) - (b ?? 0),
  );
  expect(high).toContain(bySize[2]);
  expect(high.length).toBeLessThanOrEqual(2);
});
