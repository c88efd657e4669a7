import * as z from 'zod';
import type { Adapter, SendOutcome } from '../adapter.ts';
import { channelForms, type ChannelValues } from '../channelForms.ts';
import { outcomeOfStatus } from '../outbound.ts';
import { jsonOf } from './aliyunRequest.ts';
import type { AdapterParts } from './parts.ts';

const mostBytes = 2_048;
const answerSchema = z.object({ errcode: z.number() });

const passing: Readonly<Record<number, number | undefined>> = { [-1]: undefined, 45009: 60_000, 45033: 1_000 };
const reasons: Readonly<Record<number, string>> = {
  [-1]: '企业微信系统繁忙',
  45009: '超出机器人每分钟 20 条的限制',
  45033: '企业微信接口并发过多',
  93000: '机器人 key 不正确，或机器人已被移出群聊',
};

/** The beginning of a text that is at most so many bytes of UTF-8, without half a character at its end. */
function withinBytes(text: string, most: number): string {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= most) return text;
  let end = most - Buffer.byteLength('…');
  // A byte 10xxxxxx continues a character.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return `${bytes.toString('utf8', 0, end)}…`;
}

function refusal(code: number): SendOutcome {
  const retryAfterMs = passing[code];
  return {
    kind: 'refused',
    code: String(code),
    reason: reasons[code] ?? `企业微信拒绝（errcode ${code}）`,
    isPassing: Object.hasOwn(passing, code),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/** The robot of a WeCom group: it reports nothing back. */
export function createWecom(values: ChannelValues, { outbound }: AdapterParts): Adapter {
  const baseUrl = (values['base_url'] ?? '').replace(/\/+$/, '');
  const { perSecond, addressLimits } = channelForms.wecom;
  return {
    channel: 'wecom',
    isDemo: false,
    isIdempotent: false,
    perSecond,
    addressLimits,
    async send({ notificationId, attempt, text }, signal) {
      const result = await outbound(
        {
          method: 'POST',
          url: `${baseUrl}/cgi-bin/webhook/send?key=${encodeURIComponent(values['key'] ?? '')}`,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ msgtype: 'text', text: { content: withinBytes(text, mostBytes) } }),
        },
        signal,
      );
      if (result.kind !== 'answered') return result;
      const parsed = answerSchema.safeParse(jsonOf(result.answer.body));
      if (!parsed.success)
        return outcomeOfStatus(result.answer) ?? { kind: 'unknown', reason: '企业微信的应答无法识别' };
      return parsed.data.errcode === 0
        ? { kind: 'accepted', providerId: `wecom-${notificationId}-${attempt}` }
        : refusal(parsed.data.errcode);
    },
  };
}
