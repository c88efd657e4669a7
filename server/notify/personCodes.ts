import { noAnswerCode } from './adapter.ts';

/**
 * Codes of messages that did not reach one person although the channel works: nobody picked up, the telephone is off or out of reach, the
 * number is wrong or does not take messages. Our code, those of the providers' answers and receipts, and the demo's.
 */
export const personCodes: readonly string[] = [
  noAnswerCode,
  '200004',
  '200005',
  '200007',
  '200010',
  '200011',
  'MOBILE_ACCOUNT_ABNORMAL',
  'MOBILE_SEND_LIMIT',
  'MOBILE_TERMINAL_ERROR',
  'MOBILE_IN_BLACK',
  'isv.MOBILE_NUMBER_ILLEGAL',
  'isv.CALLED_NUMBER_ILLEGAL',
  '40003',
  '43004',
  '43101',
  'unreachable',
];
