import type { RuleAction } from '../../src/contract/rules/alarmRule.ts';
import { channelsWithoutAnswer, type ProviderChannel } from '../../src/contract/notificationWords.ts';
import { toDisplayTime } from '../../src/contract/time.ts';
import { aboutNothing, queueNotification } from '../notify/queueNotification.ts';
import {
  recipientKeyOf,
  resolveRecipients,
  unreachableBy,
  type ResolvedRecipient,
} from '../domain/rules/resolveRecipients.ts';
import { allDone } from '../runtime/allDone.ts';
import { Turnstile } from '../runtime/turnstile.ts';
import { raiseNotice } from './raiseNotice.ts';
import { placeOf, type FiredAction, type RuleActionParts } from './ruleFiring.ts';

/** Enough to fill a group commit, few enough that a call for help does not wait behind them. */
const mostQueuedAtOnce = 16;

type Notifying = Extract<RuleAction, { no: 1 | 2 | 7 }>;

const recipientsOf = (
  { store, clock }: RuleActionParts,
  { firing, body, action }: FiredAction<Notifying>,
): Promise<readonly ResolvedRecipient[]> =>
  resolveRecipients({ store, clock }, action.to, firing, clock.nowMs(), { organization: body.organization });

const isForGroups = (channel: ProviderChannel): boolean => channelsWithoutAnswer.some((one) => one === channel);

/** Auto-actions 1 and 2: a message to each recipient by each channel that is set up and reaches them. */
export async function sendMessages(
  parts: RuleActionParts,
  fired: FiredAction<Extract<RuleAction, { no: 1 | 2 }>>,
): Promise<void> {
  const { channels } = parts;
  if (channels === undefined) return;
  const { firing, action, position, messageId } = fired;
  const isOver = firing.kind === 'recovered';
  const recipients = await recipientsOf(parts, fired);
  const configured = action.channels.filter((channel) => channels.adapterOf(channel) !== undefined);
  const turns = new Turnstile(mostQueuedAtOnce);
  const queued: Promise<unknown>[] = [];
  for (const resolved of recipients) {
    const key = recipientKeyOf(resolved.recipient);
    for (const channel of configured) {
      if (isForGroups(channel) !== (key === 'group') || unreachableBy(resolved, channel) !== '') continue;
      const queue = () =>
        queueNotification(
          { ...parts, channels },
          {
            key: `${messageId}:${key}:${channel}`,
            source: 'rule',
            position,
            channel,
            recipient: resolved.recipient,
            template: isOver ? 'recovered' : 'rule',
            values: {
              电梯编号: firing.tag,
              位置: firing.addr,
              小区: firing.responsible.communityName,
              事件: firing.reason,
              时间: toDisplayTime(parts.clock.nowMs()),
              规则: firing.name,
              说明: firing.gathered === 0 ? firing.reason : `${firing.reason}，另有 ${firing.gathered} 次未单独通知`,
            },
            title: titleOf(fired),
            priority: firing.priority,
            requireKey: !isOver && action.no === 1 && channel === 'voice' && action.require_key,
            ...aboutNothing,
            ruleId: firing.ruleId,
            ruleVersion: firing.version,
            ruleName: firing.name,
            elevatorId: firing.elevatorId,
            tag: firing.tag,
            alarmId: firing.alarmId,
            exceptionId: firing.exceptionId,
            responsible: firing.responsible,
          },
        );
      queued.push(turns.pass(queue));
    }
  }
  await allDone(queued);
}

const titleOf = ({ firing }: FiredAction): string =>
  `${firing.name}${firing.kind === 'recovered' ? '（已恢复）' : ''}：${firing.tag}`;

/** Auto-action 7: a notice on the platform; with `ring` the consoles of those who answer for the lift ring, too. */
export async function notifyOnPlatform(
  parts: RuleActionParts,
  fired: FiredAction<Extract<RuleAction, { no: 7 }>>,
): Promise<void> {
  const { firing, action, index, messageId, position } = fired;
  const userIds = (await recipientsOf(parts, fired)).flatMap((resolved) =>
    unreachableBy(resolved, 'platform') === '' && resolved.recipient.userId !== null ? [resolved.recipient.userId] : [],
  );
  const isRung = action.ring && firing.kind === 'fired';
  const answerers = isRung
    ? await parts.people.among(({ permissions }) => permissions.has('rescue.answer'), firing.responsible)
    : [];
  await raiseNotice(
    parts,
    { position },
    {
      title: titleOf(fired),
      detail: `${placeOf(firing)}：${firing.reason}`,
      level: 0,
      rescueOrderId: null,
      ...(firing.exceptionId === null ? {} : { exceptionId: firing.exceptionId }),
      elevatorId: firing.elevatorId,
      ...(isRung
        ? {
            ring: {
              title: firing.name,
              tag: firing.tag,
              addr: firing.addr,
              alarmId: firing.alarmId,
              alarmKind: 'rule',
              priority: firing.priority,
              responsible: firing.responsible,
            },
          }
        : {}),
      userIds: [...new Set([...userIds, ...answerers])],
    },
    { index, messageId },
  );
}
