import {
  notifyChannelLabels,
  templateVariables,
  type NotifyChannel,
  type TemplateValues,
} from './notificationWords.ts';

/** Sample values for a preview: an ordinary call, with words of realistic length. */
export const sampleValues = {
  电梯编号: 'CH-03-02',
  位置: '3 幢 2 单元 1 号梯',
  小区: '翠湖花园',
  事件: '有人被困',
  时间: '11月21日 18:42',
  轮次: '第 2 轮',
  救援单: '318',
  规则: '夜间三次门报警',
  说明: '10 分钟内 3 次开门走梯',
  回拨电话: '0500-96333',
} as const satisfies Required<TemplateValues>;

/** The most characters a channel accepts, with the variables filled in. */
export const longestMessage: Readonly<Record<NotifyChannel, number>> = {
  voice: 250,
  sms: 350,
  wechat: 200,
  // 2,048 bytes at three bytes per Chinese character.
  wecom: 680,
  webhook: 1_000,
  platform: 500,
};

const placeholder = /\{([^{}]*)\}/g;
const isVariable = (name: string): name is keyof TemplateValues =>
  templateVariables.some((variable) => variable === name);

/** The text with its variables filled in; a variable without a value is left out, an unknown one is left as written. */
export const fillTemplate = (text: string, values: TemplateValues): string =>
  text.replaceAll(placeholder, (written, name: string) => (isVariable(name) ? (values[name] ?? '') : written));

/** The text's length in characters, with the sample values filled in. */
export const messageLength = (text: string): number => Array.from(fillTemplate(text, sampleValues)).length;

/** Returns the problems of a template for its channel and their remedies, in Chinese; empty if nothing is. */
export function templateProblems(channel: NotifyChannel, text: string): readonly string[] {
  const unknown = [...text.matchAll(placeholder)].map(([, name = '']) => name).filter((name) => !isVariable(name));
  const length = messageLength(text);
  return [
    ...unknown.map((name) => `没有变量“${name}”，请从下方选择`),
    ...(length > longestMessage[channel]
      ? [`填入样例后共 ${length} 字，${notifyChannelLabels[channel]}最多 ${longestMessage[channel]} 字，请缩短`]
      : []),
    ...(channel === 'voice' && /https?:/i.test(text) ? ['电话播报不能含网址，请删去'] : []),
  ];
}
