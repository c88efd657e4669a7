import * as z from 'zod';
import type { VisitWorker } from '../../../src/contract/events/visit.ts';
import { refusalCodes } from '../../../src/contract/envelope.ts';
import type { Queries } from '../../store/eventStore.ts';
import { Refusal } from '../refusal.ts';

const maintenanceType = 5;
const dutiesSchema = z.array(z.string());
const certificatesSchema = z.array(z.object({ expiry: z.string() }));

/** A person of a maintenance company, as far as visits are concerned. */
export interface Candidate {
  readonly worker: VisitWorker;
  readonly companyId: number;
  /** The last day of the certificate that is valid longest; null without one. */
  readonly certificateExpiry: string | null;
  /** The reason why no visit of this day may be given to the person (TSG T5002-2017, 5(8)); empty where nothing stands against it. */
  readonly problem: string;
}

function problemOf(duties: readonly string[], expiry: string | null, day: string): string {
  if (!duties.includes('worker')) return '未登记为作业人员';
  if (expiry === null) return '未登记作业人员证书';
  return expiry < day ? `证书已于 ${expiry} 到期` : '';
}

/** The people of a company, or those with these ids, and whether each may be given a visit on this day. */
export async function visitCandidates(
  queries: Queries,
  day: string,
  chosen: { readonly companyId: number } | { readonly personIds: readonly number[] },
): Promise<readonly Candidate[]> {
  let people = queries
    .selectFrom('people')
    .select(['id', 'name', 'user_id', 'org_id', 'duties', 'certificates'])
    .where('org_type', '=', maintenanceType)
    .orderBy('name')
    .orderBy('id');
  if ('companyId' in chosen) people = people.where('org_id', '=', chosen.companyId);
  else people = people.where('id', 'in', chosen.personIds);
  const rows = await people.execute();
  return rows.map((row) => {
    const expiries = certificatesSchema.parse(JSON.parse(row.certificates)).map(({ expiry }) => expiry);
    const certificateExpiry = expiries.toSorted().at(-1) ?? null;
    return {
      worker: { personId: row.id, userId: row.user_id, name: row.name },
      companyId: row.org_id,
      certificateExpiry,
      problem: problemOf(dutiesSchema.parse(JSON.parse(row.duties)), certificateExpiry, day),
    };
  });
}

const refusedWorker = (message: string): Refusal =>
  new Refusal(message, refusalCodes.invalid, [{ field: 'data.person_ids', message }]);

/** The workers of these ids in their order. Throws Refusal where one is not of the company, or may not work on that day. */
export async function requireWorkers(
  queries: Queries,
  { personIds, companyId, day }: { personIds: readonly number[]; companyId: number | null; day: string },
): Promise<VisitWorker[]> {
  if (personIds.length === 0) return [];
  const found = new Map(
    (await visitCandidates(queries, day, { personIds })).map((candidate) => [candidate.worker.personId, candidate]),
  );
  return [...new Set(personIds)].map((id) => {
    const candidate = found.get(id);
    if (candidate === undefined || candidate.companyId !== companyId)
      throw refusedWorker('所选人员不属于该电梯的维保单位，请重新选择');
    if (candidate.problem !== '') throw refusedWorker(`${candidate.worker.name} ${candidate.problem}，不能派工`);
    return candidate.worker;
  });
}
