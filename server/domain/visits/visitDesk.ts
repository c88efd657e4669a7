import type { ParsedInputOf } from '../../../src/contract/endpoint.ts';
import type { visitAssign, visitPlan, VisitStep } from '../../../src/contract/endpoints/visit.ts';
import { refusalCodes } from '../../../src/contract/envelope.ts';
import { streamName } from '../../../src/contract/streamName.ts';
import { dayOf } from '../../../src/contract/time.ts';
import { visitKindLabels } from '../../../src/contract/visits/visitKinds.ts';
import type { EventDraft } from '../../../src/machines/lifecycle.ts';
import { visitLifecycle } from '../../../src/machines/visitLifecycle.ts';
import type { VisitSnapshot } from '../../../src/machines/visitMachine.ts';
import { actorOf, type Principal } from '../../access/principal.ts';
import { UniqueConflictError } from '../../store/eventStore.ts';
import { decide, decideAs, loadState } from '../decide.ts';
import { stepsOffered } from '../stepsOffered.ts';
import { clockActor } from '../actors.ts';
import { requireElevatorInScope, requireRecordInScope, visitScope } from '../city/recordScope.ts';
import { inPortions } from '../longWork.ts';
import { findMessageStream } from '../records/currentRows.ts';
import { addUploadUses, notOwnUploads } from '../records/uploadUses.ts';
import { readSteps } from '../readSteps.ts';
import { NotFound, Refusal } from '../refusal.ts';
import { completeVisitStep, type CompletedStep, type VisitFacts } from './completeVisitStep.ts';
import { openItemFaults } from './itemFaults.ts';
import { requireOfficer } from './officers.ts';
import { itemsFor, plannedData, readPlannedLifts } from './planVisit.ts';
import type { VisitDeskParts } from './visitDeskParts.ts';
import { requireWorkers } from './visitWorkers.ts';

/** The steps that people take with maintenance visits. Each throws Refusal in Chinese, or NotFound for records out of scope. */
export interface VisitDesk {
  /** Returns the new visit's id. */
  plan(by: Principal, wish: ParsedInputOf<typeof visitPlan>): Promise<number>;
  /** The same `request_id` of one person again changes nothing. */
  step(by: Principal, step: VisitStep): Promise<void>;
  /** Workers, day or both for several visits: a refusal of one, for whatever reason, does not hold up the others. */
  assign(
    by: Principal,
    wish: ParsedInputOf<typeof visitAssign>,
  ): Promise<{
    readonly assigned: number;
    readonly refused: readonly { readonly id: number; readonly message: string }[];
  }>;
}

export function createVisitDesk(parts: VisitDeskParts): VisitDesk {
  const { store, clock, directory } = parts;

  async function factsOf(by: Principal, id: number): Promise<VisitFacts> {
    await requireRecordInScope(parts, by, visitScope.table, id);
    const row = await store.rows.selectFrom('visits').selectAll().where('id', '=', id).executeTakeFirst();
    if (row === undefined) throw new NotFound();
    return { row, elevator: directory.elevator(row.elevator_id) };
  }

  /** A rejection that will be refused leaves the next visit where it is. */
  async function mayReject(by: Principal, stream: string): Promise<boolean> {
    const { state } = await loadState(store, visitLifecycle, stream);
    return stepsOffered(visitLifecycle, state, by).includes('visit.rejected');
  }

  /** The next visit, planned when this one was submitted, makes way for the one that is to be done again. */
  async function withdrawNext({ row }: VisitFacts): Promise<void> {
    const next = await store.rows
      .selectFrom('open_visits')
      .select('visit_id')
      .where('elevator_id', '=', row.elevator_id)
      .where('is_extra', '=', row.depth === 0 ? 1 : 0)
      .where('visit_id', '!=', row.id)
      .executeTakeFirst();
    if (next === undefined) return;
    await decide(parts, visitLifecycle, {
      stream: streamName('visit', next.visit_id),
      actor: clockActor,
      choose(state) {
        if (state.matches('working'))
          throw new Refusal('该电梯的下一次维保已开始，不能退回，请以补充说明更正', refusalCodes.notAllowedNow);
        return { type: 'visit.replanned', data: { reason: 'rejected' } };
      },
    });
  }

  async function take(by: Principal, step: Exclude<VisitStep, { readonly event: 'visit.assigned' }>): Promise<void> {
    const facts = await factsOf(by, step.id);
    const stream = streamName('visit', step.id);
    if (step.event === 'visit.countersigned' || step.event === 'visit.rejected')
      await requireOfficer(store.rows, by, facts.row.community_id, '会签');
    const completed = await completeVisitStep(parts, by, facts, step);
    const strange = await readSteps(store.rows, notOwnUploads(store.rows, by, completed.photos, stream));
    if (strange.length > 0)
      throw new Refusal('照片已失效，请重新上传', refusalCodes.invalid, [
        { field: 'data.photos', message: '照片已失效，请重新上传' },
      ]);
    if (step.event === 'visit.rejected' && (await mayReject(by, stream))) await withdrawNext(facts);
    await decideAs(parts, by, visitLifecycle, {
      stream,
      atMs: completed.atMs,
      messageId: messageIdOf(by, step),
      choose: (state: VisitSnapshot) => completed.draft(state),
      ...(completed.photos.length === 0
        ? {}
        : { effects: (queries) => addUploadUses(queries, stream, completed.photos) }),
    });
    await openFaultsOf(by, facts, completed);
  }

  /** Repeated with the telephone's repeat: a server that died in between opens them then. */
  async function openFaultsOf(
    by: Principal,
    { row, elevator }: VisitFacts,
    { deviations }: CompletedStep,
  ): Promise<void> {
    if (elevator === undefined) return;
    await openItemFaults(parts, { visitId: row.id, elevator, actor: actorOf(by), deviations });
  }

  async function requireDay(facts: VisitFacts, plannedOn: string | null): Promise<void> {
    const { due_on: dueOn } = facts.row;
    if (plannedOn === null) return;
    if (dueOn !== null && plannedOn > dueOn)
      throw new Refusal(`计划日期不能晚于到期日 ${dueOn}`, refusalCodes.invalid, [
        { field: 'planned_on', message: `不能晚于到期日 ${dueOn}` },
      ]);
    if (plannedOn < dayOf(clock.nowMs()))
      throw new Refusal('计划日期不能早于今天', refusalCodes.invalid, [
        { field: 'planned_on', message: '不能早于今天' },
      ]);
  }

  async function assignOne(
    by: Principal,
    id: number,
    wish: Pick<ParsedInputOf<typeof visitAssign>, 'person_ids' | 'planned_on'>,
  ): Promise<void> {
    const facts = await factsOf(by, id);
    const plannedOn = wish.planned_on ?? facts.row.planned_on;
    if (wish.planned_on !== undefined) await requireDay(facts, wish.planned_on);
    const workers =
      wish.person_ids === undefined
        ? undefined
        : await requireWorkers(store.rows, {
            personIds: wish.person_ids,
            companyId: facts.row.maintenance_id,
            day: plannedOn ?? facts.row.due_on ?? dayOf(clock.nowMs()),
          });
    await decideAs(parts, by, visitLifecycle, {
      stream: streamName('visit', id),
      choose: ({ context }): EventDraft => ({
        type: 'visit.assigned',
        data: { workers: workers ?? context.workers, plannedOn },
      }),
    });
  }

  return {
    async plan(by, wish) {
      if (!by.permissions.has('visit.plan')) throw new Refusal('您没有“排期”的权限，请联系管理员', refusalCodes.denied);
      requireElevatorInScope(directory, by, wish.elevator_id);
      const [lift] = await readPlannedLifts(store.rows, { ids: [wish.elevator_id] });
      if (lift === undefined) throw new NotFound();
      if (lift.hindrance !== undefined) throw new Refusal(lift.hindrance, refusalCodes.notAllowedNow);
      if (wish.due < dayOf(clock.nowMs()))
        throw new Refusal('到期日不能早于今天', refusalCodes.invalid, [{ field: 'due', message: '不能早于今天' }]);
      const known = itemsFor(lift, 'year');
      const chosen = wish.items === undefined ? undefined : known.filter(({ code }) => wish.items?.includes(code));
      if (chosen?.length === 0)
        throw new Refusal('所选项目不在该电梯的清单中', refusalCodes.invalid, [
          { field: 'items', message: '请选择清单中的项目' },
        ]);
      const id = await store.nextId('visit');
      try {
        await decideAs(parts, by, visitLifecycle, {
          stream: streamName('visit', id),
          choose: () => ({
            type: 'visit.planned',
            data: plannedData(lift, { id, kind: wish.kind, dueOn: wish.due, items: chosen, reason: wish.reason }),
          }),
        });
      } catch (error) {
        if (error instanceof UniqueConflictError)
          throw new Refusal(
            `该电梯已有未完成的${visitKindLabels[wish.kind]}，请在其中处理`,
            refusalCodes.notAllowedNow,
          );
        throw error;
      }
      return id;
    },

    async step(by, step) {
      if (step.event === 'visit.assigned') {
        const { person_ids, planned_on: plannedOn } = step.data;
        await assignOne(by, step.id, { person_ids, ...(plannedOn === null ? {} : { planned_on: plannedOn }) });
        return;
      }
      const messageId = messageIdOf(by, step);
      // A repeat of what a telephone has sent before: the event stands, what follows it is made sure of.
      if (messageId !== undefined && (await findMessageStream(store, messageId)) !== undefined) {
        const facts = await factsOf(by, step.id);
        if (step.event === 'visit.submitted')
          await openFaultsOf(by, facts, await completeVisitStep(parts, by, facts, step));
        return;
      }
      await take(by, step);
    },

    async assign(by, { ids, ...wish }) {
      const refused: { id: number; message: string }[] = [];
      await inPortions(parts, by, '派工', [...new Set(ids)], async (some, now) => {
        for (const id of some) {
          try {
            await assignOne(now, id, wish);
          } catch (error) {
            if (!(error instanceof Refusal) && !(error instanceof NotFound)) throw error;
            refused.push({ id, message: error.message });
          }
        }
      });
      return { assigned: new Set(ids).size - refused.length, refused };
    },
  };
}

const messageIdOf = (by: Principal, { id, request_id: requestId }: VisitStep): string | undefined =>
  requestId === undefined ? undefined : `visit:${id}:${by.userId}:${requestId}`;
