import { companyLineLabels, companyLines } from '../../../contract/companyLines.ts';
import type { ElevatorDetail } from '../../../contract/entities/elevator.ts';
import type { RescueOrderRow } from '../../../contract/entities/rescueOrder.ts';

export interface Contact {
  readonly role: string;
  readonly name: string;
  /** In the order in which to ring them; empty if none is recorded, null while the lift is being read. */
  readonly lines: readonly ContactLine[] | null;
}

export interface ContactLine {
  /** As read aloud. */
  readonly phone: string;
  /** The kind of the company's telephone; empty where there is only one. */
  readonly label: string;
}

type Company = ElevatorDetail['maintain_info'] | undefined;

const only = (phone: string): readonly ContactLine[] => (phone === '' ? [] : [{ phone, label: '' }]);
const linesOf = (company: Company): readonly ContactLine[] =>
  companyLines(company ?? {}).map(({ kind, phone }) => ({ phone, label: companyLineLabels[kind] }));

/** Returns the people to ring, in the usual order: the car, who called, who frees, who has the keys. `elevator`: null while it is read. */
export function contactsOf(row: RescueOrderRow, elevator: ElevatorDetail | null): readonly Contact[] {
  const caller: Contact[] =
    row.caller_phone === ''
      ? []
      : [
          {
            role: '报警人',
            name: row.caller_name === '' ? '未留姓名' : row.caller_name,
            lines: only(row.caller_phone),
          },
        ];
  const companyLinesOf = (key: 'maintain_info' | 'property_info') =>
    elevator === null ? null : linesOf(elevator[key]);
  return [
    { role: '轿厢', name: '轿厢求救电话', lines: only(row.sos_tel) },
    ...caller,
    { role: '维保', name: row.maintenance_name, lines: companyLinesOf('maintain_info') },
    { role: '物业', name: row.property_name, lines: companyLinesOf('property_info') },
  ];
}
