import type { RuleBody } from '../../../src/contract/rules/alarmRule.ts';
import { alarmKinds } from '../../../src/contract/labels.ts';
import type { CompiledRule } from './compileRule.ts';
import type { RuleEventType } from './ruleEvent.ts';
import type { LogFilter } from './testRunLog.ts';

/** Does the end of a condition matter to the rule? */
const asksForEnds = ({ when, recovery }: RuleBody): boolean => when.held_seconds > 0 || recovery !== null;

const powerCutTypes: readonly RuleEventType[] = [
  'incident.opened',
  'incident.joined',
  'incident.restored',
  'incident.absorbed',
  'incident.ended',
  'incident.closed',
];
const collectorTypes: readonly RuleEventType[] = [
  'device.lost',
  'device.silent',
  'device.reported',
  'device.disabled',
  'device.unbound',
];
const exceptionTypes: Readonly<
  Record<string, { readonly raised: RuleEventType; readonly ends: readonly RuleEventType[] }>
> = {
  fault: { raised: 'fault.occurred', ends: ['fault.confirmed', 'fault.judgedFalse'] },
  scooter: {
    raised: 'scooter.detected',
    ends: ['scooter.removed', 'scooter.cleared', 'scooter.released', 'scooter.remotelyReleased', 'scooter.judgedFalse'],
  },
  incident: { raised: 'incident.opened', ends: ['incident.absorbed', 'incident.ended', 'incident.closed'] },
};
const overdueTypes: Readonly<Record<string, RuleEventType>> = {
  fault: 'fault.deadlinePassed',
  scooter: 'scooter.deadlinePassed',
  incident: 'incident.deadlinePassed',
};
const alarmEnds: readonly RuleEventType[] = ['alarm.cleared', 'alarm.completed', 'alarm.judgedFalse'];

function typesOfListen(listen: RuleBody['listens'][number], withEnds: boolean): readonly RuleEventType[] {
  switch (listen.source) {
    case 'alarm': {
      const own: readonly RuleEventType[] =
        listen.phase === 'repeated' ? ['alarm.repeated', 'alarm.worsened'] : [`alarm.${listen.phase}`];
      // A clearing is waited for to last, and what comes again ends that.
      return withEnds ? ['alarm.raised', 'alarm.repeated', 'alarm.worsened', ...alarmEnds, ...own] : own;
    }
    case 'code':
      return withEnds
        ? ['device.codeRaised', 'device.codeCleared']
        : [listen.phase === 'raised' ? 'device.codeRaised' : 'device.codeCleared'];
    case 'device':
      return listen.value === 'flapping' ? ['device.flapped'] : collectorTypes;
    case 'exception': {
      const types = exceptionTypes[listen.value];
      const overdue = overdueTypes[listen.value];
      if (types === undefined || overdue === undefined) return [];
      // What is overdue says neither its lift nor its level: what opened it does.
      return [types.raised, ...(listen.phase === 'overdue' ? [overdue] : []), ...(withEnds ? types.ends : [])];
    }
  }
}

/** Returns a filter for the events on which these rules depend: most of it need not leave the database. */
export function neededBy(rules: readonly CompiledRule[]): LogFilter {
  const types = new Set<RuleEventType>();
  const kinds = new Set<string>();
  for (const { body, watchesCollectors, watchesStanding, openKinds } of rules) {
    for (const listen of body.listens) {
      for (const type of typesOfListen(listen, asksForEnds(body))) types.add(type);
      if (listen.source === 'alarm') kinds.add(listen.value);
    }
    if (watchesCollectors) for (const type of collectorTypes) types.add(type);
    if (body.unless.power_cut) for (const type of powerCutTypes) types.add(type);
    if (watchesStanding) {
      for (const type of ['alarm.raised', 'alarm.repeated', 'alarm.worsened', ...alarmEnds] as const) types.add(type);
      for (const kind of openKinds) kinds.add(kind);
    }
  }
  // What follows in an alarm's stream says neither its lift nor how grave it is by then.
  if ([...types].some((type) => type.startsWith('alarm.') && type !== 'alarm.raised'))
    for (const type of ['alarm.raised', 'alarm.worsened'] as const) types.add(type);
  // The database looks for one kind after the other: where most are asked for, it is cheaper to read the rest too.
  const isFiltered = kinds.size > 0 && kinds.size <= alarmKinds.length / 2;
  return { types: [...types], kinds: isFiltered ? [...kinds] : undefined };
}
