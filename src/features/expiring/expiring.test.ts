import { expect, test } from 'vitest';
import { addressOf } from './addressOf.ts';
import { toDaysTag } from './toDaysTag.ts';

test('a row leads to its record', () => {
  const row = { record_id: 7, name: 'WB-2026/01', company_kind: null } as const;
  expect(addressOf({ ...row, kind: 'inspection' })).toBe('/base-data/elevator-management?id=7');
  expect(addressOf({ ...row, kind: 'certificate', name: '赵强' })).toBe(
    '/base-data/person-management?keyword=%E8%B5%B5%E5%BC%BA',
  );
  expect(addressOf({ ...row, kind: 'contract', company_kind: 'property' })).toBe(
    '/base-data/property-management?tab=contracts&keyword=WB-2026%2F01',
  );
  expect(addressOf({ ...row, kind: 'licence', company_kind: 'maintenance' })).toBe(
    '/base-data/Maintenance-management?keyword=WB-2026%2F01',
  );
});

test('what has expired stands out, what is due within two weeks asks for attention', () => {
  expect([-3, 0, 15, 16].map(toDaysTag)).toEqual([
    { tone: 'high', label: '已过期 3 天' },
    { tone: 'high', label: '今天到期' },
    { tone: 'medium', label: '还有 15 天' },
    { tone: 'neutral', label: '还有 16 天' },
  ]);
});
