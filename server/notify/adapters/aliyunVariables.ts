import type { TemplateValues, TemplateVariable } from '../../../src/contract/notificationWords.ts';
import { shorten } from '../templateParts.ts';

/** Names of our variables in Aliyun's templates: `${tag}` for {电梯编号}. */
const aliyunNames: Readonly<Record<TemplateVariable, string>> = {
  电梯编号: 'tag',
  位置: 'place',
  小区: 'community',
  事件: 'event',
  时间: 'time',
  轮次: 'round',
  救援单: 'order',
  规则: 'rule',
  说明: 'note',
  回拨电话: 'phone',
};

/** Aliyun refuses links in variables, and the names of hosts too. */
const link = /(?:https?:\/\/|www\.)\S*/gi;
const mostOfVariable = 35;
const leastOfVariable = 6;

/**
 * The JSON text of the variables, shorter than `most` characters: the longest values give way first. A variable without
 * a value is a dash, because the provider refuses an empty one.
 */
export function aliyunVariables(used: readonly TemplateVariable[], values: TemplateValues, most: number): string {
  const texts = used.map(
    (name) => [aliyunNames[name], (values[name] ?? '').replaceAll(link, '').trim() || '-'] as const,
  );
  for (let longest = mostOfVariable; longest > leastOfVariable; longest -= 1) {
    const json = JSON.stringify(Object.fromEntries(texts.map(([name, text]) => [name, shorten(text, longest)])));
    if (json.length < most) return json;
  }
  return JSON.stringify(Object.fromEntries(texts.map(([name, text]) => [name, shorten(text, leastOfVariable)])));
}

/** The digits of a number as Aliyun takes it: no spaces, no country code of the mainland. */
export const aliyunNumber = (address: string): string => address.replaceAll(/[^\d+]/g, '').replace(/^(?:\+|00)86/, '');
