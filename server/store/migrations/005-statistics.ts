import { sql, type Kysely } from 'kysely';

/** Columns of `elevators` as 002 created them, except that the installation date may be missing. */
const elevators = `(
  id bigint not null,
  tag text not null,
  addr text not null,
  rescue_code text not null,
  registration_code text not null,
  sos_tel text not null,
  community_id bigint not null,
  brand_id bigint,
  property_id bigint,
  maintenance_id bigint,
  elevator_type bigint not null,
  install_at_ms bigint,
  floor_min bigint not null,
  floor_max bigint not null,
  lng double precision not null,
  lat double precision not null,
  maker_unit text not null,
  manage_unit text not null,
  primary key (id)
)`;
const columns =
  'id, tag, addr, rescue_code, registration_code, sos_tel, community_id, brand_id, property_id, maintenance_id, elevator_type, install_at_ms, floor_min, floor_max, lng, lat, maker_unit, manage_unit';

const page = (id: number, name: string, path: string, icon: string, sort: number): string =>
  `insert into permissions (id, parent_id, name, path, icon, sort, is_show, type, code)
   select ${id}, 7, '${name}', '${path}', '${icon}', ${sort}, 1, 1, 'elevator.view' where exists (select 1 from permissions where id = 7 and path = 'report-statistics')`;

/**
 * Statistics: a lift may be without an installation date, what the statistics ask for is indexed, and a store that has
 * its menu already gets the section 统计报表 in it, for every role that may see lifts.
 */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  const nullable =
    kind === 'postgres'
      ? ['alter table elevators alter column install_at_ms drop not null']
      : [
          `create table elevators_new ${elevators}`,
          `insert into elevators_new (${columns}) select ${columns} from elevators`,
          'drop table elevators',
          'alter table elevators_new rename to elevators',
          'create unique index elevators_tag on elevators (tag)',
          'create unique index elevators_rescue_code on elevators (rescue_code)',
          'create index elevators_community on elevators (community_id)',
        ];
  const statements: readonly string[] = [
    ...nullable,
    // Includes every column that a scope needs: ages are counted from the index alone. Without the id: joins with
    // devices are faster in the table's own order.
    'create index elevators_install on elevators (install_at_ms, community_id, brand_id, property_id, maintenance_id)',
    'drop index devices_elevator',
    'create index devices_elevator on devices (elevator_id, device_type, device_key)',
    'create index elevators_brand on elevators (brand_id)',
    // Only confirmed entrapments enter: a few in a thousand rows.
    'create index rescue_orders_trapped on rescue_orders (raised_at_ms, elevator_id) where was_trapped = 1',
    `insert into permissions (id, parent_id, name, path, icon, sort, is_show, type, code)
     select 7, null, '统计报表', 'report-statistics', 'chart-bar', 8, 1, 0, ''
     where exists (select 1 from permissions where code = 'elevator.view') and not exists (select 1 from permissions where id in (7, 8, 9, 10))`,
    page(8, '梯龄统计', 'ReportStatistics', 'calendar', 1),
    page(9, '品牌统计', 'ReportStatisticsBrand', 'tag', 2),
    page(10, '小区统计', 'ReportStatisticsPark', 'building-columns', 3),
    `insert into role_permissions (role_id, permission_id)
     select distinct held.role_id, node.id from role_permissions held join permissions seen on seen.id = held.permission_id, permissions node
     where seen.code = 'elevator.view' and node.id in (7, 8, 9, 10) and seen.id not in (7, 8, 9, 10)
       and exists (select 1 from permissions where id = 7 and path = 'report-statistics')`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
