import { changedFigures } from '../../../src/contract/bulletin/changedFigures.ts';
import { bulletinComments, type BulletinComments } from '../../../src/contract/bulletin/bulletinComments.ts';
import type { BulletinDraft, FrozenBulletinAnswer } from '../../../src/contract/endpoints/bulletin.ts';
import { refusalCodes } from '../../../src/contract/envelope.ts';
import { bulletinEvents } from '../../../src/contract/events/bulletin.ts';
import { dayOf, toWireTime } from '../../../src/contract/time.ts';
import type { Principal } from '../../access/principal.ts';
import type { SealedIds } from '../../access/sealedIds.ts';
import { freezeProblem, issuesOf, type BulletinKey } from '../../domain/base/bulletin.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { EventStore } from '../../store/eventStore.ts';
import { readsOf } from '../../store/readsOf.ts';
import { proofPathOf } from '../proofPath.ts';
import { findComments } from './findComments.ts';
import { readBulletinAreas, type BulletinAreas } from './bulletinAreas.ts';
import { readBulletinContent } from './readContent.ts';

/** The bulletin that a call names. */
export interface BulletinQuery {
  readonly month: string;
  readonly area_id?: number | undefined;
}

export const noComments: BulletinComments = bulletinComments.parse({});

const keyOf = ({ month }: BulletinQuery, { chosen }: BulletinAreas): BulletinKey => ({ month, areaId: chosen.id });

/** Returns the regions of the caller with the one that the call names. Throws Refusal for a month to come. */
export async function findBulletin(store: EventStore, by: Principal, query: BulletinQuery, nowMs: number) {
  const areas = await readBulletinAreas(readsOf(store, by), by, query.area_id);
  if (query.month > dayOf(nowMs).slice(0, 7)) {
    const message = '月份不能晚于本月';
    throw new Refusal(message, refusalCodes.invalid, [{ field: 'month', message }]);
  }
  return { areas, key: keyOf(query, areas) };
}

const readIssues = (store: EventStore, key: BulletinKey, { isKept }: BulletinAreas) =>
  isKept ? store.readStream(issuesOf(key)) : Promise.resolve([]);

const factsOf = ({ version, receivedAtMs, actor }: Awaited<ReturnType<EventStore['readStream']>>[number]) => ({
  version,
  at: toWireTime(receivedAtMs),
  by: actor.name,
});

const headOf = (month: string, { chosen, all }: BulletinAreas) => ({
  month,
  area: { id: chosen.id, name: chosen.name },
  areas: [...all],
});

/** The bulletin as the records say now, with its comments. */
export async function readDraft(
  store: EventStore,
  by: Principal,
  query: BulletinQuery,
  nowMs: number,
): Promise<BulletinDraft> {
  const { areas, key } = await findBulletin(store, by, query, nowMs);
  const [{ content, firstDay }, comments, issues] = await Promise.all([
    readBulletinContent(store, by, key, nowMs),
    areas.isKept ? findComments(store, key) : undefined,
    readIssues(store, key, areas),
  ]);
  return {
    ...headOf(query.month, areas),
    is_kept: areas.isKept,
    freeze_problem: freezeProblem(query.month, firstDay, nowMs) ?? null,
    content,
    comments: comments === undefined ? noComments : bulletinComments.parse(comments.values),
    comments_version: comments?.version ?? 0,
    versions: issues.map(factsOf).toReversed(),
  };
}

/** A frozen version as it was written, and what later corrections have changed since. Throws Refusal where there is none. */
export async function readFrozen(
  { store, ids }: { readonly store: EventStore; readonly ids: SealedIds },
  by: Principal,
  query: BulletinQuery & { readonly version: number },
  nowMs: number,
): Promise<FrozenBulletinAnswer> {
  const { areas, key } = await findBulletin(store, by, query, nowMs);
  const issues = await readIssues(store, key, areas);
  const issue = issues.find(({ version }) => version === query.version);
  if (issue === undefined) throw new Refusal('这份月报没有这个版本，请重新选择版本', refusalCodes.notAllowedNow);
  const frozen = bulletinEvents['bulletin.frozen'].parse(issue.data);
  const now = await readBulletinContent(store, by, key, nowMs);
  return {
    ...headOf(query.month, areas),
    area: { id: frozen.areaId, name: frozen.areaName },
    ...factsOf(issue),
    versions: issues.map(factsOf).toReversed(),
    content: frozen.content,
    comments: frozen.comments,
    proof: { hash: issue.hash, path: proofPathOf(ids, issue) },
    changes: [...changedFigures(frozen.content, now.content)],
  };
}
