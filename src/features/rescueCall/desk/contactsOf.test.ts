import { describe, expect, it } from 'vitest';
import { elevatorDetailFixture, rescueRowFixture } from '../../../contract/fixtures/rescueFixtures.ts';
import { dispatchPresets } from '../forms/dispatchPresets.ts';
import { contactsOf } from './contactsOf.ts';

const row = rescueRowFixture({ id: 1, stage: 'accepted', agoMs: 60_000 });
const company = { id: 2, name: row.maintenance_name, contact_mobile: '13900027788', address: '' };
const liftOf = (duty_phone: string) =>
  elevatorDetailFixture(row, { maintain_info: { ...company, duty_phone }, property_info: null });
const maintenanceOf = (duty: string) => contactsOf(row, liftOf(duty)).find(({ role }) => role === '维保')?.lines;

describe('whom to ring for a lift', () => {
  it('is the 24-hour telephone of the company first and its contact person second', () => {
    expect(maintenanceOf('0512-62567788')).toEqual([
      { phone: '0512-62567788', label: '24 小时值班' },
      { phone: '13900027788', label: '联系人' },
    ]);
    expect(dispatchPresets({ row, elevator: liftOf('0512-62567788') })[1][0]?.phone).toBe('0512-62567788');
  });

  it('is the contact person where no 24-hour telephone is recorded', () => {
    expect(maintenanceOf('')).toEqual([{ phone: '13900027788', label: '联系人' }]);
    expect(dispatchPresets({ row, elevator: liftOf('') })[1][0]?.phone).toBe('13900027788');
  });

  it('is not said to be nobody while the lift is being read', () => {
    expect(contactsOf(row, null).find(({ role }) => role === '维保')?.lines).toBeNull();
  });

  it('is nobody where the lift has no company', () => {
    expect(contactsOf(row, liftOf('')).find(({ role }) => role === '物业')?.lines).toEqual([]);
  });
});
