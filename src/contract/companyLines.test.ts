import { describe, expect, it } from 'vitest';
import { companyLines, firstLine } from './companyLines.ts';

const duty_phone = '0571-8800';
const contact_mobile = '13900000001';

describe('companyLines', () => {
  it('rings the 24-hour telephone first and the contact person second', () => {
    expect(companyLines({ duty_phone, contact_mobile })).toEqual([
      { kind: 'duty', phone: duty_phone },
      { kind: 'contact', phone: contact_mobile },
    ]);
    expect(firstLine({ duty_phone, contact_mobile })).toBe(duty_phone);
  });

  it('rings the contact person where no 24-hour telephone is recorded', () => {
    expect(companyLines({ duty_phone: '', contact_mobile })).toEqual([{ kind: 'contact', phone: contact_mobile }]);
  });

  it('names one number once, and nobody where there is no number or no company', () => {
    expect(companyLines({ duty_phone, contact_mobile: duty_phone })).toHaveLength(1);
    expect(companyLines({ duty_phone: null, contact_mobile: '' })).toEqual([]);
    expect(firstLine(null)).toBe('');
  });
});
