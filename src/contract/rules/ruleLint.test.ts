import { describe, expect, test } from 'vitest';
import { ruleBodySchema } from './alarmRule.ts';
import { lintRule } from './ruleLint.ts';
import type * as z from 'zod';

const rule = (changes: Partial<z.input<typeof ruleBodySchema>>) =>
  ruleBodySchema.parse({
    name: '规则',
    event_type: 4,
    listens: [{ source: 'alarm', value: 'longTimeOpen', phase: 'raised' }],
    actions: [{ no: 7, to: [{ kind: 'answerers' }] }],
    ...changes,
  });
const errorsOf = (changes: Partial<z.input<typeof ruleBodySchema>>) =>
  lintRule(rule(changes)).flatMap(({ severity, field }) => (severity === 'error' ? [field] : []));
const warningsOf = (changes: Partial<z.input<typeof ruleBodySchema>>) =>
  lintRule(rule(changes)).flatMap(({ severity, field }) => (severity === 'warning' ? [field] : []));
const sos = [{ source: 'alarm', value: 'SOS', phase: 'raised' }] as const;

test('a rule that hears one thing and notifies somebody is fine', () => {
  expect(lintRule(rule({}))).toEqual([]);
});

describe('refused', () => {
  test('a rule that hears nothing, or does nothing', () => {
    expect(errorsOf({ listens: [] })).toEqual(['listens']);
    expect(errorsOf({ actions: [] })).toEqual(['actions']);
  });

  test('a rule that hears what it opens itself', () => {
    expect(
      errorsOf({
        listens: [{ source: 'exception', value: 'fault', phase: 'raised' }],
        actions: [{ no: 6, type: 3, phenomenon: 'brake' }],
      }),
    ).toEqual(['actions.0']);
  });

  test('a record of which nobody says what it is about', () => {
    expect(errorsOf({ actions: [{ no: 6, type: 3 }] })).toEqual(['actions.0.phenomenon']);
    expect(errorsOf({ actions: [{ no: 6, type: 4 }] })).toEqual(['actions.0.kind']);
    expect(
      errorsOf({ listens: [{ source: 'code', value: '01', phase: 'raised' }], actions: [{ no: 6, type: 3 }] }),
    ).toEqual([]);
  });

  test('a message by a way that cannot reach whom it is for', () => {
    const to = [{ kind: 'group' }] as const;
    expect(errorsOf({ actions: [{ no: 1, channels: ['voice'], to: [...to] }] })).toEqual(['actions.0.to']);
    expect(errorsOf({ actions: [{ no: 2, channels: ['wechat'], to: [...to] }] })).toContain('actions.0.channels');
    expect(
      errorsOf({ actions: [{ no: 1, channels: ['sms'], require_key: true, to: [{ kind: 'answerers' }] }] }),
    ).toEqual(['actions.0.require_key']);
  });

  test('an end that is to last', () => {
    expect(
      errorsOf({
        listens: [{ source: 'alarm', value: 'longTimeOpen', phase: 'cleared' }],
        when: { held_seconds: 60 },
      }),
    ).toEqual(['when.held_seconds']);
  });
});

describe('said, and left to the author', () => {
  test('what does not apply to a call for help', () => {
    expect(warningsOf({ listens: [...sos], cooldown: { seconds: 600, per: 'lift' } })).toEqual(['cooldown', 'actions']);
    expect(warningsOf({ listens: [...sos], unless: { maintenance: true } })).toContain('unless');
  });

  test('a count on one lift that misses what comes again before the alarm is handled', () => {
    const raised = { source: 'alarm', value: 'longTimeOpen', phase: 'raised' } as const;
    const when = { repeat: { times: 3, within_seconds: 600, per: 'lift' } } as const;
    expect(lintRule(rule({ listens: [raised], when }))).toEqual([
      {
        severity: 'warning',
        field: 'when.repeat',
        message: '报警未处理完时又发生，记为“再次报警”，不计入次数；请在事件中同时选择“长时间开门再次报警”',
      },
    ]);
    expect(warningsOf({ listens: [raised, { ...raised, phase: 'repeated' }], when })).toEqual([]);
    expect(warningsOf({ listens: [raised], when: { repeat: { ...when.repeat, per: 'community' } } })).toEqual([]);
  });

  test('a recovery that nobody would hear of', () => {
    expect(warningsOf({ actions: [{ no: 6, type: 4, kind: 'other' }], recovery: { after_seconds: 60 } })).toEqual([
      'recovery',
    ]);
  });
});
