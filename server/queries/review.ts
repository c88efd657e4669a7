import { sql, type SqlBool } from 'kysely';
import * as z from 'zod';
import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { reviewAverages, reviewList } from '../../src/contract/endpoints/review.ts';
import type { SysConfig } from '../../src/contract/endpoints/sysConfig.ts';
import type { CompanyAverage, ReviewDetail, ReviewRow } from '../../src/contract/entities/review.ts';
import { faultStageLabels, keysOf } from '../../src/contract/exceptions.ts';
import type { StatusIndex } from '../../src/contract/labels.ts';
import {
  hasSensitiveWord,
  lowScore,
  reviewProblemLabels,
  reviewStageLabels,
  reviewStatusLabels,
  reviewVerdictLabels,
  reviewWayLabels,
} from '../../src/contract/reviews.ts';
import { toWireTime, toWireTimeOrNull } from '../../src/contract/time.ts';
import { reviewLifecycle } from '../../src/machines/reviewLifecycle.ts';
import type { Principal } from '../access/principal.ts';
import { recordScopeCondition } from '../access/scope.ts';
import { reviewScope } from '../domain/city/recordScope.ts';
import { NotFound } from '../domain/refusal.ts';
import type { EventStore, Queries } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { listRows } from './listRows.ts';
import { offeredStates } from './offeredState.ts';
import type { OpenItems } from './openItems.ts';
import { timelineOf } from './timeline.ts';

const stages = keysOf(reviewStageLabels);
const verdicts = keysOf(reviewVerdictLabels);
const problems = keysOf(reviewProblemLabels);
const ways = keysOf(reviewWayLabels);
const faultStages = keysOf(faultStageLabels);
const namesSchema = z.array(z.string());
const statusOf = (status: number): StatusIndex => (status === 1 || status === 2 ? status : 0);

/** Nobody has read it yet; or it was taken note of, asks for an answer (a problem, a low score) and has none. The tile and the list share it. */
const isUnread = sql<SqlBool>`r.stage = 'received'`;
const isUnanswered = sql<SqlBool>`(r.stage in ('published', 'kept') and (r.problem is not null or r.score <= ${sql.lit(lowScore)}))`;
const isWaiting = sql<SqlBool>`(r.is_open = 1 and (${isUnread} or ${isUnanswered}))`;

/** Reviews in the caller's scope under `r`, with the fault of each under `x`. */
const reviewsFor = (queries: Queries, by: Principal) =>
  queries
    .selectFrom('reviews as r')
    .leftJoin('exceptions as x', 'x.id', 'r.exception_id')
    .where(() => recordScopeCondition(by.scope, 'r'));

const withColumns = (from: ReturnType<typeof reviewsFor>) =>
  from
    .selectAll('r')
    .select(['x.stage as fault_stage', 'x.repeat_num'])
    .select(sql<number | boolean>`case when ${isWaiting} then 1 else 0 end`.as('waiting'));
type Selected = Awaited<ReturnType<ReturnType<typeof withColumns>['execute']>>[number];

/** Without the steps, which need the machine. */
function toRow(row: Selected, sensitiveWords: string): Omit<ReviewRow, 'state' | 'allowed_actions'> {
  const stage = stages.find((name) => name === row.stage) ?? 'received';
  const verdict = verdicts.find((name) => name === row.verdict) ?? null;
  const problem = problems.find((name) => name === row.problem) ?? null;
  const via = ways.find((name) => name === row.via) ?? 'code';
  const faultStage = faultStages.find((name) => name === row.fault_stage) ?? null;
  const status = statusOf(row.status);
  return {
    id: row.id,
    elevator_id: row.elevator_id,
    tag: row.tag,
    addr: row.addr,
    community_id: row.community_id,
    community_name: row.community_name,
    property_name: row.property_name,
    maintenance_name: row.maintenance_name,
    via,
    via_label: reviewWayLabels[via],
    problem,
    problem_label: problem === null ? '' : reviewProblemLabels[problem],
    score: row.score,
    text: row.text,
    is_sensitive: stage === 'received' && hasSensitiveWord(row.text, sensitiveWords),
    photos: namesSchema.parse(JSON.parse(row.photos)),
    stage,
    stage_label: reviewStageLabels[stage],
    status,
    statusResult: reviewStatusLabels[status],
    verdict,
    verdict_label: verdict === null ? '' : reviewVerdictLabels[verdict],
    is_waiting: Number(row.waiting) === 1,
    reason: row.reason,
    answer: row.answer,
    answered_by: row.answered_by,
    answered_at: toWireTimeOrNull(row.answered_at_ms),
    exception_id: row.exception_id,
    fault_stage: faultStage,
    fault_stage_label: faultStage === null ? '' : faultStageLabels[faultStage],
    affected_num: row.repeat_num ?? 0,
    created_at: toWireTime(row.received_at_ms),
    updated_at: toWireTime(row.updated_at_ms),
  };
}

async function withSteps(
  queries: Queries,
  by: Principal,
  rows: readonly ReturnType<typeof toRow>[],
): Promise<ReviewRow[]> {
  const offered = await offeredStates(
    queries,
    reviewLifecycle,
    rows.map(({ id }) => id),
    by,
  );
  return rows.map((row) => ({ ...row, ...(offered.get(row.id) ?? { state: null, allowed_actions: [] }) }));
}

type WordsSetting = Pick<SysConfig, 'review_sensitive_words'>;

/** Reviews in scope, newest first. */
export async function listReviews(
  store: EventStore,
  by: Principal,
  query: ParsedInputOf<typeof reviewList>,
  { review_sensitive_words: words }: WordsSetting,
): Promise<OutputOf<typeof reviewList>> {
  const queries = readsOf(store, by);
  let from = reviewsFor(queries, by);
  if (query.elevator_id !== undefined) from = from.where('r.elevator_id', '=', query.elevator_id);
  if (query.community_id !== undefined) from = from.where('r.community_id', '=', query.community_id);
  if (query.waiting !== undefined)
    from = from.where(() => (query.waiting === true ? isWaiting : sql`not ${isWaiting}`));
  if (query.stage !== undefined) from = from.where('r.stage', '=', query.stage);
  if (query.verdict !== undefined) from = from.where('r.verdict', '=', query.verdict);
  if (query.problem !== undefined) from = from.where('r.problem', '=', query.problem);
  if (query.score !== undefined) from = from.where('r.score', '=', query.score);
  if (query.from !== undefined) from = from.where('r.received_at_ms', '>=', Date.parse(query.from));
  if (query.to !== undefined) from = from.where('r.received_at_ms', '<=', Date.parse(query.to));
  const page = await listRows(query, {
    from,
    select: withColumns,
    toRow: (row) => toRow(row, words),
    id: 'r.id',
    sorts: { created_at: 'r.received_at_ms', score: 'r.score', updated_at: 'r.updated_at_ms', tag: 'r.tag' },
    keyword: ['r.tag', 'r.addr', 'r.community_name', 'r.text', 'r.answer'],
  });
  return { ...page, list: await withSteps(queries, by, page.list) };
}

/** One review with its timeline. Throws NotFound. Reads where the server writes, so that the answer to a step shows the step. */
export async function readReview(
  store: EventStore,
  by: Principal,
  id: number,
  { review_sensitive_words: words }: WordsSetting,
): Promise<ReviewDetail> {
  const found = await withColumns(reviewsFor(store.rows, by).where('r.id', '=', id)).executeTakeFirst();
  if (found === undefined) throw new NotFound();
  const [[row], timeline] = await Promise.all([
    withSteps(store.rows, by, [toRow(found, words)]),
    timelineOf(store, reviewLifecycle, id),
  ]);
  if (row === undefined) throw new NotFound();
  return { ...row, timeline };
}

const rounded = (score: number): number => Math.round(score * 100) / 100;

/** The mean score by company, of the reviews in scope that were not refused; most reviews first. */
export async function averagesByCompany(
  store: EventStore,
  by: Principal,
  { from, to }: ParsedInputOf<typeof reviewAverages>,
): Promise<OutputOf<typeof reviewAverages>> {
  const queries = readsOf(store, by);
  const scored = () => {
    let rows = queries
      .selectFrom('reviews as r')
      .where(() => recordScopeCondition(by.scope, 'r'))
      .where('r.score', 'is not', null)
      .where('r.verdict', 'in', ['published', 'kept']);
    if (from !== undefined) rows = rows.where('r.received_at_ms', '>=', Date.parse(from));
    if (to !== undefined) rows = rows.where('r.received_at_ms', '<=', Date.parse(to));
    return rows;
  };
  const of = async (kind: CompanyAverage['kind']): Promise<readonly CompanyAverage[]> => {
    const id = `r.${kind}_id` as const;
    const found = await scored()
      .where(id, 'is not', null)
      .select(({ fn }) => [
        `${id} as company_id`,
        fn.max<string>(`r.${kind}_name`).as('name'),
        fn.sum<number | string>('r.score').as('total'),
        fn.countAll<number | string>().as('num'),
      ])
      .groupBy(id)
      .execute();
    return found.map(({ company_id: companyId, name, total, num }) => ({
      kind,
      company_id: companyId ?? 0,
      name,
      average: rounded(Number(total) / Number(num)),
      num: Number(num),
    }));
  };
  const list = (await Promise.all([of('maintenance'), of('property')])).flat();
  return { list: list.toSorted((a, b) => b.num - a.num || a.name.localeCompare(b.name)) };
}

/** Exactly what the list with `waiting` gives. */
export const reviewTodos: OpenItems = {
  permission: reviewScope.viewedBy,
  async count(queries, by) {
    const [row] = await queries
      .selectFrom('reviews as r')
      .where(() => recordScopeCondition(by.scope, 'r'))
      .where(() => isWaiting)
      .select([
        ({ fn }) => fn.countAll<number | string>().as('count'),
        sql<number | string | null>`sum(case when ${isUnanswered} then 1 else 0 end)`.as('unanswered'),
      ])
      .execute();
    return {
      kind: 'review',
      label: '电梯评价',
      unit: '条',
      quiet_note: '当前没有待审核或待答复的评价',
      path: '/elebator-maintenance/evaluate-list?waiting=1',
      count: Number(row?.count ?? 0),
      notes: [{ key: 'unanswered', label: '待答复', count: Number(row?.unanswered ?? 0), tone: 'high' }],
    };
  },
};
