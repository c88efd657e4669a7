import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { StoreUnavailableError, UnkeepableDataError } from '../store/errors.ts';
import { toFailure } from './failure.ts';

function databaseError(code: string): DatabaseError {
  const error = new DatabaseError('refused', 0, 'error');
  error.code = code;
  return error;
}

test('data that no database can store fails the one request, with words in Chinese, and is no outage', () => {
  for (const error of [
    new UnkeepableDataError(undefined),
    databaseError('22021'),
    databaseError('22P05'),
    databaseError('22003'),
  ]) {
    expect(toFailure(error, 'f1')).toEqual({
      status: 422,
      envelope: {
        code: 1001,
        message: '数据中有无法保存的内容（如控制字符或不完整的文字），请修改后重试。',
        data: null,
      },
    });
  }
});

test('an outage stays an outage, and any other refusal of the database a fault', () => {
  expect(toFailure(new StoreUnavailableError(undefined), 'f1').status).toBe(503);
  expect(toFailure(databaseError('42P01'), 'f1').status).toBe(500);
});
