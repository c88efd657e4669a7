import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { providerChannels, type ProviderChannel, type TemplateVariable } from '../../src/contract/notificationWords.ts';
import { fillTemplate } from '../../src/contract/templateText.ts';
import { isDemoStore } from '../access/demoPassword.ts';
import { createSealedSecrets, type SealedSecrets } from '../domain/base/sealedSecrets.ts';
import { isSameSecret } from '../gateway/credentials.ts';
import type { Clock } from '../runtime/clock.ts';
import type { OnTrouble } from '../runtime/troubleLog.ts';
import { run, type EventStore } from '../store/eventStore.ts';
import type { NotifyTemplateTable } from '../store/rowTables.ts';
import type { Channels, Receipt } from './adapter.ts';
import { createDemoAdapter, type DemoAdapter } from './adapters/demo.ts';
import type { WechatApi } from './adapters/wechatApi.ts';
import { channelForms, valueOf, type ChannelValues } from './channelForms.ts';
import { createOutbound, type Outbound } from './outbound.ts';
import { createProvider, type RealProvider } from './providers.ts';
import { readDemo } from './receipts/demoReceipts.ts';
import type { ReceiptReading, ReceiptRequest } from './receipts/receiptReading.ts';
import { variablesIn } from './templateParts.ts';

export interface ChannelParts {
  readonly store: EventStore;
  readonly clock: Clock;
  /** The key of this site. The key that seals the secrets of the channels is derived from it. */
  readonly siteKey: Buffer;
  /** Hosts that a channel may reach although they are private (`NOTIFY_ALLOW_PRIVATE`). */
  readonly allowPrivate: readonly string[];
  /** The way out; a test may take its place. */
  readonly outbound?: Outbound;
  /** Given what providers report, one after the other. */
  readonly onReceipt: (channel: ProviderChannel, receipt: Receipt) => Promise<void>;
  readonly onTrouble: OnTrouble;
}

export type Provider = 'none' | 'demo' | 'real';

/** The settings of a channel. Secrets are here in clear: this never leaves the server. */
export interface ChannelState {
  readonly channel: ProviderChannel;
  readonly provider: Provider;
  readonly settings: ChannelValues;
  readonly secrets: ChannelValues;
  /** In the address of its receipts: 128 random bits. */
  readonly token: string;
}

export interface LoadedChannels extends Channels {
  /** The store is the demo's: its telephone numbers are invented. */
  readonly isDemo: boolean;
  stateOf(channel: ProviderChannel): ChannelState;
  /** Is this the token of the channel's receipts? Takes as long for every token. */
  isToken(channel: ProviderChannel, token: string): boolean;
  /** Reads a provider's call to the channel's own address; undefined where the channel expects none. */
  readReceipt(channel: ProviderChannel, request: ReceiptRequest): ReceiptReading | undefined;
  /** The official account; undefined unless the channel is set up with one. */
  wechat(): WechatApi | undefined;
  /** The demo's provider of a channel; undefined where another is set up. */
  demoOf(channel: ProviderChannel): DemoAdapter | undefined;
  /** After settings or templates have changed. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** Returns the sealing of the channels' secrets. */
export const createChannelSecrets = (siteKey: Buffer): SealedSecrets => createSealedSecrets(siteKey, ':notify:1');

const providerSchema = z.enum(['none', 'demo', 'real']).catch('none');
const valuesSchema = z.record(z.string(), z.string());
const newToken = (): string => randomBytes(16).toString('base64url');

/** The channels as they are set up, with an adapter for each that can send. A channel that the store does not know yet gets its row. */
export async function createChannels(parts: ChannelParts): Promise<LoadedChannels> {
  const { store } = parts;
  const secrets = createChannelSecrets(parts.siteKey);
  const isDemo = await isDemoStore(store);
  await addMissing(store, secrets, isDemo ? 'demo' : 'none');
  const outbound = parts.outbound ?? createOutbound({ allowPrivate: parts.allowPrivate });
  let states: ReadonlyMap<ProviderChannel, ChannelState> = new Map();
  let reals: ReadonlyMap<ProviderChannel, RealProvider> = new Map();
  let demos: ReadonlyMap<ProviderChannel, DemoAdapter> = new Map();
  let templates: readonly NotifyTemplateTable[] = [];

  function stateOf(channel: ProviderChannel): ChannelState {
    const state = states.get(channel);
    if (state === undefined) throw new Error(`the channel ${channel} has no row`);
    return state;
  }

  function demoFor(channel: ProviderChannel): DemoAdapter {
    return demos.get(channel) ?? createDemoAdapter(channel, parts);
  }

  const variablesOf = (channel: ProviderChannel, code: string): readonly TemplateVariable[] => [
    ...new Set(
      templates
        .filter((one) => one.channel === channel && one.provider_code === code)
        .flatMap(({ text }) => variablesIn(text)),
    ),
  ];

  function realFor(state: ChannelState): RealProvider {
    const { channel, token } = state;
    return createProvider(channel, {
      clock: parts.clock,
      outbound,
      token,
      values: valuesOf(state),
      variablesOf: (code) => variablesOf(channel, code),
    });
  }

  async function reload(): Promise<void> {
    const rows = await store.rows.selectFrom('notify_channels').selectAll().execute();
    templates = await store.rows.selectFrom('notify_templates').selectAll().execute();
    const before = states;
    const all = providerChannels.flatMap((channel) => {
      const row = rows.find((one) => one.channel === channel);
      return row === undefined ? [] : [openRow(channel, row, secrets)];
    });
    states = new Map(all.map((state) => [state.channel, state]));
    // One that has not changed keeps what it holds: a token, a call that rings.
    reals = new Map(
      all
        .filter(({ provider }) => provider === 'real')
        .map((state) => {
          const kept = isDeepStrictEqual(before.get(state.channel), state) ? reals.get(state.channel) : undefined;
          return [state.channel, kept ?? realFor(state)];
        }),
    );
    const nowDemos = new Map(
      all.filter(({ provider }) => provider === 'demo').map(({ channel }) => [channel, demoFor(channel)]),
    );
    for (const [channel, demo] of demos) if (!nowDemos.has(channel)) demo.close();
    demos = nowDemos;
  }

  await reload();
  return {
    isDemo,
    stateOf,
    isToken: (channel, token) => isSameSecret(stateOf(channel).token, Buffer.from(token)),
    readReceipt(channel, request) {
      if (demos.has(channel)) return readDemo(request);
      return reals.get(channel)?.readReceipt?.(request);
    },
    wechat: () => reals.get('wechat')?.wechat,
    demoOf: (channel) => demos.get(channel),
    adapterOf: (channel) => demos.get(channel) ?? reals.get(channel)?.adapter,
    render(channel, key, values) {
      const template = templates.find((one) => one.channel === channel && one.key === key);
      return template === undefined
        ? { text: Object.values(values).join(' '), code: '' }
        : { text: fillTemplate(template.text, values), code: template.provider_code };
    },
    reload,
    async close() {
      for (const demo of demos.values()) demo.close();
    },
  };
}

async function addMissing(store: EventStore, secrets: SealedSecrets, provider: Provider): Promise<void> {
  const tokens = new Map(providerChannels.map((channel) => [channel, secrets.seal(newToken())]));
  await store.write(function* (queries) {
    for (const [channel, token] of tokens)
      yield* run(
        queries
          .insertInto('notify_channels')
          .values({ channel, provider, settings: '{}', sealed_secrets: '{}', sealed_token: token })
          .onConflict((conflict) => conflict.doNothing()),
      );
  });
}

interface ChannelRow {
  readonly provider: string;
  readonly settings: string;
  readonly sealed_secrets: string;
  readonly sealed_token: string;
}

function openRow(channel: ProviderChannel, row: ChannelRow, secrets: SealedSecrets): ChannelState {
  return {
    channel,
    provider: providerSchema.parse(row.provider),
    settings: valuesSchema.parse(JSON.parse(row.settings)),
    secrets: Object.fromEntries(
      Object.entries(valuesSchema.parse(JSON.parse(row.sealed_secrets))).map(([name, sealed]) => [
        name,
        secrets.open(sealed),
      ]),
    ),
    token: secrets.open(row.sealed_token),
  };
}

/** Everything that an adapter needs, by name: entered values, standards and secrets. */
export const valuesOf = ({ channel, settings, secrets }: ChannelState): ChannelValues =>
  Object.fromEntries(
    channelForms[channel].fields.map((field) => [field.name, valueOf(field.isSecret ? secrets : settings, field)]),
  );
