import * as z from 'zod';
import { requiredDay, requiredLine } from '../../../src/contract/rows.ts';
import { refusalCodes, type FieldErrors } from '../../../src/contract/envelope.ts';
import { streamName } from '../../../src/contract/streamName.ts';
import { dayOf } from '../../../src/contract/time.ts';
import { cycleKinds, visitKindLabels } from '../../../src/contract/visits/visitKinds.ts';
import { actorOf, type Principal } from '../../access/principal.ts';
import { elevatorScopeCondition, recordScopeCondition } from '../../access/scope.ts';
import { readPlannedLifts } from '../../domain/visits/planVisit.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { RowBatch } from '../../domain/rows/rowBatch.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore, Queries } from '../../store/eventStore.ts';
import { choiceColumn, codeColumn, dayColumn, type ImportColumn } from '../columns.ts';
import { importDesk, textsOf, type ImportDesk } from '../importDesk.ts';

export const visitColumns: readonly ImportColumn[] = [
  codeColumn('tag', '电梯编号', { isRequired: true, aliases: ['电梯', '电梯标签', '编号'] }),
  choiceColumn('kind', '类型', Object.fromEntries(cycleKinds.map((kind) => [kind, visitKindLabels[kind]])), {
    isRequired: true,
    aliases: ['维保类型'],
  }),
  dayColumn('done_on', '完成日期', { isRequired: true, aliases: ['维保日期', '上次维保日期', '日期'] }),
];

const visitFields = z.object({
  tag: requiredLine('电梯编号', 60),
  kind: z.enum(cycleKinds, '请选择类型'),
  done_on: requiredDay('完成日期'),
});
type VisitValues = z.output<typeof visitFields>;

/** A record of a visit is kept for four years at least (TSG T5002-2017, article 5(6)): nothing takes it back. */
const isForEver = '维保历史不可撤销';

const liftsWith = (queries: Queries, by: Principal, tag: string) =>
  queries
    .selectFrom('elevators as e')
    .innerJoin('communities as c', 'c.id', 'e.community_id')
    .select('e.id')
    .where('e.tag', '=', tag)
    .where(() => elevatorScopeCondition(by.scope))
    .executeTakeFirst();

/** Visits of the past as rows of an import: each is one `visit.imported`, which only sets the lift's clocks. */
export function visitBatch({
  store,
  clock,
}: {
  readonly store: EventStore;
  readonly clock: Clock;
}): RowBatch<VisitValues> {
  async function problemsOf(by: Principal, values: VisitValues, rows: Queries): Promise<FieldErrors['errors']> {
    const errors: FieldErrors['errors'] = [];
    if ((await liftsWith(rows, by, values.tag)) === undefined)
      errors.push({ field: 'tag', message: `没有编号为“${values.tag}”的电梯，请先导入电梯` });
    if (values.done_on > dayOf(clock.nowMs())) errors.push({ field: 'done_on', message: '完成日期不能晚于今天' });
    return errors;
  }

  return {
    async current(by, id, rows) {
      const row = await rows
        .selectFrom('visits as v')
        .select(['v.tag', 'v.kind', 'v.done_on'])
        .where('v.id', '=', id)
        .where(() => recordScopeCondition(by.scope, 'v'))
        .executeTakeFirst();
      const values = visitFields.safeParse(row).data;
      return values === undefined ? undefined : { values, version: 1 };
    },
    review: (by, _id, values, rows) => problemsOf(by, values, rows),
    async write(by, { values }, note) {
      const errors = await problemsOf(by, values, store.rows);
      const lift = await liftsWith(store.rows, by, values.tag);
      const [planned] = lift === undefined ? [] : await readPlannedLifts(store.rows, { ids: [lift.id] });
      if (errors.length > 0 || planned === undefined)
        throw new Refusal(errors[0]?.message ?? '电梯已不存在', refusalCodes.invalid, errors);
      const id = await store.nextId('visit');
      const { elevatorId, tag, addr, responsible } = planned.subject;
      await store.append({
        stream: streamName('visit', id),
        expectedVersion: 'none',
        actor: actorOf(by),
        messageId: note.messageId,
        events: [
          {
            type: 'visit.imported',
            atMs: clock.nowMs(),
            data: { visitId: id, elevatorId, tag, addr, responsible, kind: values.kind, doneOn: values.done_on },
          },
        ],
        effects: (queries) => note.effects(queries, { id, version: 1, values }),
      });
      return { id, version: 1 };
    },
    hindrance: () => Promise.resolve(isForEver),
    revert: () => Promise.reject(new Refusal(isForEver, refusalCodes.notAllowedNow)),
  };
}

/** Visits of the past: one is known by its lift, kind and day. */
export const visitImport = (batch: RowBatch<VisitValues>): ImportDesk =>
  importDesk({
    kind: 'visit',
    columns: visitColumns,
    fields: visitFields,
    batch,
    names: {},
    keyOf: (given) => JSON.stringify(['tag', 'kind', 'done_on'].map((field) => given.get(field) ?? '')),
    async match(reads, rows) {
      const found = await reads
        .selectFrom('visits')
        .select(['id', 'tag', 'kind', 'done_on'])
        .where('tag', 'in', textsOf(rows, 'tag'))
        .where('done_on', 'in', textsOf(rows, 'done_on'))
        .execute();
      return rows.map((row) =>
        found
          .filter(
            ({ tag, kind, done_on: doneOn }) =>
              tag === row.get('tag') && kind === row.get('kind') && doneOn === row.get('done_on'),
          )
          .map(({ id }) => id)
          .slice(0, 1),
      );
    },
    // Planning follows the log.
    afterRows: async () => undefined,
  });
