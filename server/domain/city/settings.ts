import { refusalCodes } from '../../../src/contract/envelope.ts';
import { sysConfigSchema, sysConfigShapes } from '../../../src/contract/endpoints/sysConfig.ts';
import { sysConfigDefaults } from '../../../src/contract/sysConfigDefaults.ts';
import { configEvents } from '../../../src/contract/events/sysConfig.ts';
import { isSettingKey, settingTexts, settingValueText, type SettingKey } from '../../../src/contract/sysConfig.ts';
import { actorOf, type Principal } from '../../access/principal.ts';
import type { Clock } from '../../runtime/clock.ts';
import { run, VersionConflictError, type EventStore } from '../../store/eventStore.ts';
import type { Settings } from '../domain.ts';
import { Refusal } from '../refusal.ts';

const stream = 'config';
const mostTries = 5;

/** The last change of a setting: by whom, and when, in ms. */
export interface SettingChange {
  readonly atMs: number;
  readonly by: string;
}

/** The last change of each setting by its key (one that stands at its default is left out), and the version of all together. */
export async function readSettingChanges({
  rows,
}: EventStore): Promise<{ readonly changes: ReadonlyMap<string, SettingChange>; readonly version: number }> {
  // The version first: a change in between is then one that the editor has not read.
  const newest = await rows
    .selectFrom('events')
    .select(({ fn }) => fn.max('version').as('version'))
    .where('stream', '=', stream)
    .executeTakeFirst();
  const changed = await rows.selectFrom('sys_config').select(['key', 'updated_at_ms', 'updated_by']).execute();
  return {
    changes: new Map(changed.map((row) => [row.key, { atMs: row.updated_at_ms, by: row.updated_by }])),
    version: newest?.version ?? 0,
  };
}

/** The settings in force: rows over the working defaults. A stored value that no longer fits is passed over for its default. */
export async function loadSettings(store: EventStore, clock: Clock): Promise<Settings> {
  const rows = await store.rows.selectFrom('sys_config').selectAll().execute();
  const stored = rows.flatMap(({ key, value }): [string, unknown][] => {
    if (!isSettingKey(key)) return [];
    const parsed = sysConfigShapes[key].safeParse(JSON.parse(value));
    return parsed.success ? [[key, parsed.data]] : [];
  });
  let settings = sysConfigSchema.parse({ ...sysConfigDefaults, ...Object.fromEntries(stored) });

  async function append(by: Principal, entries: readonly (readonly [string, unknown])[], expectedVersion: number) {
    const before: Readonly<Record<string, unknown>> = settings;
    await store.append({
      stream,
      expectedVersion: expectedVersion === 0 ? 'none' : expectedVersion,
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
  }

  return {
    current: () => settings,
    async change(by, { version, ...changes }) {
      // A member that was not sent leaves its setting as it is.
      const entries = Object.entries(changes).filter(([, value]) => value !== undefined);
      for (let attempt = 1; ; attempt += 1) {
        const { version: newest } = await readSettingChanges(store);
        if (version !== undefined && version < newest)
          await refuseOverwriting(
            store,
            version,
            entries.map(([key]) => key),
          );
        try {
          return await append(by, entries, newest);
        } catch (error) {
          // Someone else was quicker: the next round sees what they changed.
          if (!(error instanceof VersionConflictError) || attempt === mostTries) throw error;
        }
      }
    },
  };
}

/** Throws Refusal that names who has changed these settings since that version, and to what. */
async function refuseOverwriting(store: EventStore, sinceVersion: number, keys: readonly string[]): Promise<void> {
  const taken = new Map<SettingKey, { readonly by: string; readonly value: unknown }>();
  for (const { data, actor } of await store.readStream(stream, sinceVersion))
    for (const { key, after } of configEvents['config.changed'].parse(data).changes)
      if (isSettingKey(key) && keys.includes(key)) taken.set(key, { by: actor.name, value: after });
  if (taken.size === 0) return;
  const people = [...new Set([...taken.values()].map(({ by }) => by))].join('、');
  const names = [...taken.keys()].map((key) => `“${settingTexts[key].label}”`).join('、');
  throw new Refusal(
    `您编辑期间，${people}修改了${names}。请核对标出的内容后再保存`,
    refusalCodes.conflict,
    [...taken].map(([field, { by, value }]) => ({ field, message: `${by}已改为 ${settingValueText(field, value)}` })),
  );
}
