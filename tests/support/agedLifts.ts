import { run, type EventStore } from '../../server/store/eventStore.ts';

/** Noon in the city. */
export const agedNowMs = Date.parse('2026-11-21T12:00:00+08:00');
const on = (day: string): number => Date.parse(`${day}T15:30:00+08:00`);

/**
 * Lifts at the edges of the four age groups, whose ages can be worked out by hand for 21 November 2026; three of no
 * brand, one without a date.
 */
export const agedLifts = [
  { tag: 'A-FUTURE', installAtMs: on('2026-12-24'), brandId: 201, years: 0, group: 0 },
  { tag: 'A-TODAY', installAtMs: on('2026-11-21'), brandId: 201, years: 0, group: 0 },
  { tag: 'A-ALMOST-5', installAtMs: on('2021-11-22'), brandId: 202, years: 4.9, group: 0 },
  { tag: 'B-EXACTLY-5', installAtMs: on('2021-11-21'), brandId: 202, years: 5, group: 1 },
  { tag: 'B-ALMOST-10', installAtMs: on('2016-11-22'), brandId: 202, years: 9.9, group: 1 },
  { tag: 'C-EXACTLY-10', installAtMs: on('2016-11-21'), brandId: 202, years: 10, group: 2 },
  { tag: 'C-ALMOST-15', installAtMs: on('2011-11-22'), brandId: null, years: 14.9, group: 2 },
  { tag: 'D-EXACTLY-15', installAtMs: on('2011-11-21'), brandId: null, years: 15, group: 3 },
  { tag: 'D-40', installAtMs: on('1986-05-01'), brandId: 201, years: 40.5, group: 3 },
  { tag: 'X-UNKNOWN', installAtMs: null, brandId: null, years: null, group: null },
] as const;

/** Puts them into the small city's first community in place of its own two lifts. They lie in the scope of its property company 301. */
export async function writeAgedLifts(store: EventStore): Promise<void> {
  await store.write(function* (queries) {
    yield* run(queries.deleteFrom('elevators'));
    yield* run(queries.deleteFrom('devices'));
    yield* run(
      queries
        .insertInto('organizations')
        .values({ id: 202, org_type: 3, name: '恒升', contact_mobile: '', address: '' }),
    );
    yield* run(
      queries.insertInto('elevators').values(
        agedLifts.map(({ tag, installAtMs, brandId }, index) => ({
          id: 501 + index,
          tag,
          addr: `${index + 1} 幢`,
          rescue_code: String(500_001 + index),
          registration_code: String(index),
          sos_tel: '',
          elevator_type: 2,
          floor_min: 1,
          floor_max: 9,
          lng: 120.1,
          lat: 30.2,
          // The last belongs to the other community and its companies.
          community_id: tag === 'D-40' ? 12 : 11,
          property_id: tag === 'D-40' ? 302 : 301,
          maintenance_id: tag === 'D-40' ? null : 401,
          brand_id: brandId,
          install_at_ms: installAtMs,
          maker_unit: '',
          manage_unit: '',
        })),
      ),
    );
    yield* run(
      queries.insertInto('devices').values(
        agedLifts.map((_, index) => ({
          device_key: `COL000${501 + index}`,
          elevator_id: 501 + index,
          device_type: 'COL',
          report_period_seconds: 5,
          secret_version: 1,
        })),
      ),
    );
    // Those of even number report, those of odd number are offline.
    yield* run(
      queries.insertInto('device_states').values(
        agedLifts.map((_, index) => ({
          device_key: `COL000${501 + index}`,
          elevator_id: 501 + index,
          status: index % 2 === 0 ? 2 : 1,
          load: 0,
          changed_at_ms: 0,
        })),
      ),
    );
  });
}
