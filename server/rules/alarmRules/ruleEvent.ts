import type { Listen } from '../../../src/contract/rules/alarmRule.ts';
import type { Responsible } from '../../../src/contract/events/responsible.ts';
import type { StoredEvent } from '../../../src/contract/events/storedEvent.ts';
import type { AlarmPriority } from '../../../src/contract/labels.ts';

/**
 * The phases that a rule can listen to, and two that none can: `ended`, the condition is over without word of a device, and `noted`, which
 * neither begins nor ends it.
 */
export type RulePhase = Listen['phase'] | 'ended' | 'noted';

/** The part of a stored event that rules read. */
export type RuleSource = Pick<StoredEvent, 'position' | 'stream' | 'type' | 'data' | 'atMs' | 'receivedAtMs'>;

/** A stored event as rules see it: where it happened, what began or ended, and what may keep it from counting. */
export interface RuleEvent {
  readonly position: number;
  /** By the reporter's clock, epoch ms. */
  readonly atMs: number;
  readonly receivedAtMs: number;
  /** The topic for rules that listen to it, by `topicOf`; empty where no rule can. */
  readonly topic: string;
  readonly source: Listen['source'];
  readonly value: string;
  readonly phase: RulePhase;
  /** Names what began, or what is over with `phase` cleared or ended. */
  readonly condition: string;
  readonly level: AlarmPriority;
  readonly elevatorId: number;
  readonly tag: string;
  readonly addr: string;
  readonly responsible: Responsible;
  readonly areaIds: readonly number[];
  readonly installedAtMs: number | null;
  readonly siteType: string;
  /** It reached us more than two minutes after it happened. */
  readonly late: boolean;
  /** The number of reports that it stands for. */
  readonly times: number;
  readonly suppressedBy: 'maintenance' | 'outage' | 'incident' | undefined;
  readonly alarmId: number | null;
  readonly exceptionId: number | null;
  /** The lift's collector is gone, or back. */
  readonly collector?: 'away' | 'back';
  /** Lifts that lost their power by an incident of several lifts, or got it back; `all`: the incident is over. */
  readonly powerCut?: PowerCutChange | undefined;
}

export interface PowerCutChange {
  readonly incidentId: number;
  readonly dark: readonly number[];
  readonly back: readonly number[] | 'all';
}

/** Names what a rule listens to, the same for the rule and for the event. */
export const topicOf = ({ source, value, phase }: { source: string; value: string; phase: string }): string =>
  `${source}:${value}:${phase}`;

/** The event types that some rule can listen to, or that end or keep from counting what it listens to. */
const ruleEventTypes = [
  'alarm.raised',
  'alarm.repeated',
  'alarm.worsened',
  'alarm.cleared',
  'alarm.completed',
  'alarm.judgedFalse',
  'device.lost',
  'device.silent',
  'device.reported',
  'device.flapped',
  'device.disabled',
  'device.unbound',
  'device.codeRaised',
  'device.codeCleared',
  'fault.occurred',
  'fault.deadlinePassed',
  'fault.confirmed',
  'fault.judgedFalse',
  'scooter.detected',
  'scooter.deadlinePassed',
  'scooter.removed',
  'scooter.cleared',
  'scooter.released',
  'scooter.remotelyReleased',
  'scooter.judgedFalse',
  'incident.opened',
  'incident.deadlinePassed',
  'incident.joined',
  'incident.restored',
  'incident.absorbed',
  'incident.ended',
  'incident.closed',
] as const;
export type RuleEventType = (typeof ruleEventTypes)[number];

const known: ReadonlySet<string> = new Set(ruleEventTypes);
export const isRuleEventType = (type: string): type is RuleEventType => known.has(type);
