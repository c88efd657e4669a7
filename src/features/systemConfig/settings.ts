import type { OutputOf } from '../../contract/endpoint.ts';
import { sysConfigSchema, type SysConfig, type sysConfigList } from '../../contract/endpoints/sysConfig.ts';
import { settingKeys, type SettingKey } from '../../contract/sysConfig.ts';
import { formatDateTime, toMs } from '../../ui/time/formatTime.ts';

/** The settings as they were read: a change is compared with them, and sent with their version. */
export interface ReadSettings {
  readonly values: SysConfig;
  /** The author and time of each setting's last change: 关立群 2026-11-21 10:12:00. Settings that were never changed are absent. */
  readonly changed: ReadonlyMap<string, string>;
  readonly version: number;
}

/** Throws ZodError when a setting is missing. */
export function toSettings(rows: OutputOf<typeof sysConfigList>): ReadSettings {
  return {
    values: sysConfigSchema.parse(Object.fromEntries(rows.map(({ key, value }) => [key, value]))),
    changed: new Map(
      rows.flatMap(({ key, updated_at: at, updated_by: by = '' }) => {
        const atMs = toMs(at);
        return atMs === null ? [] : [[key, `${by} ${formatDateTime(atMs)}`.trim()] as const];
      }),
    ),
    version: rows[0]?.version ?? 0,
  };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The settings whose value in the form is not the one that was read. */
export const changedKeys = (base: SysConfig, now: Partial<Record<SettingKey, unknown>>): readonly SettingKey[] =>
  settingKeys.filter((key) => !isSame(base[key], now[key]));

/** The members that a save sends: what was changed, and nothing else, so that no one else's change is undone. */
export function changesOf(base: SysConfig, now: SysConfig): Partial<SysConfig> {
  const changed = changedKeys(base, now);
  return Object.fromEntries(Object.entries(now).filter(([key]) => changed.some((one) => one === key)));
}
