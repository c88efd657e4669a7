import { sql, type RawBuilder } from 'kysely';
import * as z from 'zod';
import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { importList, importRows } from '../../src/contract/endpoints/imports.ts';
import { importKindNames, importKinds, importRowStates, importStates } from '../../src/contract/entities/imports.ts';
import { toWireTime } from '../../src/contract/time.ts';
import { accountScopeCondition } from '../access/organizationScope.ts';
import type { Principal } from '../access/principal.ts';
import { NotFound } from '../domain/refusal.ts';
import type { ImportProgress } from '../imports/imports.ts';
import { nameOfRecord } from '../imports/nameOfRecord.ts';
import type { EventStore } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { listRows } from './listRows.ts';

/** `imports` as `i`: the caller's own and those of accounts that the caller manages, of kinds that the caller may edit. */
function importScopeCondition({ scope, userId, permissions }: Principal): RawBuilder<boolean> {
  const kinds = importKindNames.filter((kind) => permissions.has(importKinds[kind].permission));
  if (kinds.length === 0) return sql<boolean>`1 = 0`;
  const isOfKind = sql<boolean>`i.kind in (${sql.join(kinds)})`;
  if (scope.kind === 'all') return isOfKind;
  const managed = sql`select u.id from users u join roles r on r.id = u.role_id where ${accountScopeCondition(scope)}`;
  return sql<boolean>`(${isOfKind} and (i.created_by = ${userId} or i.created_by in (${managed})))`;
}

type ProgressOf = (id: number) => ImportProgress | undefined;
type Listed = OutputOf<typeof importList>['list'][number];

const listPlan = (store: EventStore, by: Principal, progressOf: ProgressOf) => {
  const from = readsOf(store, by)
    .selectFrom('imports as i')
    .leftJoin('users as a', 'a.id', 'i.created_by')
    .where(() => importScopeCondition(by));
  return {
    from,
    select: (rows: typeof from) => rows.selectAll('i').select(sql<string>`coalesce(a.name, '')`.as('author_name')),
    progressOf,
  };
};
type StoredRow = Awaited<ReturnType<ReturnType<ReturnType<typeof listPlan>['select']>['execute']>>[number];

function toListed(row: StoredRow, progressOf: ProgressOf): Listed & { readonly header: string[] } {
  const progress = progressOf(row.id);
  return {
    id: row.id,
    kind: z.enum(importKindNames).parse(row.kind),
    file_name: row.file_name,
    state: z.enum(importStates).parse(row.state),
    note: row.note,
    row_num: row.row_num,
    new_num: row.new_num,
    changed_num: row.changed_num,
    same_num: row.same_num,
    wrong_num: row.wrong_num,
    done_num: progress?.done ?? 0,
    total_num: progress?.total ?? row.row_num,
    author_name: row.author_name,
    created_at: toWireTime(row.created_at_ms),
    written_at: row.written_at_ms === null ? null : toWireTime(row.written_at_ms),
    header: z.array(z.string()).parse(JSON.parse(row.header)),
  };
}

/** The imports that the caller may see, newest first. */
export function listImports(
  store: EventStore,
  by: Principal,
  query: ParsedInputOf<typeof importList>,
  progressOf: ProgressOf,
): Promise<OutputOf<typeof importList>> {
  const { kind, state } = query;
  const { from, select } = listPlan(store, by, progressOf);
  return listRows(query, {
    from: from
      .$if(kind !== undefined, (rows) => rows.where('i.kind', '=', kind ?? ''))
      .$if(state !== undefined, (rows) => rows.where('i.state', '=', state ?? '')),
    select,
    toRow(row) {
      const { header: _header, ...listed } = toListed(row, progressOf);
      return listed;
    },
    id: 'i.id',
    sorts: { id: 'i.id', created_at: 'i.created_at_ms', row_num: 'i.row_num' },
    keyword: ['i.file_name', 'a.name'],
  });
}

/** One import with the head of its file. Throws NotFound, also for one that is not the caller's to see. */
export async function findImport(store: EventStore, by: Principal, id: number, progressOf: ProgressOf) {
  const { from, select } = listPlan(store, by, progressOf);
  const row = await select(from.where('i.id', '=', id)).executeTakeFirst();
  if (row === undefined) throw new NotFound('导入不存在，或您无权查看');
  return toListed(row, progressOf);
}

const problems = z.array(z.object({ header: z.string(), message: z.string(), suggestion: z.string() }));
const changes = z.array(z.object({ header: z.string(), before: z.string(), after: z.string() }));

/** The rows of an import that the caller may see, as the file has them in order. */
export async function listImportRows(
  store: EventStore,
  by: Principal,
  query: ParsedInputOf<typeof importRows>,
): Promise<OutputOf<typeof importRows>> {
  const { import_id: importId, state } = query;
  return listRows(
    { ...query, sort: undefined, order: 'asc' },
    {
      from: readsOf(store, by)
        .selectFrom('import_rows as w')
        .innerJoin('imports as i', 'i.id', 'w.import_id')
        .where('w.import_id', '=', importId)
        .where(() => importScopeCondition(by))
        .$if(state !== undefined, (rows) => rows.where('w.state', '=', state ?? '')),
      select: (rows) =>
        rows.select([
          'w.row_number',
          'w.state',
          'w.cells',
          'w.problems',
          'w.changes',
          'w.row_values',
          'w.record_id',
          'w.is_written',
        ]),
      toRow: (row) => ({
        row_number: row.row_number,
        state: z.enum(importRowStates).parse(row.state),
        cells: z.array(z.string()).parse(JSON.parse(row.cells)),
        record_id: row.is_written === 1 ? row.record_id : null,
        record_name: row.is_written === 1 ? nameOfRecord(row.row_values) : '',
        problems: problems.parse(JSON.parse(row.problems)),
        changes: changes.parse(JSON.parse(row.changes)),
      }),
      id: 'w.row_number',
      sorts: { row_number: 'w.row_number' },
    },
  );
}
