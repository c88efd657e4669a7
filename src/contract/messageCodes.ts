import type { IncidentKind } from './exceptions.ts';
import type { DeviceAlarmKind, AlarmPriority } from './labels.ts';

/** A vendor's code may be any text of this many characters. */
export const mostCodeLetters = 16;
/** One report names at most so many codes. */
export const mostCodes = 20;

/** The meaning of a message code. */
export interface CodeMeaning {
  readonly label: string;
  /** 3 fault, 4 incident; null for a code that is neither. */
  readonly exceptionType: 3 | 4 | null;
  readonly incidentKind?: IncidentKind;
  /** It is an alarm of this kind too, recorded at once. */
  readonly alarmKind?: DeviceAlarmKind;
  /** 1 is a danger to life; 3 can wait. */
  readonly level: AlarmPriority;
}

const nothing = (label: string): CodeMeaning => ({ label, exceptionType: null, level: 3 });
const fault = (label: string, level: AlarmPriority): CodeMeaning => ({ label, exceptionType: 3, level });
const incident = (label: string, incidentKind: IncidentKind, level: AlarmPriority): CodeMeaning => ({
  label,
  exceptionType: 4,
  incidentKind,
  level,
});
const alarm = (label: string, alarmKind: DeviceAlarmKind): CodeMeaning => ({
  label,
  exceptionType: null,
  alarmKind,
  level: 1,
});

/**
 * Message codes of a lift's report (design: faults). Vendors agree on 00–08, 40–47 and 90 and on nothing else: 91–93 come only from a
 * vendor whose table names them (`server/gateway/vendors`).
 */
const messageCodes: ReadonlyMap<string, CodeMeaning> = new Map([
  ['00', nothing('无')],
  ['01', fault('安全回路断路', 2)],
  ['02', fault('关门故障', 3)],
  ['03', fault('开门故障', 3)],
  ['04', fault('非开锁区停梯', 2)],
  ['05', fault('意外移动', 1)],
  ['06', fault('电动机运转时间限制', 2)],
  ['07', fault('位置丢失', 3)],
  ['08', fault('防止再启动', 3)],
  ['40', nothing('恢复自动运行')],
  ['41', incident('主电源断电', 'powerLoss', 2)],
  ['42', incident('停止服务', 'outOfService', 3)],
  ['43', incident('检修', 'inspection', 3)],
  ['44', incident('消防返回', 'fireReturn', 2)],
  ['45', incident('消防员运行', 'firefighter', 2)],
  ['46', incident('应急电源', 'emergencyPower', 2)],
  ['47', incident('地震模式', 'earthquake', 2)],
  ['90', alarm('报警按钮', 'SOS')],
  ['91', alarm('蹲底', 'overshoot')],
  ['92', alarm('冲顶', 'overshoot')],
  ['93', alarm('平层关人', 'trapped')],
]);

/** On these codes all vendors agree, unless their table says otherwise. */
export const commonCodes: readonly string[] = [...messageCodes.keys()].filter((code) => code <= '90');

/** Returns the meaning of one of our codes; undefined for one that we do not have. */
export const meaningOf = (code: string): CodeMeaning | undefined => messageCodes.get(code);

/** It says that there is none. */
export const noCode = '00';

const unknownMark = '?';

/** A code as reports and lists carry it: ours, or the vendor's where we do not know it; marked, if it would look like one of ours. */
export function shownCode({ code, vendorCode }: { readonly code: string; readonly vendorCode: string }): string {
  if (code !== '') return code;
  return messageCodes.has(vendorCode) ? `${unknownMark}${vendorCode}` : vendorCode;
}

/** A code in words: `04 非开锁区停梯`, or that it is unknown. */
function codeText(shown: string): string {
  const meaning = meaningOf(shown);
  if (meaning !== undefined) return `${shown} ${meaning.label}`;
  return `未知代码 ${shown.startsWith(unknownMark) && shown !== unknownMark ? shown.slice(unknownMark.length) : shown}`;
}

/** The codes of a report in words. */
export const codeTexts = (codes: readonly string[]): readonly string[] =>
  codes.filter((code) => code !== noCode).map(codeText);
