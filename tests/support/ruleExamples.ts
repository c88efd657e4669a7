import { ruleBodySchema, type RuleBody } from '../../src/contract/rules/alarmRule.ts';
import { exampleResponsible as anyone } from '../../src/machines/exampleResponsible.ts';
import { compileRule, evaluate, initialState, type RuleInput } from '../../server/rules/alarmRules/evaluate.ts';
import type { Firing } from '../../server/rules/alarmRules/firing.ts';
import { topicOf, type RuleEvent } from '../../server/rules/alarmRules/ruleEvent.ts';

/** Saturday 21 November 2026, 12:00 in the city. */
export const noonMs = Date.parse('2026-11-21T12:00:00+08:00');
export const minuteMs = 60_000;

export const exampleResponsible = { ...anyone, propertyId: 31, maintenanceId: 51 };

type Wish = Omit<Partial<RuleBody>, 'when' | 'unless'> & {
  readonly when?: Partial<RuleBody['when']>;
  readonly unless?: Partial<RuleBody['unless']>;
};

/** A rule about long open doors, as an editor would write it, with the given changes. */
export const exampleRule = (wish: Wish = {}) =>
  compileRule({
    ruleId: 1,
    version: 1,
    body: ruleBodySchema.parse({
      name: '长时间开门',
      event_type: 4,
      listens: [{ source: 'alarm', value: 'longTimeOpen', phase: 'raised' }],
      ...wish,
    }),
  });

/** An event as rules see it: a long open door of lift 1 at noon, with the given changes. */
export function exampleEvent(wish: Partial<RuleEvent> & { readonly position: number }): RuleEvent {
  const event = {
    atMs: noonMs,
    source: 'alarm' as const,
    value: 'longTimeOpen',
    phase: 'raised' as const,
    level: 3 as const,
    elevatorId: 1,
    tag: 'DT-0001',
    addr: '1 号楼',
    responsible: exampleResponsible,
    areaIds: [1, 4],
    installedAtMs: null,
    siteType: '',
    late: false,
    times: 1,
    suppressedBy: undefined,
    alarmId: null,
    exceptionId: null,
    ...wish,
  };
  return {
    receivedAtMs: event.atMs,
    condition: `${event.elevatorId}:${event.source}:${event.value}`,
    topic: topicOf(event),
    ...event,
  };
}

/** The firings of a rule over these inputs from the beginning. */
export function firingsOf(rule: ReturnType<typeof compileRule>, inputs: readonly RuleInput[]): readonly Firing[] {
  let state = initialState();
  const all: Firing[] = [];
  for (const input of inputs) {
    const step = evaluate(rule, state, input);
    state = step.state;
    all.push(...step.firings);
  }
  return all;
}

/** Events a minute apart from noon, and time passing after the last one. */
export const atMinutes = (
  ...wishes: readonly (readonly [minute: number, wish?: Partial<RuleEvent>])[]
): readonly RuleInput[] =>
  wishes.map(([minute, wish], index) => ({
    kind: 'event',
    event: exampleEvent({ position: index + 1, atMs: noonMs + minute * minuteMs, ...wish }),
  }));

export const tickAt = (minute: number): RuleInput => ({ kind: 'tick', atMs: noonMs + minute * minuteMs });
