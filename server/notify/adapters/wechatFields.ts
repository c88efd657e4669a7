import { shorten } from '../templateParts.ts';

/** The kinds of fields in WeChat's templates, and how many characters each takes. */
const mostLetters: Readonly<Record<string, number>> = {
  thing: 20,
  character_string: 32,
  time: 30,
  date: 30,
  number: 32,
  phrase: 5,
  const: 20,
  name: 10,
  phone_number: 17,
};
const fieldName = /^(thing|character_string|time|date|number|phrase|const|name|phone_number)\d{1,3}$/;

export interface WechatField {
  readonly name: string;
  readonly text: string;
  readonly most: number;
}

/** The fields of a template's text, one for each line `thing1: 内容`. What is no such line is left out. */
export function wechatFields(text: string): readonly WechatField[] {
  return text.split('\n').flatMap((line) => {
    const [, name = '', value = ''] = /^\s*([a-z_]+\d+)\s*[:：]\s*(.*?)\s*$/.exec(line) ?? [];
    const kind = fieldName.exec(name)?.[1];
    return kind === undefined ? [] : [{ name, text: value, most: mostLetters[kind] ?? 20 }];
  });
}

/** The lines of a template's text that name no field. */
export const linesWithoutField = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line.trim() !== '' && wechatFields(line).length === 0);

/** The data of a message: each field within its limit, and none empty, which WeChat refuses. */
export const wechatData = (text: string): Readonly<Record<string, { readonly value: string }>> =>
  Object.fromEntries(
    wechatFields(text).map(({ name, text: value, most }) => [
      name,
      { value: value === '' ? '无' : shorten(value, most) },
    ]),
  );
