import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import * as z from 'zod';
import { probePeriodMs } from '../../src/contract/endpoints/probe.ts';

const longestProbeSeconds = probePeriodMs / 1_000;

const port = (name: string) =>
  z.coerce
    .number(`${name} 须为端口号`)
    .int(`${name} 须为整数`)
    .min(0, `${name} 须在 0–65535 之间`)
    .max(65_535, `${name} 须在 0–65535 之间`);
const flag = z.union(
  [
    z.boolean(),
    z
      .enum(['true', 'false', '1', '0', 'yes', 'no'])
      .transform((text) => text === 'true' || text === '1' || text === 'yes'),
  ],
  '须为 true 或 false',
);
const urlOf = (name: string, protocols: readonly string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `${name} 须为 ${protocols.map((protocol) => `${protocol}//…`).join(' 或 ')} 形式的地址`,
    );

/** Every setting by the name of its environment variable; the file uses the same names. */
const settings = z.object({
  /**
   * The address on which the page, the API and our own broker listen. Unless set, a demo can be reached from its own machine only: its
   * passwords are public.
   */
  HOST: z.string().min(1).optional(),
  PORT: port('PORT').default(8080),
  MQTT_PORT: port('MQTT_PORT').default(1883),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: urlOf('DATABASE_URL', ['postgres:', 'postgresql:']).optional(),
  MQTT_URL: urlOf('MQTT_URL', ['mqtt:', 'mqtts:']).optional(),
  MQTT_USERNAME: z.string().optional(),
  MQTT_PASSWORD: z.string().optional(),
  TLS_CERT_FILE: z.string().optional(),
  TLS_KEY_FILE: z.string().optional(),
  /** Believe X-Forwarded-* of a proxy in front. */
  TRUST_PROXY: flag.default(false),
  /** Further origins whose pages may open the push socket, separated by commas. */
  ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((origin) => origin.trim())
        .filter((origin) => origin !== ''),
    ),
  /** The private hosts that notification channels may reach, separated by commas: `hooks.internal,10.0.0.8`. */
  NOTIFY_ALLOW_PRIVATE: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((host) => host.trim().toLowerCase())
        .filter((host) => host !== ''),
    ),
  /**
   * Reports of devices go past the MQTT library and are read in turns, and push frames go past the WebSocket library. Turn this off to find
   * out whether a fault lies there: everything works the same then, for fewer devices and consoles.
   */
  FAST_PATHS: flag.default(true),
  /** The address that the public opens: the cars' QR codes begin with it. If unset, the address by which the page was opened. */
  PUBLIC_URL: urlOf('PUBLIC_URL', ['https:', 'http:'])
    .refine(
      (text) => !URL.canParse(text) || new URL(text).href === `${new URL(text).origin}/`,
      'PUBLIC_URL 只写到域名和端口，不带路径，例如 https://lift.example.cn',
    )
    .transform((text) => new URL(text).origin)
    .optional(),
  /** The number of days for which every single report stays in files under DATA_DIR/history; 0 keeps none. */
  HISTORY_DAYS: z.coerce
    .number('HISTORY_DAYS 须为天数')
    .int('HISTORY_DAYS 须为整数')
    .min(0, 'HISTORY_DAYS 不能为负')
    .max(3_650, 'HISTORY_DAYS 最多 3650 天')
    .default(0),
  /**
   * Seconds between two synthetic calls from a device's connection to the consoles; 0 turns them off. A longer time from an earlier
   * version counts as the longest that there is now.
   */
  PROBE_SECONDS: z.coerce
    .number('PROBE_SECONDS 须为秒数')
    .int('PROBE_SECONDS 须为整数')
    .min(0, 'PROBE_SECONDS 不能为负')
    .transform((seconds) => Math.min(seconds, longestProbeSeconds))
    .default(longestProbeSeconds),
  DEMO: flag.default(true),
  /**
   * First administrator of a real site, where nobody can be asked; at a later start the password takes the place of
   * that account's demo password, if it still has it.
   */
  ADMIN_ACCOUNT: z.string().min(1).optional(),
  ADMIN_PASSWORD: z.string().min(1).optional(),
});

const configSchema = settings
  .transform((config) => ({ ...config, HOST: config.HOST ?? (config.DEMO ? '127.0.0.1' : '0.0.0.0') }))
  .refine((config) => (config.TLS_CERT_FILE === undefined) === (config.TLS_KEY_FILE === undefined), {
    message: 'TLS_CERT_FILE 与 TLS_KEY_FILE 须同时设置',
    path: ['TLS_CERT_FILE'],
  });

export type Config = z.output<typeof configSchema>;
const configNames = Object.keys(settings.shape);

/** A setting that cannot be used: the message names the setting and what it must be. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

function readConfigFile(path: string, isNamed: boolean): Record<string, unknown> {
  if (!existsSync(path)) {
    if (isNamed) throw new ConfigError(`找不到配置文件“${path}”，请检查 CONFIG_FILE`);
    return {};
  }
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new ConfigError(
      `配置文件“${path}”不是有效的 JSON 对象：${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/**
 * Settings from the command line's switches, then the environment, then `tian.config.json` (or CONFIG_FILE), then the defaults.
 * Throws ConfigError for an unknown name in the file and for a value that cannot be used.
 */
export function loadConfig({
  env,
  switches = {},
}: {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly switches?: Readonly<Record<string, unknown>>;
}): Config {
  const named = env['CONFIG_FILE'];
  const file = readConfigFile(resolve(named ?? 'tian.config.json'), named !== undefined);
  const unknown = Object.keys(file).find((name) => !configNames.includes(name));
  if (unknown !== undefined)
    throw new ConfigError(`配置文件中的“${unknown}”不是已知的设置项，可用的有：${configNames.join('、')}`);
  const fromEnv = Object.fromEntries(
    configNames.flatMap((name) => (env[name] === undefined || env[name] === '' ? [] : [[name, env[name]]])),
  );
  const parsed = configSchema.safeParse({ ...file, ...fromEnv, ...switches });
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}：${message}`);
    throw new ConfigError(`配置有误，请修改后重新启动：\n${lines.join('\n')}`);
  }
  const { data } = parsed;
  return { ...data, DATA_DIR: isAbsolute(data.DATA_DIR) ? data.DATA_DIR : resolve(data.DATA_DIR) };
}
