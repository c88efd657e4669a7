import { expect, test } from 'vitest';
import * as z from 'zod';
import { comparing } from './comparing.ts';
import { endpoints } from './endpoints/index.ts';

const stay = comparing(
  z.object({ name: z.string().min(1, '请填写姓名'), from: z.number('请填写开始'), to: z.number('请填写结束') }),
  ({ from, to }) => (from !== undefined && to !== undefined && to < from ? [{ field: 'to', message: '早于开始' }] : []),
);
const messages = (error: z.ZodError | undefined) => error?.issues.map(({ path, message }) => [path[0], message]);

test('fields are compared in the round that marks the fields that are wrong on their own', () => {
  expect(messages(stay.safeParse({ name: '', from: 3, to: 1 }).error)).toEqual([
    ['name', '请填写姓名'],
    ['to', '早于开始'],
  ]);
});

test('a field that is wrong on its own is compared with nothing and keeps its own words', () => {
  expect(messages(stay.safeParse({ name: '王芳', from: 3, to: null }).error)).toEqual([['to', '请填写结束']]);
});

test('values that fit and agree are taken, and what is no object is refused without comparing', () => {
  expect(stay.parse({ name: '王芳', from: 1, to: 3 })).toEqual({ name: '王芳', from: 1, to: 3 });
  expect(stay.safeParse(undefined).success).toBe(false);
});

test('a comparison may have to ask first', async () => {
  const asked = comparing(z.object({ a: z.string(), b: z.string('请填写') }), async ({ a }) =>
    Promise.resolve(a === '' ? [{ field: 'a', message: '已被使用' }] : []),
  );
  expect(messages((await asked.safeParseAsync({ a: '' })).error)).toEqual([
    ['b', '请填写'],
    ['a', '已被使用'],
  ]);
});

/** An object whose refinement waits until every field fits: its form marks the comparison in a second round only. */
const waits = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodObject && (schema.def.checks ?? []).some(({ _zod }) => _zod.def.when === undefined);

test('no form of the contract has a second round', () => {
  expect(waits(z.object({ a: z.string() }).refine(() => true))).toBe(true);
  const writing = Object.entries(endpoints).filter(([, { method }]) => method === 'POST' || method === 'PUT');
  // No form: one field of the two is asked for; and a form of settings that changes none is never sent.
  const withoutForm = ['rescueAck', 'sysConfigEdit'];
  expect(writing.filter(([, { input }]) => waits(input)).map(([name]) => name)).toEqual(withoutForm);
});
