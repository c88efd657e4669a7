import * as z from 'zod';
import type { Adapter } from '../adapter.ts';
import { channelForms } from '../channelForms.ts';
import { noTemplate, type AdapterParts } from './parts.ts';
import type { WechatApi } from './wechatApi.ts';
import { wechatData } from './wechatFields.ts';

const sentSchema = z.object({ msgid: z.union([z.number(), z.string()]) });

/** Template messages of an official account, to people who have scanned its code. */
export function createWechat(api: WechatApi, { site }: Pick<AdapterParts, 'site'>): Adapter {
  const { perSecond, addressLimits } = channelForms.wechat;
  return {
    channel: 'wechat',
    isDemo: false,
    // By client_msg_id, for ten minutes.
    isIdempotent: true,
    perSecond,
    addressLimits,
    async send({ notificationId, address, templateCode, text }, signal) {
      if (templateCode === '') return noTemplate;
      const result = await api.post(
        '/cgi-bin/message/template/send',
        {
          touser: address,
          template_id: templateCode,
          data: wechatData(text),
          client_msg_id: `${site}-${notificationId}`,
        },
        signal,
      );
      if (result.kind !== 'ok') return result;
      const sent = sentSchema.safeParse(result.json);
      return sent.success
        ? { kind: 'accepted', providerId: String(sent.data.msgid) }
        : { kind: 'unknown', reason: '微信的应答没有消息编号' };
    },
  };
}
