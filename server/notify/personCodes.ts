import { noAnswerCode } from './adapter.ts';

/**
 * Why a message did not reach one person although its channel works: nobody picked up, the telephone is off or out of reach, the number
 * is wrong or does not take messages. Ours, and those of the providers' receipts.
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
];
