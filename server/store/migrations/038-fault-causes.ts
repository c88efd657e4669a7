import { sql, type Kysely } from 'kysely';
import { indexedAuditTypes as before } from './032-community-notices.ts';

/** As they were when this step was written; the query repeats them word for word, so that the index serves it. */
export const indexedAuditTypes = [...before, 'faultCause.changed'];

/** The catalogue that every site begins with: each cause of level 1 with those below it. */
const catalogue: readonly (readonly [code: string, name: string, below: Readonly<Record<string, string>>])[] = [
  ['1', '人为', { 101: '垃圾/异物卡阻门', 102: '装修搬运/野蛮搬运致门变形', 103: '阻挡关门过久/超载', 104: '其他' }],
  ['2', '外部', { 201: '停电', 202: '进水短路', 203: '机房高温保护', 204: '其他(含故障后自动恢复)' }],
  [
    '3',
    '门系统',
    {
      301: '轿门锁',
      302: '厅门锁',
      303: '门机',
      304: '门刀与滚轮间距',
      305: '触板/光幕',
      306: '门挂轮',
      307: '门导向',
      308: '其他(联动, 触点)',
    },
  ],
  [
    '4',
    '曳引',
    { 401: '平衡系数', 402: '曳引轮磨损', 403: '钢丝绳卡阻/跳槽', 404: '变速箱', 405: '制动器', 406: '其他' },
  ],
  [
    '5',
    '控制',
    {
      501: '主板',
      503: '平层感应器',
      504: '极限/急停/检修开关',
      505: '电气连接',
      506: '编码器',
      507: '变频器',
      508: '召唤',
      509: '其他',
    },
  ],
  [
    '6',
    '安全保护',
    {
      601: '安全回路断开',
      602: '限速器开关',
      603: '安全钳',
      604: '缓冲器',
      605: '张紧轮',
      606: '上行超速',
      607: '意外移动',
      608: '其他',
      609: '超载',
      610: '紧急报警失效',
    },
  ],
  ['7', '其他', { 700: '其他' }],
];

/** Causes of faults in two levels, which a site edits as it likes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const rows = catalogue.flatMap(([code, name, below]) => [
    { code, name, parent_code: '' },
    ...Object.entries(below).map(([child, label]) => ({ code: child, name: label, parent_code: code })),
  ]);
  for (const statement of [
    sql.raw(`create table fault_causes (
      id bigint not null,
      code text not null,
      name text not null,
      parent_code text not null,
      sort bigint not null,
      is_retired bigint not null,
      primary key (id),
      unique (code)
    )`),
    ...rows.map(
      (row, index) =>
        sql`insert into fault_causes (id, code, name, parent_code, sort, is_retired)
            values (${index + 1}, ${row.code}, ${row.name}, ${row.parent_code}, 0, 0)`,
    ),
    sql.raw('drop index events_audited'),
    sql.raw(
      `create index events_audited on events ("position") where type in (${indexedAuditTypes.map((type) => `'${type}'`).join(', ')})`,
    ),
  ])
    await statement.execute(db);
}
