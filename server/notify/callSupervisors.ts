import { noticeEvents } from '../../src/contract/events/notice.ts';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import type { DecisionParts } from '../domain/decide.ts';
import { outageStreamPrefix, readChainProofs, type Outage } from '../domain/city/chainProofs.ts';
import { outageCallees } from '../domain/rules/outageCallees.ts';
import { recipientKeyOf } from '../domain/rules/resolveRecipients.ts';
import { spokenAdvice } from '../probe/outageText.ts';
import type { Subscription } from '../store/eventStore.ts';
import type { Channels } from './adapter.ts';
import { aboutNothing, queueNotification } from './queueNotification.ts';

export interface CallSupervisorsParts extends DecisionParts {
  readonly channels: Pick<Channels, 'adapterOf'>;
  readonly onError: (error: unknown) => void;
}

/**
 * Rings people who are not at a screen (`outageCallees`) when the way of a call for help is broken, once for each outage. It follows the log,
 * so that a crash between the notice and its calls loses none. An outage that is over by then rings no one, and without a voice channel
 * nobody can be rung.
 */
export function callSupervisors(parts: CallSupervisorsParts): Subscription {
  const { store } = parts;
  return store.subscribeDurably({
    name: 'probe-calls',
    startFrom: 'now',
    laneOf: ({ type, stream }) =>
      type === 'notice.raised' && stream.startsWith(outageStreamPrefix) ? 'outages' : undefined,
    async onEvent(event) {
      const { outage } = await readChainProofs(store);
      if (outage !== null) await ring(parts, event, outage);
    },
    onError: parts.onError,
  });
}

async function ring(parts: CallSupervisorsParts, { position, data }: StoredEvent, { stage }: Outage): Promise<void> {
  if (parts.channels.adapterOf('voice') === undefined) return;
  const { title } = noticeEvents['notice.raised'].parse(data);
  for (const { recipient } of await outageCallees(parts))
    await queueNotification(parts, {
      key: `probe:${position}:${recipientKeyOf(recipient)}:voice`,
      source: 'probe',
      position,
      channel: 'voice',
      recipient,
      template: 'probe',
      values: { 事件: title, 说明: spokenAdvice[stage] },
      title,
      priority: 1,
      requireKey: false,
      ...aboutNothing,
    });
}
