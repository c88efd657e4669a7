import { sql, type Kysely } from 'kysely';

/** Letters, because a site may have given the next numbers to causes of its own. */
const group = 'JX';
const details: readonly (readonly [code: string, name: string])[] = [
  ['JX1', '轿厢照明/通风'],
  ['JX2', '轿内按钮/显示'],
  ['JX3', '称重装置'],
  ['JX4', '导靴/轿厢晃动'],
  ['JX5', '轿壁/轿底/轿顶变形'],
  ['JX6', '轿内报警/对讲'],
  ['JX7', '其他'],
];

/** The causes of faults gain those of the car, which a rescue can name since it has 轿厢故障. What a site has under these codes stays. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const rows = [[group, '轿厢', ''] as const, ...details.map(([code, name]) => [code, name, group] as const)];
  for (const [code, name, parent] of rows)
    await sql`insert into fault_causes (id, code, name, parent_code, sort, is_retired)
      select (select coalesce(max(id), 0) + 1 from fault_causes), ${code}, ${name}, ${parent}, 0, 0
      where not exists (select 1 from fault_causes where code = ${code})`.execute(db);
}
