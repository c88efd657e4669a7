import type { NotifyChannel, TemplateKey } from '../../src/contract/notificationWords.ts';
import { fillTemplate, sampleValues, templateProblems } from '../../src/contract/templateText.ts';
import { linesWithoutField, wechatData, wechatFields } from './adapters/wechatFields.ts';

export interface TemplateText {
  readonly key: TemplateKey;
  readonly channel: NotifyChannel;
  readonly text: string;
  readonly provider_code: string;
}

/** Returns the reasons for refusing a template; empty if nothing does. */
export function refusedBecause({ channel, text }: Pick<TemplateText, 'channel' | 'text'>): readonly string[] {
  const problems = templateProblems(channel, text);
  if (channel !== 'wechat') return problems;
  const stray = linesWithoutField(text);
  return [
    ...problems,
    ...stray.map((line) => `“${line.trim().slice(0, 20)}”不是模板字段，每行须为 thing1: 内容`),
    ...(wechatFields(text).length === 0 && stray.length === 0
      ? ['请按公众号模板的字段逐行填写，如 thing1: {小区}']
      : []),
  ];
}

/** The message with the sample's words, as it leaves. */
export function previewOf({ channel, text }: Pick<TemplateText, 'channel' | 'text'>): string {
  const filled = fillTemplate(text, sampleValues);
  if (channel !== 'wechat') return filled;
  return Object.entries(wechatData(filled))
    .map(([name, { value }]) => `${name}: ${value}`)
    .join('\n');
}

const shortMessage = 70;
const needsCode: readonly NotifyChannel[] = ['voice', 'sms', 'wechat'];

/** Returns the warning about a template as it stands; empty if nothing. `isReal`: its channel sends through a provider. */
export function warningOf(template: TemplateText, isReal: boolean): string {
  const { channel, text, provider_code: code } = template;
  const filled = fillTemplate(text, sampleValues);
  const cut =
    channel === 'wechat' ? wechatFields(filled).filter(({ text: value, most }) => Array.from(value).length > most) : [];
  return [
    ...refusedBecause(template),
    ...(isReal && code === '' && needsCode.includes(channel) ? ['还没有填写服务方审核通过的模板编号'] : []),
    ...cut.map(({ name, most }) => `${name} 超过 ${most} 字，发送时从中间省略`),
    ...(channel === 'sms' && Array.from(filled).length > shortMessage ? [`超过 ${shortMessage} 字，按多条计费`] : []),
  ].join('；');
}
