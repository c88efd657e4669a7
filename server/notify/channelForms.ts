import { maskTelephone } from '../domain/base/maskTelephone.ts';
import type { ProviderChannel } from '../../src/contract/notificationWords.ts';
import type { AddressLimit } from './adapter.ts';

/** One member of a channel's settings, as its form asks for it. */
export interface ChannelField {
  readonly name: string;
  readonly label: string;
  /** Written and never read again. */
  readonly isSecret?: true;
  readonly isRequired?: true;
  readonly hint: string;
  /** In force while nothing is entered. */
  readonly standard?: string;
  /** Returns the problem of a value that is not empty, in Chinese. */
  readonly problemOf?: (value: string) => string | undefined;
  /** As the log keeps the value permanently; the value itself by default. */
  readonly logged?: (value: string) => string;
}

/** A channel before anyone has set it up. */
export interface ChannelForm {
  readonly fields: readonly ChannelField[];
  /** In words. */
  readonly limits: string;
  readonly addressLimits: readonly AddressLimit[];
  /** Messages per second over the whole channel. */
  readonly perSecond: number;
  /** The provider reports afterwards what became of a message. */
  readonly hasReceipts: boolean;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

function urlProblem(text: string): string | undefined {
  if (!URL.canParse(text)) return '须为完整的网址，例如 https://example.com/path';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return '须为 https 网址';
  if (url.username !== '' || url.password !== '') return '网址中不能含有用户名或密码';
  return url.hash === '' ? undefined : '网址中不能含有 # 之后的部分';
}

/** Without what stands behind `?`: it may carry a key. */
const withoutQuery = (text: string): string =>
  URL.canParse(text) ? `${new URL(text).origin}${new URL(text).pathname}` : '';

const baseUrl = (standard: string): ChannelField => ({
  name: 'base_url',
  label: '接口地址',
  hint: '一般不改；经内部网关转发时填写网关地址',
  standard,
  problemOf: (text) => urlProblem(text) ?? (new URL(text).search === '' ? undefined : '接口地址不带 ? 之后的部分'),
});

const numberBetween = (least: number, most: number) => (text: string) => {
  const number = Number(text);
  return Number.isInteger(number) && number >= least && number <= most ? undefined : `须为 ${least}–${most} 的整数`;
};

const accessKey = (hint: string): readonly ChannelField[] => [
  { name: 'access_key_id', label: 'AccessKey ID', isRequired: true, hint },
  { name: 'access_key_secret', label: 'AccessKey Secret', isSecret: true, isRequired: true, hint: '只写不读' },
];

const secretLength = (text: string): string | undefined =>
  text.length < 16 ? '至少 16 个字符，请随机生成' : undefined;

/** The settings and limits of each channel. */
export const channelForms: Readonly<Record<ProviderChannel, ChannelForm>> = {
  voice: {
    fields: [
      ...accessKey('阿里云 RAM 用户，只授予语音服务 dyvms:SingleCallByTts 权限'),
      {
        name: 'called_show_number',
        label: '被叫显号',
        hint: '专属号码外呼时填写已购买的号码；公共模式外呼不填',
        problemOf: (text) => (/^\d{3,16}$/.test(text) ? undefined : '只能有数字，3–16 位'),
        logged: maskTelephone,
      },
      {
        name: 'play_times',
        label: '播放次数',
        hint: '1–3 次',
        standard: '3',
        problemOf: numberBetween(1, 3),
      },
      baseUrl('https://dyvmsapi.aliyuncs.com'),
    ],
    limits: '同一号码每分钟 1 次、每小时 5 次、每 24 小时 20 次',
    addressLimits: [
      { most: 1, withinMs: minuteMs },
      { most: 5, withinMs: hourMs },
      { most: 20, withinMs: dayMs },
    ],
    perSecond: 50,
    hasReceipts: true,
  },
  sms: {
    fields: [
      ...accessKey('阿里云 RAM 用户，只授予短信服务 dysms:SendSms 权限'),
      { name: 'sign_name', label: '短信签名', isRequired: true, hint: '阿里云审核通过的签名，不带【】' },
      baseUrl('https://dysmsapi.aliyuncs.com'),
    ],
    limits: '同一号码、签名与模板每天 50 条；变量中不能有网址',
    addressLimits: [{ most: 50, withinMs: dayMs }],
    perSecond: 50,
    hasReceipts: true,
  },
  wechat: {
    fields: [
      { name: 'app_id', label: '公众号 AppID', isRequired: true, hint: '已认证的服务号，并开通模板消息' },
      { name: 'app_secret', label: '公众号 AppSecret', isSecret: true, isRequired: true, hint: '只写不读' },
      {
        name: 'token',
        label: '服务器配置令牌（Token）',
        isSecret: true,
        isRequired: true,
        hint: '与公众号后台“服务器配置”中的 Token 相同',
        problemOf: (text) => (/^[A-Za-z0-9]{3,32}$/.test(text) ? undefined : '须为 3–32 位字母或数字'),
      },
      {
        name: 'aes_key',
        label: '消息加解密密钥（EncodingAESKey）',
        isSecret: true,
        hint: '公众号后台的消息加解密方式选“安全模式”时填写，此后拒绝明文；选“明文模式”时不填',
        problemOf: (text) => (/^[A-Za-z0-9]{43}$/.test(text) ? undefined : '须为 43 位字母或数字'),
      },
      baseUrl('https://api.weixin.qq.com'),
    ],
    limits: '每天 10 万条；模板中 thing 类字段最多 20 字，超出部分从中间省略',
    addressLimits: [],
    perSecond: 50,
    hasReceipts: true,
  },
  wecom: {
    fields: [
      {
        name: 'key',
        label: '机器人 key',
        isSecret: true,
        isRequired: true,
        hint: '群机器人 Webhook 地址中 key= 之后的部分',
        problemOf: (text) => (/^[\w-]{8,100}$/.test(text) ? undefined : '只填 key= 之后的部分'),
      },
      baseUrl('https://qyapi.weixin.qq.com'),
    ],
    limits: '每个机器人每分钟 20 条；没有回执，不能代替电话',
    addressLimits: [{ most: 20, withinMs: minuteMs }],
    perSecond: 20 / 60,
    hasReceipts: false,
  },
  webhook: {
    fields: [
      {
        name: 'url',
        label: '接收地址',
        isRequired: true,
        hint: '须为 https；内网地址须先写入 NOTIFY_ALLOW_PRIVATE',
        problemOf: urlProblem,
        logged: withoutQuery,
      },
      {
        name: 'secret',
        label: '签名密钥',
        isSecret: true,
        isRequired: true,
        hint: '至少 16 个字符，只写不读',
        problemOf: secretLength,
      },
      {
        name: 'previous_secret',
        label: '上一个签名密钥',
        isSecret: true,
        hint: '更换密钥期间填写旧密钥，两个签名都会带上；对方换好后清空',
        problemOf: secretLength,
      },
    ],
    limits: '每秒 20 条；不跟随跳转；没有人的应答，不能代替电话',
    addressLimits: [],
    perSecond: 20,
    hasReceipts: true,
  },
};

/** Every value that may be written, by name: what is entered, else what stands in the form. */
export type ChannelValues = Readonly<Record<string, string>>;

export const valueOf = (values: ChannelValues, field: ChannelField): string => {
  const entered = values[field.name] ?? '';
  return entered === '' ? (field.standard ?? '') : entered;
};
