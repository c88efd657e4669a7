import { sql, type Kysely } from 'kysely';
import { migrations } from '../../server/store/migrations/index.ts';
import { migrate } from '../../server/store/migrations/migrate.ts';
import type { Database } from '../../server/store/schema.ts';

const code = '31103399012020010001';
const before = [
  { id: 1, code: '' },
  { id: 2, code },
  { id: 3, code },
  { id: 4, code: '31103399012020010002' },
  { id: 5, code },
  { id: 6, code: '' },
];

/** Brings an empty schema to where nothing kept two lifts from having one registration code, and adds such lifts. */
export async function addLiftsWithOneCode(earlier: Kysely<Database>, kind: 'sqlite' | 'postgres'): Promise<void> {
  const register = migrations.findIndex(({ name }) => name.startsWith('026-'));
  await migrate(earlier, kind, migrations.slice(0, register));
  for (const lift of before)
    await sql`insert into elevators
      (id, tag, addr, rescue_code, registration_code, sos_tel, community_id,
       elevator_type, floor_min, floor_max, lng, lat, maker_unit, manage_unit)
      values (${lift.id}, ${`L-${lift.id}`}, '', ${String(100_000 + lift.id)}, ${lift.code}, '', 1, 0, 1, 9, 120, 30, '', '')`.execute(
      earlier,
    );
}

/** The codes of the lifts after all later steps. */
export const codesAfterUpgrade = [
  { id: 1, registration_code: '' },
  { id: 2, registration_code: code },
  { id: 3, registration_code: `${code} 重复 3` },
  { id: 4, registration_code: '31103399012020010002' },
  { id: 5, registration_code: `${code} 重复 5` },
  { id: 6, registration_code: '' },
];
