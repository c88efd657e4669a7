import { sql, type Kysely } from 'kysely';

/** What every site begins with: nobody beside the consoles, the property company, the maintenance company, those who supervise. */
const defaultRungs = [
  { who: [], channels: [] },
  {
    who: [
      { kind: 'rota', company: 'property' },
      { kind: 'dutyPhone', company: 'property' },
    ],
    channels: ['voice'],
  },
  {
    who: [
      { kind: 'rota', company: 'maintenance' },
      { kind: 'dutyPhone', company: 'maintenance' },
    ],
    channels: ['voice', 'sms'],
  },
  { who: [{ kind: 'supervisors' }], channels: ['voice', 'sms'], mode: 'together' },
].map((rung) => ({ mode: 'inTurn', next_after_seconds: 45, skip_if_empty: rung.who.length > 0, ...rung }));

/** Who is notified of a call that nobody answers, and who is on duty. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    sql.raw(`create table ladders (
      id bigint not null,
      name text not null,
      org_type bigint not null,
      org_id bigint not null,
      rungs text not null,
      primary key (id),
      unique (org_type, org_id)
    )`),
    sql.raw(`create table rotas (
      id bigint not null,
      org_type bigint not null,
      org_id bigint not null,
      shifts text not null,
      overrides text not null,
      primary key (id),
      unique (org_type, org_id)
    )`),
    sql.raw(`create table call_ladders (
      order_id bigint not null,
      ladder_id bigint not null,
      begun_position bigint not null,
      primary key (order_id)
    )`),
    sql`insert into ladders (id, name, org_type, org_id, rungs) values (1, '默认阶梯', 0, 0, ${JSON.stringify(defaultRungs)})`,
  ])
    await statement.execute(db);
}
