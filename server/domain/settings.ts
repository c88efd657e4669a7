import { sysConfigDefaults, sysConfigSchema } from '../../src/contract/endpoints/other.ts';
import { actorOf, type Principal } from '../access/principal.ts';
import type { Clock } from '../runtime/clock.ts';
import { run, type EventStore } from '../store/eventStore.ts';
import type { Settings } from './domain.ts';

/** When each setting was last changed, in ms, by its key; a setting that stands at its default is left out. */
export async function readSettingTimes({ rows }: EventStore): Promise<ReadonlyMap<string, number>> {
  const changed = await rows.selectFrom('sys_config').select(['key', 'updated_at_ms']).execute();
  return new Map(changed.map((row) => [row.key, row.updated_at_ms]));
}

/** The settings in force: rows over the working defaults. A stored value that no longer fits is passed over for its default. */
export async function loadSettings(store: EventStore, clock: Clock): Promise<Settings> {
  const rows = await store.rows.selectFrom('sys_config').selectAll().execute();
  const stored = Object.fromEntries(rows.map((row): [string, unknown] => [row.key, JSON.parse(row.value)]));
  const parsed = sysConfigSchema.partial().safeParse(stored);
  let settings = sysConfigSchema.parse({ ...sysConfigDefaults, ...(parsed.success ? parsed.data : {}) });

  return {
    current: () => settings,
    async change(by: Principal, changes) {
      // A member that was not sent leaves its setting as it is.
      const entries = Object.entries(changes).filter(([, value]) => value !== undefined);
      const before: Readonly<Record<string, unknown>> = settings;
      await store.append({
        stream: 'config',
        expectedVersion: 'any',
        actor: actorOf(by),
        events: [
          {
            type: 'config.changed',
            data: { changes: entries.map(([key, after]) => ({ key, before: before[key], after })) },
            atMs: clock.nowMs(),
          },
        ],
        effects: function* (queries) {
          for (const [key, value] of entries) {
            const row = { value: JSON.stringify(value), updated_at_ms: clock.nowMs(), updated_by: by.name };
            yield* run(
              queries
                .insertInto('sys_config')
                .values({ key, ...row })
                .onConflict((conflict) => conflict.column('key').doUpdateSet(row)),
            );
          }
        },
      });
      settings = sysConfigSchema.parse({ ...settings, ...Object.fromEntries(entries) });
    },
  };
}
