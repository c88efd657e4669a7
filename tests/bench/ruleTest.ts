import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import { Client } from 'pg';
import { ruleBodySchema, type RuleBody } from '../../src/contract/rules/alarmRule.ts';
import { alarmKinds, alarmPriorities } from '../../src/contract/labels.ts';
import { exampleResponsible } from '../../src/machines/exampleResponsible.ts';
import { projections } from '../../server/lifecycleEntries.ts';
import { openTestLog } from '../../server/rules/alarmRules/testRunLog.ts';
import type { LogPlace } from '../../server/rules/alarmRules/testRunTask.ts';
import { startTestRun } from '../../server/rules/alarmRules/testRunThread.ts';
import { VirtualClock } from '../../server/runtime/virtualClock.ts';
import { openStore } from '../../server/store/open.ts';
import { sqliteFileName } from '../../server/store/sqlite/sqliteFile.ts';
import { startPostgres } from '../support/postgres.ts';

const eventNum = Number(process.env['BENCH_EVENTS'] ?? 1_000_000);
const lifts = 10_000;
const days = 30;
const toMs = Date.parse('2026-11-22T00:00:00+08:00');
const stepMs = (days * 86_400_000) / eventNum;
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);

const meta = JSON.stringify({ actor: { kind: 'device', id: 'COL-1', name: 'COL-1' } });
const hash = 'a'.repeat(64);

/** A month of a city's log: each alarm is raised, repeated and cleared; between them devices come and go. */
function eventAt(index: number): readonly [stream: string, version: number, type: string, data: unknown] {
  const alarmId = Math.floor(index / 4) + 1;
  const elevatorId = ((alarmId * 7_919) % lifts) + 1;
  const kind = alarmKinds[alarmId % alarmKinds.length] ?? 'longTimeOpen';
  const stream = `alarm-${alarmId}`;
  switch (index % 4) {
    case 0:
      return [
        stream,
        1,
        'alarm.raised',
        {
          alarmId,
          elevatorId,
          tag: `DT-${elevatorId}`,
          addr: `${elevatorId % 40} 号楼 ${elevatorId % 4} 单元`,
          deviceKey: `COL-${elevatorId}`,
          deviceEventId: `e-${index}`,
          kind,
          level: alarmPriorities[kind],
          responsible: {
            ...exampleResponsible,
            communityId: elevatorId % 500,
            communityName: `第 ${elevatorId % 500} 小区`,
            propertyId: elevatorId % 50,
            propertyName: '海棠物业服务有限公司',
            maintenanceId: elevatorId % 20,
            maintenanceName: '安平电梯维保有限公司',
          },
          handleLimitSeconds: 600,
          late: false,
          clockOff: false,
        },
      ];
    case 1:
      return [stream, 2, 'alarm.repeated', { deviceEventId: `r-${index}`, late: false, times: 2 }];
    case 2:
      return [stream, 3, 'alarm.cleared', { deviceEventId: `c-${index}` }];
    default:
      return [`device-COL-${elevatorId}`, index, 'device.reported', { load: 1 }];
  }
}

interface Row {
  readonly position: number;
  readonly stream: string;
  readonly version: number;
  readonly type: string;
  readonly data: string;
  readonly atMs: number;
}

const columns =
  'position, stream, version, type, data, at_ms, received_at_ms, schema_version, meta, message_id, prev_hash, hash';
const rowsAtOnce = 20_000;

function* allRows(): Generator<readonly Row[]> {
  for (let from = 0; from < eventNum; from += rowsAtOnce)
    yield Array.from({ length: rowsAtOnce }, (_, offset) => {
      const index = from + offset;
      const [stream, version, type, data] = eventAt(index);
      const atMs = Math.floor(toMs - (eventNum - index) * stepMs);
      return { position: index + 1, stream, version, type, data: JSON.stringify(data), atMs };
    });
}

const headSql = `update log_head set position = ${eventNum}, hash = '${hash}'`;

/** A new store: its tables without events. */
async function createStore(where: { readonly dataDir: string; readonly databaseUrl?: string }): Promise<void> {
  const store = await openStore({
    ...where,
    clock: new VirtualClock(toMs),
    projections,
    onFatal: (error) => {
      throw error;
    },
  });
  await store.close();
}

async function fillSqlite(dataDir: string): Promise<LogPlace> {
  await createStore({ dataDir });
  const path = join(dataDir, sqliteFileName);
  const database = new Libsql(path);
  database.exec('pragma synchronous = off');
  const insert = database.prepare(
    `insert into events (${columns}) values (?, ?, ?, ?, ?, ?, ?, 1, '${meta}', null, '${hash}', '${hash}')`,
  );
  for (const rows of allRows()) {
    database.exec('begin');
    for (const { position, stream, version, type, data, atMs } of rows)
      insert.run([BigInt(position), stream, BigInt(version), type, data, BigInt(atMs), BigInt(atMs)]);
    database.exec('commit');
  }
  database.exec(headSql);
  database.close();
  return { kind: 'sqlite', path };
}

async function fillPostgres(databaseUrl: string): Promise<LogPlace> {
  await createStore({ dataDir: '', databaseUrl });
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const rowsSql = `insert into events (${columns})
    select position, stream, version, type, data, at_ms, at_ms, 1, '${meta}', null, '${hash}', '${hash}'
    from unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::bigint[])
      as rows (position, stream, version, type, data, at_ms)`;
  for (const rows of allRows()) {
    const column = <Key extends keyof Row>(key: Key) => rows.map((row) => row[key]);
    await client.query(rowsSql, [
      column('position'),
      column('stream'),
      column('version'),
      column('type'),
      column('data'),
      column('atMs'),
    ]);
  }
  await client.query(headSql);
  await client.query('vacuum analyze events');
  await client.end();
  return { kind: 'postgres', databaseUrl };
}

const rule = (wish: Record<string, unknown>): RuleBody =>
  ruleBodySchema.parse({
    name: '长时间开门',
    event_type: 4,
    listens: [{ source: 'alarm', value: 'longTimeOpen', phase: 'raised' }],
    ...wish,
  });

const rules: Readonly<Record<string, RuleBody>> = {
  repeat: rule({ when: { repeat: { times: 3, within_seconds: 86_400, per: 'property' } } }),
  // Each alarm is cleared a moment after that.
  held: rule({ when: { held_seconds: 5 }, recovery: { after_seconds: 60 } }),
  everyKind: rule({ listens: alarmKinds.map((value) => ({ source: 'alarm', value, phase: 'raised' })) }),
};

/** A plain scan: every row of the log is read once, and nothing is done with it. Returns milliseconds. */
async function scan(place: LogPlace): Promise<number> {
  const log = await openTestLog(place);
  const beganMs = performance.now();
  await log.query('select count(*), sum(length(data)), sum(length(meta)) from events', []);
  const tookMs = performance.now() - beganMs;
  await log.close();
  return tookMs;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Measures a test run over a month of a million stored events, beside a plain scan of the same rows in the same run; on both databases. */
export async function benchRuleTest(): Promise<unknown> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tian-bench-rule-'));
  const postgres = await startPostgres({ fsync: 'off' });
  try {
    return {
      events: eventNum,
      sqlite: await measure(await fillSqlite(dataDir)),
      postgres: await measure(await fillPostgres(await postgres.createDatabase())),
    };
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measure(log: LogPlace): Promise<object> {
  await scan(log);
  const scanMs: number[] = [];
  const found: Record<string, { tookMs: number[]; cpuMs: number[]; events: number; firings: number }> = {};
  for (let round = 0; round < rounds; round += 1) {
    scanMs.push(await scan(log));
    for (const [name, body] of Object.entries(rules)) {
      const beganMs = performance.now();
      const began = process.cpuUsage();
      const fromMs = toMs - days * 86_400_000;
      const run = startTestRun({ log, fromMs, toMs, body, active: null, others: [], scope: { kind: 'all' } }, () => {});
      const { events, firings } = await run.found;
      const kept = (found[name] ??= { tookMs: [], cpuMs: [], events, firings });
      kept.tookMs.push(performance.now() - beganMs);
      // The thread goes last where cores are few: on a busy machine only its own time says how much it had to do.
      const { user, system } = process.cpuUsage(began);
      kept.cpuMs.push((user + system) / 1_000);
    }
  }
  return {
    scanMs: Math.round(median(scanMs)),
    rules: Object.entries(found).map(([name, { tookMs, cpuMs, events, firings }]) => ({
      name,
      eventsRead: events,
      firings,
      medianMs: Math.round(median(tookMs)),
      worstMs: Math.round(Math.max(...tookMs)),
      medianCpuMs: Math.round(median(cpuMs)),
      timesTheScan: Number((median(tookMs) / median(scanMs)).toFixed(1)),
    })),
  };
}
