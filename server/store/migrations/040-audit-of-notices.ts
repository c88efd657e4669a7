import { sql, type Kysely } from 'kysely';
import { indexedAuditTypes as before } from './038-fault-causes.ts';

/** As they were when this step was written; the query repeats them word for word, so that the index serves it. */
export const indexedAuditTypes = [
  ...before,
  'alarmRule.versioned',
  'alarmRule.activated',
  'alarmRule.paused',
  'alarmRule.retired',
  'alarmRule.cutOff',
  'ladder.changed',
  'rota.changed',
  'notifyChannel.changed',
  'notifyTemplate.changed',
  'notifyBinding.changed',
];

/** The audit log also shows rules, ladders, rotas and the settings of notices. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'drop index events_audited',
    `create index events_audited on events ("position") where type in (${indexedAuditTypes.map((type) => `'${type}'`).join(', ')})`,
  ])
    await sql.raw(statement).execute(db);
}
