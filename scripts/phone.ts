import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { notifyChannelLabels, type ProviderChannel } from '../src/contract/notificationWords.ts';
import { toDisplayTime } from '../src/contract/time.ts';
import { ConfigError, loadConfig, type Config } from '../server/start/config.ts';
import { deviceKeyPath, readSiteDeviceKey } from '../server/gateway/credentials.ts';
import { ringsForMs } from '../server/notify/adapters/demo.ts';
import { createChannelSecrets } from '../server/notify/channels.ts';
import { receiptPath } from '../server/queries/notifyChannel.ts';
import { ScriptError, withSiteRows } from './siteRows.ts';

const usage = `用法 / usage：npm run phone [-- 动作]
  （无动作）          列出演示中正在响铃的电话，以及最近的消息
  press <键>          接听并按键：1 为确认。默认按最近一个正在响铃的电话
  answer              只接听，不按键
  bind <人员编号>     像扫码一样绑定该人员的（虚构的）微信
选项 / options：
  --id N              指定通知编号
  --http-url          服务器地址，默认本机的 PORT`;

const messageRow = z.object({
  notification_id: z.coerce.number(),
  channel: z.string(),
  recipient: z.string(),
  title: z.string(),
  text: z.string(),
  sent_at_ms: z.coerce.number(),
  reaction: z.string(),
});
type Message = z.output<typeof messageRow>;
const tokenRow = z.object({ provider: z.string(), sealed_token: z.string() });

const newestShown = 20;

const readMessages = (config: Config): Promise<readonly Message[]> =>
  withSiteRows(config, async (ask) =>
    z
      .array(messageRow)
      .parse(
        await ask(`select * from demo_messages order by sent_at_ms desc, notification_id desc limit ${newestShown}`),
      ),
  );

const isRinging = ({ channel, reaction, sent_at_ms: sentAtMs }: Message): boolean =>
  channel === 'voice' && reaction === '' && Date.now() - sentAtMs < ringsForMs;

/** The server's key opens the token of the receipts: only who runs the server plays the telephone. */
async function tokenOf(config: Config, channel: ProviderChannel): Promise<string> {
  const rows = await withSiteRows(config, async (ask) =>
    z.array(tokenRow).parse(await ask('select provider, sealed_token from notify_channels where channel = ?', channel)),
  );
  const [row] = rows;
  if (row?.provider !== 'demo')
    throw new ScriptError(
      `${notifyChannelLabels[channel]}渠道不是演示渠道，不能代为应答\nThis channel is not the demo's.`,
    );
  try {
    return createChannelSecrets(readSiteDeviceKey(config.DATA_DIR)).open(row.sealed_token);
  } catch {
    throw new ScriptError(
      `读不到 ${deviceKeyPath(config.DATA_DIR)}。请以服务器的用户运行，或用 DATA_DIR 指定服务器的数据目录\nRun as the server's user, or set DATA_DIR.`,
    );
  }
}

async function send(config: Config, httpUrl: string, channel: ProviderChannel, body: object): Promise<void> {
  const token = await tokenOf(config, channel);
  const url = new URL(receiptPath(channel, token), httpUrl);
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  if (response === undefined)
    throw new ScriptError(`连不上服务器 ${httpUrl}，请先运行 npm start，或用 --http-url 指定\nStart the server first.`);
  if (!response.ok) throw new ScriptError(`服务器没有接受（HTTP ${response.status}）`);
}

function show({ notification_id: id, channel, recipient, title, text, sent_at_ms: atMs, reaction }: Message): string {
  const label = Object.entries(notifyChannelLabels).find(([name]) => name === channel)?.[1] ?? channel;
  const done =
    reaction === '' ? '' : reaction === '-' ? ' 无人接听' : reaction === '*' ? ' 已接听' : ` 已按 ${reaction}`;
  return `#${id} ${toDisplayTime(atMs)} ${label} ${recipient} ${title}${done}\n    ${text.replaceAll('\n', '\n    ')}`;
}

async function list(config: Config): Promise<void> {
  const messages = await readMessages(config);
  const ringing = messages.filter(isRinging);
  console.log(ringing.length === 0 ? '现在没有正在响铃的电话 / no telephone is ringing' : '正在响铃 / ringing：');
  for (const message of ringing) console.log(show(message));
  const others = messages.filter((message) => !isRinging(message));
  if (others.length > 0) console.log('\n最近的消息 / recent：');
  for (const message of others) console.log(show(message));
}

const orderRow = z.object({ id: z.coerce.number(), accepted_by_name: z.string(), is_open: z.coerce.number() });
const looksForHolder = 6;
const lookAgainMs = 500;

/** Prints the name of the user who has the call after the key, as the desk shows it. A message that no call is about has none. */
async function tellHolder(config: Config, notificationId: number): Promise<void> {
  for (let look = 1; look <= looksForHolder; look += 1) {
    await sleep(lookAgainMs);
    const [order] = await withSiteRows(config, async (ask) =>
      z
        .array(orderRow)
        .parse(
          await ask(
            'select o.id, o.accepted_by_name, o.is_open from rescue_orders o join notifications n on n.rescue_order_id = o.id where n.id = ?',
            String(notificationId),
          ),
        ),
    );
    if (order === undefined) return;
    if (order.is_open === 0) return console.log(`救援单 ${order.id} 已结束 / the call is over`);
    if (order.accepted_by_name !== '')
      return console.log(`救援单 ${order.id} 由 ${order.accepted_by_name} 负责 / has the call`);
    if (look === looksForHolder) console.log(`救援单 ${order.id} 已记录知晓，仍在等待受理 / the call still rings`);
  }
}

async function react(config: Config, httpUrl: string, key: string, id: number | undefined): Promise<void> {
  const messages = await readMessages(config);
  const message = messages.find((one) => (id === undefined ? isRinging(one) : one.notification_id === id));
  if (message === undefined)
    throw new ScriptError(
      id === undefined ? '现在没有正在响铃的电话 / no telephone is ringing' : `没有通知 #${id} / no such message`,
    );
  const channel = z.enum(['voice', 'sms', 'wechat', 'wecom', 'webhook']).parse(message.channel);
  await send(config, httpUrl, channel, { id: message.notification_id, key });
  console.log(key === '' ? `已接听 #${message.notification_id}` : `已接听 #${message.notification_id} 并按 ${key}`);
  if (key === '1') await tellHolder(config, message.notification_id);
}

async function bind(config: Config, httpUrl: string, person: string): Promise<void> {
  const personId = Number(person);
  if (!Number.isInteger(personId) || personId < 1)
    throw new ScriptError('请写明人员编号：npm run phone -- bind <人员编号> / a person is needed');
  await send(config, httpUrl, 'wechat', { person_id: personId, openid: `oDemo${randomBytes(12).toString('hex')}` });
  console.log(`已为人员 ${personId} 绑定演示微信`);
}

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { id: { type: 'string' }, 'http-url': { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
  } catch (error) {
    throw new ScriptError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parse();
  const [action, argument = ''] = positionals;
  if (values.help === true) {
    console.log(usage);
    return;
  }
  const config = loadConfig({ env: process.env });
  const host = config.HOST === '0.0.0.0' || config.HOST === '::' ? '127.0.0.1' : config.HOST;
  const httpUrl = values['http-url'] ?? `http${config.TLS_CERT_FILE === undefined ? '' : 's'}://${host}:${config.PORT}`;
  const id = values.id === undefined ? undefined : Number(values.id);
  if (action === undefined) return list(config);
  if (action === 'press') {
    if (!/^[\d*#]$/.test(argument)) throw new ScriptError(`请写明一个键，例如 press 1 / a key is needed\n\n${usage}`);
    return react(config, httpUrl, argument, id);
  }
  if (action === 'answer') return react(config, httpUrl, '', id);
  if (action === 'bind') return bind(config, httpUrl, argument);
  throw new ScriptError(`未知动作“${action}” / unknown action\n\n${usage}`);
}

main().catch((error: unknown) => {
  console.error(error instanceof ScriptError || error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
});
