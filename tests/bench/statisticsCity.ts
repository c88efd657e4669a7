import { CompiledQuery } from 'kysely';
import { keepResponsibility } from '../../server/domain/city/responsibility.ts';
import { run, type EventStore } from '../../server/store/eventStore.ts';
import { writeWideBaseData } from './wideBaseData.ts';

const dayMs = 86_400_000;
const rowsAtOnce = 20_000;
/** A day and 1,000 lifts (`planDay`, `planExceptions`). */
const perDay = { rescue_orders: 3.4, exceptions: 7, alarms: 41.5 } as const;
type Table = keyof typeof perDay;

/** By row `n.i`, whose random number is `h`: the columns that differ from row to row. Times are ms after the record's `at`. */
const own: Readonly<Record<Table, Readonly<Record<string, string>>>> = {
  rescue_orders: {
    stage: `case when h % 10 = 0 then 'completed' when h % 10 < 6 then 'completed' else 'falseCall' end`,
    was_trapped: 'case when h % 11 = 0 then 1 else 0 end',
    people_num: 'case when h % 11 = 0 then 1 + h % 3 else 0 end',
    cause: `case h % 3 when 0 then 'door' when 1 then 'human' else 'external' end`,
    notice_level: '1 + (h % 50) / 48',
    answered_at_ms: 'at + 1000 * (h % 170)',
    arrived_at_ms: 'at + 60000 * (3 + h % 27) + h % 60000',
    released_at_ms: 'at + 60000 * (31 + h % 9) + h % 60000',
    completed_at_ms: 'at + 60000 * 50',
    respond_due_at_ms: 'at + 180000',
    arrive_due_at_ms: 'at + 1800000',
  },
  exceptions: {
    phenomenon: `case h % 4 when 0 then 'noise' when 1 then 'doorClosing' when 2 then 'notRunning' else 'code' end`,
    source: `case h % 2 when 0 then 'person' else 'code' end`,
    cause: `case h % 5 when 0 then '301' when 1 then '302' when 2 then '401' when 3 then '501' else '601' end`,
    cause_label: `'零件'`,
    parts: `case h % 6 when 0 then '[{"name":"门机皮带","num":1}]' else '[]' end`,
    is_false: 'case when h % 17 = 0 then 1 else 0 end',
    repaired_at_ms: 'at + 60000 * (20 + h % 2000) + h % 60000',
    finished_at_ms: 'at + 60000 * 3000',
    due_at_ms: 'at + 86400000',
  },
  alarms: {
    kind: `case h % 6 when 0 then 'longTimeOpen' when 1 then 'longTimeOpen' when 2 then 'openCloseLoop' when 3 then 'moto' when 4 then 'openCloseLoop' else 'overLoad' end`,
    status: 'case when h % 19 = 0 then 2 else 1 end',
    acknowledged_at_ms: 'case when h % 3 = 0 then at + 1000 * (h % 900) + h % 1000 end',
    closed_at_ms: 'at + 60000 * (1 + h % 60) + h % 60000',
  },
};

/** Text columns of a record that no statistics read. */
const texts = ['tag', 'addr', 'community_name', 'full_area'];
const empty: Readonly<Record<Table, readonly string[]>> = {
  rescue_orders: [
    ...texts,
    'trigger',
    'property_name',
    'maintenance_name',
    'brand_name',
    'caller_name',
    'caller_phone',
    'accepted_by_name',
    'cause_detail',
    'cause_detail_label',
    'note',
  ],
  exceptions: [
    ...texts,
    'property_name',
    'maintenance_name',
    'device_key',
    'code',
    'caller_name',
    'caller_phone',
    'detail',
    'accepted_by_name',
  ],
  alarms: [
    ...texts,
    'device_key',
    'acknowledged_by',
    'detail',
    'picture',
    'suppressed_by',
    'shelved_by',
    'shelve_reason',
  ],
};
const zero: Readonly<Record<Table, readonly string[]>> = {
  rescue_orders: ['overdue', 'is_open', 'is_hidden', 'late', 'joined_num', 'only_scanned', 'corrected_num', 'position'],
  exceptions: [
    'is_open',
    'is_hidden',
    'is_active',
    'overdue',
    'late',
    'door_held',
    'repeat_num',
    'comment_num',
    'child_num',
    'swept_num',
    'position',
  ],
  alarms: ['is_active', 'is_hidden', 'repeat_num', 'late', 'clock_off', 'position'],
};
const fixed: Readonly<Record<Table, Readonly<Record<string, string>>>> = {
  rescue_orders: { status: '1' },
  exceptions: { type: '3', level: '2', status: '1', stage: `'done'`, photos: `'[]'`, repair_photos: `'[]'` },
  alarms: { level: '3' },
};

async function writeRecords(store: EventStore, table: Table, { lifts, days }: StatisticsCity): Promise<void> {
  const many = Math.round((perDay[table] * days * lifts) / 1_000);
  const startMs = Date.now() - days * dayMs;
  const columns: Readonly<Record<string, string>> = {
    id: '1000000 + i',
    elevator_id: 'e.id',
    raised_at_ms: 'at',
    updated_at_ms: 'at',
    community_id: 'e.community_id',
    area_id: 'c.area_id',
    property_id: 'e.property_id',
    maintenance_id: 'e.maintenance_id',
    brand_id: 'e.brand_id',
    ...own[table],
    ...fixed[table],
    ...Object.fromEntries(empty[table].map((column) => [column, `''`])),
    ...Object.fromEntries(zero[table].map((column) => [column, '0'])),
  };
  for (let from = 0; from < many; from += rowsAtOnce) {
    const until = Math.min(many, from + rowsAtOnce);
    const statement = `insert into ${table} (${Object.keys(columns).join(', ')})
      with recursive n(i) as (select cast(${from} as bigint) union all select i + 1 from n where i + 1 < ${until})
      select ${Object.values(columns).join(', ')}
      from (select i, (i * 48271) % 2147483647 as h, ${startMs} + (i * ${days * dayMs}) / ${many} as at from n) as r
      join elevators as e on e.id = 100000 + r.h % ${lifts}
      join communities as c on c.id = e.community_id`;
    await store.write(function* () {
      yield* run({ compile: () => CompiledQuery.raw(statement) });
    });
  }
}

interface StatisticsCity {
  readonly lifts: number;
  readonly days: number;
}

/** A large city whose lifts have this number of days of records, as often as the demo city has them. Rows only. */
export async function writeStatisticsCity(store: EventStore, size: StatisticsCity): Promise<void> {
  const { lifts, days } = size;
  await writeWideBaseData(store, { lifts, communities: Math.ceil(lifts / 20), users: 10 });
  const statements = [
    `update elevators set install_at_ms = install_at_ms - (id % 5000) * ${dayMs}`,
    `update communities set site_type = case id % 4 when 0 then 'office' when 1 then 'mall' else 'residential' end`,
  ];
  await store.write(function* (queries) {
    for (const statement of statements) yield* run({ compile: () => CompiledQuery.raw(statement) });
    yield* keepResponsibility(queries, {}, 'installation');
    // Six of a hundred changed their company meanwhile.
    yield* run({
      compile: () =>
        CompiledQuery.raw(`insert into responsibilities
          select elevator_id, ${Date.now()} - (elevator_id % ${days}) * ${dayMs}, null, area_id, community_id, property_id, brand_id,
            20400 + elevator_id % 200, is_in_use from responsibilities where elevator_id % 17 = 0`),
    });
    yield* run({
      compile: () =>
        CompiledQuery.raw(`update responsibilities set to_ms = ${Date.now()} - (elevator_id % ${days}) * ${dayMs}
          where elevator_id % 17 = 0 and from_ms < ${Date.now() - days * dayMs} and to_ms is null`),
    });
  });
  for (const table of ['rescue_orders', 'exceptions', 'alarms'] as const) await writeRecords(store, table, size);
  await store.write(function* () {
    yield* run({ compile: () => CompiledQuery.raw('analyze') });
  });
}
