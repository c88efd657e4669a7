import { chainEvents, chainStream } from '../../../src/contract/events/chain.ts';
import { toDisplayTime } from '../../../src/contract/time.ts';
import { loadPrincipals } from '../../access/loadPrincipal.ts';
import { siteAdministrators } from '../../access/siteAdministrators.ts';
import { actorOf, type Principal } from '../../access/principal.ts';
import type { LostEvents } from '../../store/integrity/anchorCheck.ts';
import type { EventStore } from '../../store/eventStore.ts';
import { readCuts, type LogCut } from '../../store/integrity/logCuts.ts';
import { logActor } from '../actors.ts';
import type { DecisionParts } from '../decide.ts';
import { NotFound } from '../refusal.ts';

const mostNamedLifts = 20;

/** Returns a sentence for people about the events that were lost. */
function lossText({ kept, lost, lifts }: Pick<LogCut, 'kept' | 'lost' | 'lifts'>): string {
  const times = `${toDisplayTime(kept.atMs)} 至 ${toDisplayTime(lost.atMs)}`;
  const named = lifts.slice(0, mostNamedLifts).map(({ tag }) => tag);
  const rest = lifts.length > named.length ? ` 等 ${lifts.length} 台` : '';
  const concerned = named.length === 0 ? '' : `涉及电梯 ${named.join('、')}${rest}，其设备未收到回执的报警会重发。`;
  return `数据库切换到了落后的备机，${times} 的第 ${kept.position + 1}–${lost.position} 个事件丢失。${concerned}`;
}

/**
 * Marks in the log where a fail-over cut it, and notifies those who may confirm it for the whole site, in one commit. Repeating it
 * changes nothing.
 */
export async function recordLoss({ store, clock }: DecisionParts, loss: LostEvents): Promise<void> {
  const { lifts: ids, ...facts } = loss;
  const rows =
    ids.length === 0
      ? []
      : await store.rows
          .selectFrom('elevators')
          .select(['id', 'tag'])
          .where('id', 'in', [...ids])
          .execute();
  const lifts = rows.map(({ id, tag }) => ({ id, tag }));
  const reason = lossText({ ...facts, lifts });
  // It names lifts of every company.
  const userIds = siteAdministrators(await loadPrincipals(store));
  const data = chainEvents['chain.failedOver'].parse({ ...facts, lifts, reason });
  const atMs = clock.nowMs();
  await store.append({
    stream: chainStream,
    expectedVersion: 'any',
    actor: logActor,
    messageId: `failed-over:${loss.lost.hash}`,
    events: [
      { type: 'chain.failedOver', atMs, data },
      ...(userIds.length === 0
        ? []
        : [
            {
              type: 'notice.raised',
              atMs,
              data: {
                title: '主备切换丢失了一部分记录',
                detail: `${reason}请与值班电话记录核对这段时间的报警，核对后在页面顶部确认。`,
                level: 2,
                rescueOrderId: null,
                elevatorId: null,
                userIds,
              },
            },
          ]),
    ],
  });
}

/** Cuts that nobody has confirmed yet, oldest first. */
export const openCuts = async (store: Pick<EventStore, 'rows'>): Promise<readonly LogCut[]> =>
  (await readCuts(store.rows)).filter(({ confirmed }) => confirmed === undefined);

/** Throws NotFound where the log marks no cut at this position, and for users of a part of the site. A second confirmation changes nothing. */
export async function confirmCut(
  { store, clock }: DecisionParts,
  by: Principal,
  { position, note }: { readonly position: number; readonly note: string },
): Promise<void> {
  const cut = (await readCuts(store.rows)).find((one) => one.position === position);
  if (cut === undefined || by.scope.kind !== 'all') throw new NotFound('没有这一次主备切换的记录，请刷新页面');
  if (cut.confirmed !== undefined) return;
  await store.append({
    stream: chainStream,
    expectedVersion: 'any',
    actor: actorOf(by),
    messageId: `failed-over-confirmed:${position}`,
    events: [
      {
        type: 'chain.failedOverConfirmed',
        atMs: clock.nowMs(),
        data: chainEvents['chain.failedOverConfirmed'].parse({ position, by: by.name, reason: note }),
      },
    ],
  });
}
