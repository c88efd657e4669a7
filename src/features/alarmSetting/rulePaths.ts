import { screenNamed } from '../../contract/screens.ts';

export const liftPath = (elevatorId: number): string => `${screenNamed('ElevatorScreening').path}?id=${elevatorId}`;
export const alarmPath = (alarmId: number): string => `${screenNamed('ElevatorAlarm').path}?id=${alarmId}`;
export const exceptionPath = (exceptionId: number): string => `${screenNamed('FaultRecords').path}?id=${exceptionId}`;
/** The wall's replay at this time (in wire format). */
export const replayPath = (at: string): string => `${screenNamed('DataBoard').path}?at=${encodeURIComponent(at)}`;
/** The editor of a rule, or of a new one. */
export const editorPath = (id: number | 'new'): string => `${screenNamed('AlarmSetting').path}?edit=${id}`;
export const listPath = screenNamed('AlarmSetting').path;
