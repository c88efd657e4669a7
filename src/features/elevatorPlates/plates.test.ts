import { expect, test } from 'vitest';
import { judgeBaseUrl, unreachableAddress } from '../../parts/place/judgeBaseUrl.ts';
import { missingOf } from './missingOf.ts';
import { plateFormLink, readPlateAddress } from './plateAddress.ts';

test.each([
  ['http://localhost:8080', true, /本机地址/],
  ['https://127.0.0.1', true, /本机地址/],
  ['http://192.168.1.20:8080', true, /内部网络/],
  ['https://lift-server', true, /内部网络/],
  ['https://172.20.3.4', true, /内部网络/],
  ['http://lift.example.cn', true, /没有加密/],
  ['https://lift.example.cn', false, /取自您打开本页的地址/],
] as const)('%s (set: %s) gets a warning before plates are printed', (url, isSet, words) => {
  expect(judgeBaseUrl(url, isSet)?.text).toMatch(words);
});

test('a join code made under an address of this machine is warned of, one in the own network works', () => {
  expect(unreachableAddress('http://127.0.0.1:8080/join/8VRe2jXqKz4PwYqf3Uiw1A')).toMatch(/别人的手机打不开/);
  expect(unreachableAddress('http://192.168.1.20:8080/join/8VRe2jXqKz4PwYqf3Uiw1A')).toBeUndefined();
});

test('an https address that the operator chose needs no words', () => {
  expect(judgeBaseUrl('https://lift.example.cn', true)).toBeUndefined();
});

const read = (path: string) => readPlateAddress(new URL(path, 'http://x').searchParams);

test('the address of a choice of lifts reads as that choice', () => {
  expect(read(plateFormLink({ ids: [3, 17] }, 'sheet'))).toEqual({ ids: [3, 17], form: 'sheet', leftOut: 0 });
});

test('what is no lift is left out, twice is once, and one print takes eighty', () => {
  expect(read('/x?ids=3,abc,-1,3,17&form=poster')).toEqual({ ids: [3, 17], form: 'plate', leftOut: 0 });
  const many = Array.from({ length: 83 }, (_, index) => index + 1);
  expect(read(plateFormLink({ ids: many }, 'plate'))).toMatchObject({ leftOut: 3 });
  expect(read(plateFormLink({ ids: many }, 'plate')).ids).toHaveLength(80);
  expect(read('/x').ids).toEqual([]);
});

test('what a plate would leave blank is named with its lifts', () => {
  const plate = {
    id: 1,
    tag: 'A-1',
    community_name: '翠湖花园',
    addr: '1 幢',
    rescue_code: '100101',
    registration_code: '3110',
    url: '',
    use_unit: { name: '', telephone: '' },
    maintenance: { name: '迅达维保', telephone: '' },
    next_inspection_on: '',
  };
  expect(missingOf([plate, { ...plate, tag: 'A-2', use_unit: { name: '安居物业', telephone: '1' } }])).toEqual([
    { what: '使用单位', count: 1, tags: ['A-1'] },
    { what: '维保单位电话', count: 2, tags: ['A-1', 'A-2'] },
  ]);
});
