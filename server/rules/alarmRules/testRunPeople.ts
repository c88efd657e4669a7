import type { RuleAction, RuleBody } from '../../../src/contract/rules/alarmRule.ts';
import type { RuleTestResult } from '../../../src/contract/rules/alarmRuleRow.ts';
import {
  channelsWithoutAnswer,
  notifyChannelLabels,
  type NotifyChannel,
} from '../../../src/contract/notificationWords.ts';
import { chinaOffsetMs } from '../../../src/contract/time.ts';
import type { AddressLimit } from '../../notify/adapter.ts';
import {
  recipientKeyOf,
  unreachableBy,
  type RecipientLift,
  type ResolvedRecipient,
} from '../../domain/rules/resolveRecipients.ts';
import type { TestRunFindings } from './testRunTask.ts';

type Notifying = Extract<RuleAction, { no: 1 | 2 | 7 }>;

/** Resolves these specifications to the people meant for the lift at that moment. */
export type ResolveForTest = (
  to: Notifying['to'],
  lift: RecipientLift,
  atMs: number,
) => Promise<readonly ResolvedRecipient[]>;

/** The limits of a provider of calls for one number (design, rules): a call a minute, five an hour, twenty a day. */
const voiceLimits: readonly AddressLimit[] = [
  { most: 1, withinMs: 60_000 },
  { most: 5, withinMs: 3_600_000 },
  { most: 20, withinMs: 24 * 3_600_000 },
];
/** Rotas change on the half hour: within it the same people are on duty. */
const dutyMs = 30 * 60_000;
/** The most different answers that are asked for; firings beyond them are counted with nobody. */
const mostAsked = 2_000;
const mostPeople = 200;

interface Reached {
  readonly name: string;
  readonly organizationName: string;
  readonly channel: NotifyChannel;
  readonly timesMs: number[];
}

export interface ReachedPeople {
  readonly people: RuleTestResult['people'];
  readonly messages: RuleTestResult['messages'];
  /** Different people and telephones. */
  readonly num: number;
  /** Not every firing was followed. */
  readonly isCut: boolean;
}

/** Returns the people who would have been notified, how often, and how often beyond the provider's limit for one number. */
export async function reachedPeople(
  { actions }: RuleBody,
  { notifying, responsibilities, isCut }: TestRunFindings,
  resolve: ResolveForTest,
): Promise<ReachedPeople> {
  const reached = new Map<string, Reached>();
  const answers = new Map<string, readonly ResolvedRecipient[]>();
  let isShort = isCut;
  for (const [index, action] of actions.entries()) {
    if (action.no !== 1 && action.no !== 2 && action.no !== 7) continue;
    const hasRota = action.to.some(({ kind }) => kind === 'rota');
    for (const { atMs, elevatorId, of } of notifying) {
      const responsible = responsibilities[of];
      if (responsible === undefined) continue;
      const key = `${index}:${of}:${hasRota ? Math.floor(atMs / dutyMs) : ''}`;
      let found = answers.get(key);
      if (found === undefined) {
        if (answers.size >= mostAsked) {
          isShort = true;
          continue;
        }
        found = await resolve(action.to, { responsible, elevatorId }, atMs);
        answers.set(key, found);
      }
      for (const one of found) for (const channel of channelsTo(action, one)) reach(reached, one, channel, atMs);
    }
  }
  const all = [...reached.values()];
  return {
    people: all
      .map(toPerson)
      .toSorted((a, b) => b.count - a.count)
      .slice(0, mostPeople),
    messages: messagesOf(all),
    num: new Set([...reached.keys()].map((key) => key.slice(key.indexOf('|')))).size,
    isCut: isShort,
  };
}

/** The channels that reach the recipient: groups by robots and webhooks, people by the others. */
function channelsTo(action: Notifying, one: ResolvedRecipient): readonly NotifyChannel[] {
  if (action.no === 7) return unreachableBy(one, 'platform') === '' ? ['platform'] : [];
  const isGroup = recipientKeyOf(one.recipient) === 'group';
  return action.channels.filter(
    (channel) =>
      channelsWithoutAnswer.some((other) => other === channel) === isGroup && unreachableBy(one, channel) === '',
  );
}

function reach(reached: Map<string, Reached>, one: ResolvedRecipient, channel: NotifyChannel, atMs: number): void {
  const key = `${channel}|${recipientKeyOf(one.recipient)}`;
  const { name } = one.recipient;
  const found = reached.get(key) ?? { name, organizationName: one.organizationName, channel, timesMs: [] };
  reached.set(key, found);
  found.timesMs.push(atMs);
}

function messagesOf(all: readonly Reached[]): RuleTestResult['messages'] {
  const counts = new Map<NotifyChannel, number>();
  for (const { channel, timesMs } of all) counts.set(channel, (counts.get(channel) ?? 0) + timesMs.length);
  return [...counts].map(([channel, count]) => ({ channel, channel_label: notifyChannelLabels[channel], count }));
}

/** From 22:00 to 06:00, named by the day on which it begins; undefined for daytime. */
function nightOf(atMs: number): number | undefined {
  const hour = Math.floor((atMs + chinaOffsetMs) / 3_600_000) % 24;
  return hour >= 22 || hour < 6 ? Math.floor((atMs + chinaOffsetMs - 6 * 3_600_000) / 86_400_000) : undefined;
}

function toPerson({ name, organizationName, channel, timesMs }: Reached): RuleTestResult['people'][number] {
  const nights = new Map<number, number>();
  for (const atMs of timesMs) {
    const night = nightOf(atMs);
    if (night !== undefined) nights.set(night, (nights.get(night) ?? 0) + 1);
  }
  return {
    name,
    organization_name: organizationName,
    channel,
    channel_label: notifyChannelLabels[channel],
    count: timesMs.length,
    at_night: [...nights.values()].reduce((sum, num) => sum + num, 0),
    busiest_night: Math.max(0, ...nights.values()),
    beyond_limit: channel === 'voice' ? beyond(timesMs, voiceLimits) : 0,
  };
}

/** Returns the number of messages that the provider would have refused, because too many went to the number before. */
function beyond(timesMs: readonly number[], limits: readonly AddressLimit[]): number {
  const sent: number[] = [];
  let refused = 0;
  for (const atMs of timesMs.toSorted((a, b) => a - b)) {
    const isFull = limits.some(({ most, withinMs }) => (sent.at(-most) ?? Number.NEGATIVE_INFINITY) > atMs - withinMs);
    if (isFull) refused += 1;
    else sent.push(atMs);
  }
  return refused;
}
