import { createHash } from 'node:crypto';
import type { ProviderChannel, TemplateVariable } from '../../src/contract/notificationWords.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Adapter } from './adapter.ts';
import { createAliyunSms } from './adapters/aliyunSms.ts';
import { createAliyunVoice } from './adapters/aliyunVoice.ts';
import { createWebhook, webhookSecrets } from './adapters/webhook.ts';
import { createWechat } from './adapters/wechat.ts';
import { createWechatApi, type WechatApi } from './adapters/wechatApi.ts';
import { createWecom } from './adapters/wecom.ts';
import type { ChannelValues } from './channelForms.ts';
import type { Outbound } from './outbound.ts';
import { readAliyunSms, readAliyunVoice } from './receipts/aliyunReceipts.ts';
import type { ReceiptReading, ReceiptRequest } from './receipts/receiptReading.ts';
import { readWebhook } from './receipts/webhookReceipts.ts';
import { readWechat } from './receipts/wechatReceipts.ts';

/** A provider of the real world as a channel is set up with it. */
export interface RealProvider {
  readonly adapter: Adapter;
  /** Absent where the provider reports nothing. */
  readonly readReceipt?: (request: ReceiptRequest) => ReceiptReading;
  /** Only of WeChat: people are bound through it. */
  readonly wechat?: WechatApi;
}

export interface ProviderParts {
  readonly clock: Clock;
  readonly outbound: Outbound;
  readonly values: ChannelValues;
  /** The token in the address of the channel's receipts. */
  readonly token: string;
  readonly variablesOf: (templateCode: string) => readonly TemplateVariable[];
}

/** The provider of each channel. */
export function createProvider(channel: ProviderChannel, { values, token, ...rest }: ProviderParts): RealProvider {
  const site = createHash('sha256').update(token).digest('hex').slice(0, 8);
  const parts = { ...rest, site };
  switch (channel) {
    case 'voice':
      return { adapter: createAliyunVoice(values, parts), readReceipt: readAliyunVoice };
    case 'sms':
      return { adapter: createAliyunSms(values, parts), readReceipt: readAliyunSms };
    case 'wechat': {
      const wechat = createWechatApi(values, rest.outbound, rest.clock);
      return {
        adapter: createWechat(wechat, parts),
        readReceipt: (request) =>
          readWechat(
            { token: values['token'] ?? '', aesKey: values['aes_key'] ?? '', appId: values['app_id'] ?? '' },
            request,
          ),
        wechat,
      };
    }
    case 'wecom':
      return { adapter: createWecom(values, parts) };
    case 'webhook':
      return {
        adapter: createWebhook(values, parts),
        readReceipt: (request) => readWebhook(webhookSecrets(values), site, request),
      };
  }
}
