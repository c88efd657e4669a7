import { expect, test } from 'vitest';
import { companyColumns } from './kinds/company.ts';
import { personColumns } from './kinds/person.ts';
import { redactRow } from './redactRow.ts';

const person = { name: '王芳', mobile: '13800001234', duties: ['worker'] };
const row = {
  cells: JSON.stringify(['王芳', '13800001234', '安居物业', '家里 0500-8600123', '31103399012019050009']),
  changes: JSON.stringify([{ header: '手机', before: '13900005678', after: '13800001234' }]),
  row_values: JSON.stringify(person),
  row_before: JSON.stringify({ ...person, mobile: '13900005678' }),
  is_written: 1,
} as const;
const header = ['姓名', '手机号码', '所属单位', '备注', '注册代码'];
const places = { header, columns: personColumns };

test('a row of a settled import keeps no whole telephone number, in no column; other numbers stay', () => {
  const redacted = redactRow(row, { ...places, canBeUndone: false });
  expect(JSON.parse(redacted.cells)).toEqual([
    '王芳',
    '138******34',
    '安居物业',
    '家里 050*-*****23',
    '31103399012019050009',
  ]);
  expect(JSON.parse(redacted.changes)).toEqual([{ header: '手机', before: '139******78', after: '138******34' }]);
  expect([redacted.row_values, redacted.row_before]).toEqual([null, null]);
});

test('while it can be undone, only the earlier records of written rows stay whole', () => {
  const redacted = redactRow(row, { ...places, canBeUndone: true });
  expect(JSON.parse(redacted.row_values ?? '')).toEqual({ ...person, mobile: '138******34' });
  expect(redacted.row_before).toBe(row.row_before);
  expect(redactRow({ ...row, is_written: 0 }, { ...places, canBeUndone: true })).toMatchObject({
    row_values: null,
    row_before: null,
  });
});

test('telephone numbers of the people of a company are taken out, their names stay', () => {
  const contacts = [{ name: '李明', position: '经理', mobile: '13800001234' }];
  const redacted = redactRow(
    {
      ...row,
      cells: JSON.stringify(['安居物业', '李明/经理/13800001234；赵强/班长/0500-8600123']),
      row_values: JSON.stringify({ name: '安居物业', contact_mobile: '96333', contacts }),
    },
    { header: ['名称', '联系人'], columns: companyColumns, canBeUndone: true },
  );
  expect(JSON.parse(redacted.cells)).toEqual(['安居物业', '李明/经理/138******34；赵强/班长/050*-*****23']);
  expect(JSON.parse(redacted.row_values ?? '')).toEqual({
    name: '安居物业',
    contact_mobile: '***33',
    contacts: [{ name: '李明', position: '经理', mobile: '138******34' }],
  });
});

test('going through a row twice changes nothing more', () => {
  const once = redactRow(row, { ...places, canBeUndone: true });
  expect(redactRow({ ...row, ...once }, { ...places, canBeUndone: true })).toEqual(once);
});
