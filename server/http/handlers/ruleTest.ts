import type { RuleTestRuns } from '../../domain/rules/ruleTests.ts';
import type { Handlers } from '../handlers.ts';

export interface RuleTestHandlerParts {
  readonly ruleTests: RuleTestRuns;
}

type RuleTestCalls = 'alarmRuleTest' | 'alarmRuleTestResult' | 'alarmRuleTestCancel';

/** Test runs of alarm rules: only those of the caller. */
export const ruleTestHandlers = ({ ruleTests }: RuleTestHandlerParts): Pick<Handlers, RuleTestCalls> => ({
  alarmRuleTest: async (input, { principal }) => ({ test_id: await ruleTests.start(principal, input) }),
  alarmRuleTestResult: ({ test_id }, { principal }) => ruleTests.find(principal, test_id),
  async alarmRuleTestCancel({ test_id }, { principal }) {
    await ruleTests.cancel(principal, test_id);
    return {};
  },
});
