import { ruleReplaySuite } from '../../../tests/support/ruleReplaySuite.ts';

ruleReplaySuite('a test run of an alarm rule on SQLite', () => Promise.resolve(undefined));
