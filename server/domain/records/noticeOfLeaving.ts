import { rescueEvents } from '../../../src/contract/events/rescue.ts';
import { streamName } from '../../../src/contract/streamName.ts';
import { isImported } from '../../store/importedEvent.ts';
import { rulesActor } from '../actors.ts';
import { findOrderRow } from './currentRows.ts';
import type { DecisionParts } from '../decide.ts';
import type { NotifiedPeople } from './notifiedPeople.ts';
import type { Claim } from './releaseClaims.ts';
import type { RescueOrderTable } from '../../store/rowTables.ts';
import { findAnswererOf } from './answerers.ts';
import { responsibilityOf } from '../city/responsible.ts';

const claimingTypes: ReadonlySet<string> = new Set(['rescue.accepted', 'rescue.handOverAccepted', 'rescue.handedOver']);

/**
 * A claim by telephone needs no console, but somebody who may still answer; an imported one belongs to somebody who was never here.
 */
async function needsConsole({ store }: DecisionParts, order: RescueOrderTable, userId: number): Promise<boolean> {
  const claim = (await store.readStream(streamName('rescue', order.id))).findLast(({ type }) =>
    claimingTypes.has(type),
  );
  if (claim === undefined || isImported(claim)) return false;
  if (claim.type !== 'rescue.accepted' || rescueEvents['rescue.accepted'].parse(claim.data).via !== 'phone')
    return true;
  return (await findAnswererOf(store, userId, responsibilityOf(order))) === undefined;
}

/**
 * Help is on its way, so that nothing rings when the holder leaves; but someone must go on with the rescue. The colleagues who answer for
 * the lift and their superiors get a notice. Does nothing where the order has ended or has another holder meanwhile.
 */
export async function noticeOfLeaving(
  parts: DecisionParts & { readonly people: NotifiedPeople },
  { orderId, userId }: Pick<Claim, 'orderId' | 'userId'>,
): Promise<void> {
  const { store, clock, people } = parts;
  const order = await findOrderRow(store, orderId);
  if (order === undefined || order.is_open === 0 || order.accepted_by_id !== userId) return;
  if (!(await needsConsole(parts, order, userId))) return;
  const userIds = (await people.whoStepIn(responsibilityOf(order))).filter((id) => id !== userId);
  if (userIds.length === 0) return;
  const nowMs = clock.nowMs();
  const { id, tag, community_name: communityName, addr, accepted_by_name: name } = order;
  await store.append({
    stream: `notice-left-${id}-${nowMs}`,
    expectedVersion: 'any',
    actor: rulesActor,
    messageId: `left:${id}:${nowMs}`,
    events: [
      {
        type: 'notice.raised',
        atMs: nowMs,
        data: {
          title: `${name} 已离开，救援单 ${id} 无人负责`,
          detail: `${communityName} ${addr}（${tag}）：救援仍在进行，请打开救援单继续处理，或请督办人员转交`,
          level: 0,
          rescueOrderId: id,
          elevatorId: order.elevator_id,
          userIds,
        },
      },
    ],
  });
}
