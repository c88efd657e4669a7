import { isIP } from 'node:net';
import type * as z from 'zod';
import type { channelSettingsInput } from '../../src/contract/entities/notification.ts';
import { refusalCodes, type FieldErrors } from '../../src/contract/envelope.ts';
import { notifySettingsEvents } from '../../src/contract/events/notifySettings.ts';
import { notifyChannelLabels, type ProviderChannel } from '../../src/contract/notificationWords.ts';
import { streamName } from '../../src/contract/streamName.ts';
import { actorOf, type Principal } from '../access/principal.ts';
import type { SealedSecrets } from '../domain/base/sealedSecrets.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Clock } from '../runtime/clock.ts';
import type { OnTrouble } from '../runtime/troubleLog.ts';
import { run, VersionConflictError, type EventStore } from '../store/eventStore.ts';
import { channelForms, valueOf, type ChannelField, type ChannelValues } from './channelForms.ts';
import type { ChannelState, LoadedChannels, Provider } from './channels.ts';
import { isPrivateAddress } from './privateAddress.ts';

export interface ChannelDeskParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly channels: LoadedChannels;
  readonly secrets: Pick<SealedSecrets, 'seal'>;
  readonly allowPrivate: readonly string[];
  readonly onTrouble: OnTrouble;
}

type Input = z.output<typeof channelSettingsInput>;
type Problems = FieldErrors['errors'];

export interface ChannelDesk {
  /** Throws Refusal with field errors, and where someone else has changed the channel since `version`. */
  save(by: Principal, input: Input): Promise<{ version: number }>;
}

/** The present or future settings of a channel: secrets in clear. */
interface Setup {
  readonly provider: Provider;
  readonly settings: ChannelValues;
  readonly secrets: ChannelValues;
}

const streamOf = (channel: ProviderChannel): string => streamName('notifyChannel', channel);

/** The version of a channel's settings; 0 for one that no one has changed. */
export async function channelVersion({ rows }: Pick<EventStore, 'rows'>, channel: ProviderChannel): Promise<number> {
  const newest = await rows
    .selectFrom('events')
    .select(({ fn }) => fn.max('version').as('version'))
    .where('stream', '=', streamOf(channel))
    .executeTakeFirst();
  return newest?.version ?? 0;
}

/** Changing how a channel is set up. What is not sent stays; an empty text takes a value away. */
export function createChannelDesk({
  store,
  clock,
  channels,
  secrets,
  allowPrivate,
  onTrouble,
}: ChannelDeskParts): ChannelDesk {
  async function write(by: Principal, channel: ProviderChannel, before: Setup, after: Setup, version: number) {
    const replaced = channelForms[channel].fields.filter(
      ({ name, isSecret }) => isSecret && before.secrets[name] !== undefined && differs(before, after, name),
    );
    const sealed = Object.fromEntries(
      Object.entries(after.secrets).map(([name, secret]) => [name, secrets.seal(secret)]),
    );
    const { version: written } = await store.append({
      stream: streamOf(channel),
      expectedVersion: version === 0 ? 'none' : version,
      actor: actorOf(by),
      events: [
        {
          type: 'notifyChannel.changed',
          data: notifySettingsEvents['notifyChannel.changed'].parse({
            channel,
            before: logged(channel, before),
            after: {
              ...logged(channel, after),
              ...(replaced.length === 0 ? {} : { replaced: replaced.map(({ label }) => label).join('、') }),
            },
          }),
          atMs: clock.nowMs(),
        },
      ],
      *effects(queries) {
        yield* run(
          queries
            .updateTable('notify_channels')
            .set({
              provider: after.provider,
              settings: JSON.stringify(after.settings),
              sealed_secrets: JSON.stringify(sealed),
            })
            .where('channel', '=', channel),
        );
      },
    });
    return written;
  }

  return {
    async save(by, { channel, provider, values, version }) {
      // The version first: the append then detects a change in between.
      const newest = await channelVersion(store, channel);
      if (version !== undefined && version < newest) throw await conflict(store, channel, version);
      const before = channels.stateOf(channel);
      const entered = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()]));
      const after = enter(before, provider, entered);
      const problems = [
        ...problemsOf(channel, entered, after, allowPrivate),
        ...providerProblems(channel, provider, channels.isDemo),
        ...keptSecretProblems(before, after, entered),
      ];
      if (problems.length > 0) throw new Refusal('请修改标出的内容后重试', refusalCodes.invalid, problems);
      if (isSame(before, after)) return { version: newest };
      try {
        const written = await write(by, channel, before, after, newest);
        await channels
          .reload()
          .catch((error: unknown) => onTrouble('通知渠道已保存，但内存中的设置没有更新，请重启服务', error));
        return { version: written };
      } catch (error) {
        if (error instanceof VersionConflictError) throw await conflict(store, channel, newest);
        throw error;
      }
    },
  };
}

function enter({ channel, settings, secrets }: ChannelState, provider: Provider, entered: ChannelValues): Setup {
  const taken = (old: ChannelValues, isSecret: boolean): ChannelValues =>
    Object.fromEntries(
      channelForms[channel].fields.flatMap((field) => {
        if ((field.isSecret ?? false) !== isSecret) return [];
        const value = entered[field.name] ?? old[field.name] ?? '';
        return value === '' ? [] : [[field.name, value]];
      }),
    );
  return { provider, settings: taken(settings, false), secrets: taken(secrets, true) };
}

const differs = (before: Setup, after: Setup, name: string): boolean =>
  before.secrets[name] !== after.secrets[name] && after.secrets[name] !== undefined;

const isSame = (before: Setup, after: Setup): boolean =>
  before.provider === after.provider &&
  sameValues(before.settings, after.settings) &&
  sameValues(before.secrets, after.secrets);

const sameValues = (left: ChannelValues, right: ChannelValues): boolean =>
  [...new Set([...Object.keys(left), ...Object.keys(right)])].every((name) => left[name] === right[name]);

/** As the log keeps it permanently. */
function logged(
  channel: ProviderChannel,
  { provider, settings, secrets }: Setup,
): Readonly<Record<string, string | boolean>> {
  const fields = channelForms[channel].fields.map((field): [string, string | boolean] => {
    if (field.isSecret) return [`has_${field.name}`, secrets[field.name] !== undefined];
    const value = settings[field.name] ?? '';
    return [field.name, value === '' ? '' : (field.logged?.(value) ?? value)];
  });
  return { name: notifyChannelLabels[channel], provider, ...Object.fromEntries(fields) };
}

const fieldError = (name: string, message: string): Problems[number] => ({ field: `values.${name}`, message });

function problemsOf(
  channel: ProviderChannel,
  entered: ChannelValues,
  { provider, settings, secrets }: Setup,
  allowPrivate: readonly string[],
): Problems {
  const { fields } = channelForms[channel];
  const unknown = Object.keys(entered).filter((name) => fields.every((field) => field.name !== name));
  return [
    ...unknown.map((name) => fieldError(name, '没有这一项设置')),
    ...fields.flatMap((field) => {
      const value = (field.isSecret ? secrets : settings)[field.name] ?? '';
      if (value === '')
        return provider === 'real' && field.isRequired ? [fieldError(field.name, `请填写${field.label}`)] : [];
      const problem = field.problemOf?.(value) ?? (isTarget(field) ? targetProblem(value, allowPrivate) : undefined);
      return problem === undefined ? [] : [fieldError(field.name, problem)];
    }),
  ];
}

const isTarget = ({ name }: ChannelField): boolean => name === 'url' || name === 'base_url';

/** Returns the problem of an address before its name is resolved; the rest is checked each time a message leaves. */
function targetProblem(text: string, allowPrivate: readonly string[]): string | undefined {
  const { hostname, protocol } = new URL(text);
  const host = hostname.replaceAll(/^\[|\]$/g, '').toLowerCase();
  if (allowPrivate.includes(host)) return undefined;
  if (host === 'localhost' || host.endsWith('.localhost') || (isIP(host) !== 0 && isPrivateAddress(host)))
    return `${host} 是内网地址，请先在服务器配置 NOTIFY_ALLOW_PRIVATE 中写入该主机`;
  return protocol === 'https:' ? undefined : '须为 https 网址';
}

/** The numbers of a demo are invented: real telephones of strangers must not ring. A real site never takes a recording for a call. */
function providerProblems(channel: ProviderChannel, provider: Provider, isDemo: boolean): Problems {
  if (provider === 'demo' && !isDemo)
    return [{ field: 'provider', message: '正式站点不能使用演示渠道，请填写真实的服务方或保持未配置' }];
  return provider === 'real' && isDemo && (channel === 'voice' || channel === 'sms')
    ? [{ field: 'provider', message: '演示数据中的号码是虚构的，不能接入真实的电话和短信' }]
    : [];
}

/** An editor must not have a secret that they do not know sent to a host of their own. */
function keptSecretProblems(before: ChannelState, after: Setup, entered: ChannelValues): Problems {
  const { fields } = channelForms[before.channel];
  const hostOf = (settings: ChannelValues): string =>
    fields
      .filter(isTarget)
      .map((field) => valueOf(settings, field))
      .map((url) => (URL.canParse(url) ? new URL(url).origin : ''))
      .join(' ');
  if (hostOf(before.settings) === hostOf(after.settings)) return [];
  return fields
    .filter(({ name, isSecret }) => isSecret && before.secrets[name] !== undefined && entered[name] === undefined)
    .map(({ name, label }) => fieldError(name, `地址换了主机，请重新填写${label}`));
}

async function conflict(store: EventStore, channel: ProviderChannel, sinceVersion: number): Promise<Refusal> {
  const events = await store.readStream(streamOf(channel), sinceVersion);
  const who = events.at(-1)?.actor.name ?? '其他人';
  return new Refusal(
    `您编辑期间，${who}修改了${notifyChannelLabels[channel]}渠道。请重新打开后再保存`,
    refusalCodes.conflict,
  );
}
