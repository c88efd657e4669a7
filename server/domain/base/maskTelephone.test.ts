import { expect, test } from 'vitest';
import { maskTelephone } from './maskTelephone.ts';

test.each([
  ['13800001234', '138******34'],
  ['138 0000 1234', '138 **** **34'],
  ['+8613800001234', '+861********34'],
  ['(0512) 6256-0000', '(051*) ****-**00'],
  ['400-1', '**0-1'],
  ['110', '*10'],
  ['', ''],
])('%s stands in the log as %s', (written, masked) => expect(maskTelephone(written)).toBe(masked));
