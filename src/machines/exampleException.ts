import { exampleResponsible } from './exampleResponsible.ts';

/** Examples of the first event of each exception. */
export const exampleOpening = {
  exceptionId: 1,
  elevatorId: 1,
  tag: 'DT-0001',
  addr: '1 号楼',
  responsible: exampleResponsible,
  source: 'code',
  deviceKey: 'COL-1',
  code: '',
  level: 2,
  alarmId: null,
  late: false,
  handleLimitSeconds: 600,
} as const;

/** The same by telephone: no device reports it. */
export const examplePhonedOpening = {
  ...exampleOpening,
  source: 'person',
  deviceKey: '',
  callerName: '李女士',
} as const;

export const exampleRepeat = { source: 'code', alarmId: null, late: false } as const;
