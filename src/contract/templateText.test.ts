import { expect, test } from 'vitest';
import { fillTemplate, messageLength, sampleValues, templateProblems } from './templateText.ts';

test('a template is filled with its values; a variable without one is left out', () => {
  expect(fillTemplate('{小区} {电梯编号}{事件}，请按 1', { 小区: '翠湖花园', 事件: '有人被困' })).toBe(
    '翠湖花园 有人被困，请按 1',
  );
});

test('a variable that no one fills is named', () => {
  expect(templateProblems('sms', '{小区}的{楼层}')).toEqual(['没有变量“楼层”，请从下方选择']);
  expect(fillTemplate('{楼层}', sampleValues)).toBe('{楼层}');
});

test('the length counts with the words filled in', () => {
  const text = '{小区}'.repeat(63);
  expect(messageLength(text)).toBe(252);
  expect(templateProblems('voice', text)).toEqual(['填入样例后共 252 字，电话最多 250 字，请缩短']);
  expect(templateProblems('sms', text)).toEqual([]);
});

test('a voice cannot read an address', () => {
  expect(templateProblems('voice', '见 https://a.cn')).toEqual(['电话播报不能含网址，请删去']);
});
