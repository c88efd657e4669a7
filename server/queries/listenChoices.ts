import { ruleDeviceLabels, ruleExceptionLabels, type Listen } from '../../src/contract/rules/alarmRule.ts';
import { keysOf } from '../../src/contract/exceptions.ts';
import { alarmKinds } from '../../src/contract/labels.ts';
import { commonCodes, noCode } from '../../src/contract/messageCodes.ts';

/** Everything that a rule can listen to, by source. */
export const listenChoices: readonly Listen[] = [
  ...alarmKinds.flatMap((value) =>
    (['raised', 'repeated', 'worsened', 'cleared'] as const).map(
      (phase) => ({ source: 'alarm', value, phase }) as const,
    ),
  ),
  ...[...commonCodes, '91', '92', '93']
    .filter((code) => code !== noCode)
    .flatMap((value) => (['raised', 'cleared'] as const).map((phase) => ({ source: 'code', value, phase }) as const)),
  ...keysOf(ruleDeviceLabels).map((value) => ({ source: 'device', value, phase: 'raised' }) as const),
  ...keysOf(ruleExceptionLabels).flatMap((value) =>
    (['raised', 'overdue'] as const).map((phase) => ({ source: 'exception', value, phase }) as const),
  ),
];
