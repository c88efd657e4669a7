import type { ElevatorDetail } from '../../../contract/entities/elevator.ts';
import type { RescueOrderRow } from '../../../contract/entities/rescueOrder.ts';

export interface Contact {
  readonly role: string;
  readonly name: string;
  /** As read aloud; empty if none is recorded. */
  readonly phone: string;
}

/** Whom to ring, in the order in which one does: the car, who called, who frees, who has the keys. */
export function contactsOf(row: RescueOrderRow, elevator: ElevatorDetail | null): readonly Contact[] {
  const caller: Contact[] =
    row.caller_phone === ''
      ? []
      : [{ role: '报警人', name: row.caller_name === '' ? '未留姓名' : row.caller_name, phone: row.caller_phone }];
  return [
    { role: '轿厢', name: '电梯求救电话', phone: row.sos_tel },
    ...caller,
    { role: '维保', name: row.maintenance_name, phone: elevator?.maintain_info?.contact_mobile ?? '' },
    { role: '物业', name: row.property_name, phone: elevator?.property_info?.contact_mobile ?? '' },
  ];
}
