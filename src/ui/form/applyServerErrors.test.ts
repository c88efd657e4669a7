import { expect, test, vi } from 'vitest';
import { applyServerErrors, fieldErrorsOf } from './applyServerErrors.ts';

const phone = { field: 'phone', message: '电话已被使用' };
const name = { field: 'name', message: '姓名太长' };

test('the server’s message is shown beside its field, and the first such field gets the focus', () => {
  const setError = vi.fn();
  expect(applyServerErrors<{ name: string; phone: string }>([phone, name], setError, ['name', 'phone'])).toEqual([]);
  expect(setError.mock.calls).toEqual([
    ['phone', { type: 'server', message: '电话已被使用' }, { shouldFocus: true }],
    ['name', { type: 'server', message: '姓名太长' }, { shouldFocus: false }],
  ]);
});

test('a message for a field that the form does not show is handed back, not lost', () => {
  const setError = vi.fn();
  expect(
    applyServerErrors<{ name: string }>([{ field: 'area_id', message: '区域不存在' }], setError, ['name']),
  ).toEqual(['区域不存在']);
  expect(setError).not.toHaveBeenCalled();
});

test('field messages are found in an answer’s data and in an error that carries them', () => {
  expect(fieldErrorsOf({ errors: [phone] })).toEqual([phone]);
  expect(fieldErrorsOf({ code: 1001, data: { errors: [phone, name] } })).toEqual([phone, name]);
  expect(fieldErrorsOf(Object.assign(new Error('请检查输入'), { fieldErrors: [name] }))).toEqual([name]);
});

test.each([null, 'x', {}, { errors: 'x' }, { errors: [{ field: 1, message: 'x' }] }, { data: null }, new Error('x')])(
  '%j carries no field messages',
  (value) => {
    expect(fieldErrorsOf(value)).toEqual([]);
  },
);
