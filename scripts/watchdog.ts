import { readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { notifyChannelLabels, templateVariables } from '../src/contract/notificationWords.ts';
import { channelForms } from '../server/notify/channelForms.ts';
import { valuesOf } from '../server/notify/channels.ts';
import { createOutbound, type Outbound } from '../server/notify/outbound.ts';
import { createProvider } from '../server/notify/providers.ts';
import { every, systemClock, type Clock } from '../server/runtime/clock.ts';
import { ScriptError } from './siteRows.ts';
import { createServerWatch, watchNewsSchema, type WatchTarget } from './watchServer.ts';

const askEveryMs = 15_000;
const askWithinMs = 10_000;

const configSchema = z.object({
  url: z.url({ protocol: /^https?$/ }),
  site: z.string().min(1).max(30).default('梯安'),
  state_file: z.string().min(1).default('./watchdog-state.json'),
  allow_private: z.array(z.string()).default([]),
  channels: z
    .array(
      z.object({
        channel: z.enum(['voice', 'sms', 'wecom', 'webhook']),
        settings: z.record(z.string(), z.string()),
        to: z.array(z.string().regex(/^\+?[\d -]{5,20}$/)).default([]),
        template_code: z.string().default(''),
        variables: z.array(z.enum(templateVariables)).default(['说明']),
      }),
    )
    .min(1),
});
export type WatchdogConfig = z.infer<typeof configSchema>;
type ChannelConfig = WatchdogConfig['channels'][number];

/** Throws ScriptError, which names the member at fault. */
export function parseWatchdogConfig(json: string): WatchdogConfig {
  try {
    return configSchema.parse(JSON.parse(json));
  } catch (error) {
    const issue = error instanceof z.ZodError ? error.issues[0] : undefined;
    const place = issue === undefined ? '' : `“${issue.path.join('.')}”：`;
    throw new ScriptError(`看门狗的配置有误，${place}${issue?.message ?? String(error)}`);
  }
}

/** The same forms as in the platform's settings say what is missing. */
function checkSettings({ channel, settings, to, template_code: template }: ChannelConfig): void {
  const label = notifyChannelLabels[channel];
  for (const { name, label: field, isRequired, problemOf } of channelForms[channel].fields) {
    const value = settings[name] ?? '';
    const problem = value === '' ? (isRequired === true ? '必须填写' : undefined) : problemOf?.(value);
    if (problem !== undefined) throw new ScriptError(`看门狗的${label}渠道，${field}（${name}）${problem}`);
  }
  const needsPeople = channel === 'voice' || channel === 'sms';
  if (needsPeople && (to.length === 0 || template === ''))
    throw new ScriptError(`看门狗的${label}渠道须填写电话（to）与服务方审核通过的模板编号（template_code）`);
}

/** Returns the people whom the configuration names, each with the platform's own adapter. Throws ScriptError. */
export function targetsOf(
  { url, channels }: WatchdogConfig,
  parts: { readonly clock: Clock; readonly outbound: Outbound },
): readonly WatchTarget[] {
  return channels.flatMap((one, index) => {
    checkSettings(one);
    const { channel, settings, to, template_code: templateCode, variables } = one;
    const values = valuesOf({ channel, provider: 'real', settings, secrets: settings, token: url });
    const { adapter } = createProvider(channel, { ...parts, values, token: url, variablesOf: () => variables });
    return (to.length === 0 ? [''] : to).map((address) => ({
      name: `${index + 1}-${notifyChannelLabels[channel]}${address === '' ? '' : `-${address}`}`,
      adapter,
      address,
      templateCode,
    }));
  });
}

const healthSchema = z.object({ data: z.object({ call_proven_ago_ms: z.number().nullish() }) });

/** Resolves to the time since the server was proven to take calls, by its report of the last synthetic call; undefined if it does not answer. */
export async function askHealth(url: string, withinMs = askWithinMs): Promise<number | undefined> {
  try {
    const answer = await fetch(new URL('/healthz', url), { signal: AbortSignal.timeout(withinMs), redirect: 'error' });
    const health = healthSchema.safeParse(await answer.json());
    // Without synthetic calls the answer itself is all the proof there is.
    return answer.ok && health.success ? (health.data.data.call_proven_ago_ms ?? 0) : undefined;
  } catch {
    return undefined;
  }
}

const say = (text: string): void => console.error(`${new Date().toISOString()} ${text}`);

/** `npm run watchdog -- <file>`: docs/operating/chain-probe.md. Runs until it is ended. */
async function runWatchdog(path: string): Promise<void> {
  const config = parseWatchdogConfig(await readFile(path, 'utf8'));
  const outbound = createOutbound({ allowPrivate: config.allow_private });
  const kept = await readFile(config.state_file, 'utf8').catch(() => undefined);
  const watch = createServerWatch({
    clock: systemClock,
    ask: () => askHealth(config.url),
    targets: targetsOf(config, { clock: systemClock, outbound }),
    site: config.site,
    news: kept === undefined ? undefined : watchNewsSchema.parse(JSON.parse(kept)),
    async keep(news) {
      // In one step, so that a crash leaves the old state or the new one.
      await writeFile(`${config.state_file}.new`, JSON.stringify(news), { mode: 0o600 });
      await rename(`${config.state_file}.new`, config.state_file);
    },
    onTrouble: say,
  });
  say(`正在看守 ${config.url}`);
  const look = () => watch.look().catch((error: unknown) => say(`看门狗出错，将重试：${String(error)}`));
  await look();
  every(systemClock, askEveryMs, look);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  runWatchdog(process.argv[2] ?? process.env['WATCHDOG_FILE'] ?? './watchdog.json').catch((error: unknown) => {
    console.error(error instanceof ScriptError ? error.message : error);
    process.exitCode = 1;
  });
