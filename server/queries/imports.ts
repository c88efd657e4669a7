import { sql, type RawBuilder } from 'kysely';
import * as z from 'zod';
import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { importList, importRows } from '../../src/contract/endpoints/imports.ts';
import { refusalCodes } from '../../src/contract/envelope.ts';
import {
  importKindNames,
  importKinds,
  importOrigins,
  importRowStates,
  importStates,
} from '../../src/contract/entities/imports.ts';
import { toWireTime } from '../../src/contract/time.ts';
import { accountScopeCondition } from '../access/organizationScope.ts';
import type { Principal } from '../access/principal.ts';
import { NotFound, Refusal } from '../domain/refusal.ts';
import type { ImportProgress } from '../imports/imports.ts';
import { findGroup, isDoubtful } from '../imports/importStore.ts';
import { nameOfRecord } from '../imports/nameOfRecord.ts';
import type { EventStore } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { listRows } from './listRows.ts';
import { containsKeyword } from './page.ts';

/** `imports` as `i`: the caller's own and those of accounts that the caller manages, of kinds that the caller may edit. */
function importScopeCondition(by: Principal): RawBuilder<boolean> {
  const { scope, userId } = by;
  const kinds = kindsOf(by);
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
    import_group_id: row.group_id,
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
    purged_at: row.purged_at_ms === null ? null : toWireTime(row.purged_at_ms),
    origin: z.enum(importOrigins).parse(row.origin),
    header: z.array(z.string()).parse(JSON.parse(row.header)),
  };
}

/** The kinds of import that the caller may edit. */
const kindsOf = ({ permissions }: Principal) =>
  importKindNames.filter((kind) => permissions.has(importKinds[kind].permission));

/** The imports that the caller may see, newest first. With `grouped`, one for the files of each upload, and found by any of them. */
export async function listImports(
  store: EventStore,
  by: Principal,
  query: ParsedInputOf<typeof importList>,
  progressOf: ProgressOf,
): Promise<OutputOf<typeof importList>> {
  const { kind, state, import_group_id: groupId, grouped: isGrouped = false } = query;
  const { from, select } = listPlan(store, by, progressOf);
  const toFile = (row: StoredRow) => {
    const { header: _header, ...file } = toListed(row, progressOf);
    return file;
  };
  const words = query.keyword?.trim() ?? '';
  const page = await listRows(isGrouped ? { ...query, keyword: undefined } : query, {
    from: from
      .$if(groupId !== undefined, (rows) => rows.where('i.group_id', '=', groupId ?? 0))
      .$if(!isGrouped && kind !== undefined, (rows) => rows.where('i.kind', '=', kind ?? ''))
      .$if(!isGrouped && state !== undefined, (rows) => rows.where('i.state', '=', state ?? ''))
      .$if(isGrouped, (rows) => rows.where(() => standsForGroup(by, { kind, state, words }))),
    select,
    toRow: toFile,
    id: 'i.id',
    sorts: { id: 'i.id', created_at: 'i.created_at_ms', row_num: 'i.row_num' },
    keyword: ['i.file_name', 'a.name'],
  });
  if (!isGrouped || page.list.length === 0) return page;
  const groups = [...new Set(page.list.map((row) => row.import_group_id))];
  const files = (
    await select(from.where('i.group_id', 'in', groups))
      .orderBy('i.id')
      .execute()
  ).map(toFile);
  return {
    ...page,
    list: page.list.map((row) => ({
      ...row,
      files: files.filter((file) => file.import_group_id === row.import_group_id),
    })),
  };
}

/** `i` is the first of the files of its upload that the caller may see, and one of these is what the caller looks for. */
function standsForGroup(
  by: Principal,
  {
    kind,
    state,
    words,
  }: { readonly kind?: string | undefined; readonly state?: string | undefined; readonly words: string },
): RawBuilder<boolean> {
  const kinds = kindsOf(by);
  const ofGroup = sql`from imports m where m.group_id = i.group_id and m.kind in (${sql.join(kinds.length === 0 ? [''] : kinds)})`;
  const sought = [
    ...(kind === undefined ? [] : [sql`m.kind = ${kind}`]),
    ...(state === undefined ? [] : [sql`m.state = ${state}`]),
    ...(words === '' ? [] : [containsKeyword(['m.file_name', 'a.name'], words)]),
  ];
  return sql<boolean>`(i.id = (select min(m.id) ${ofGroup})${
    sought.length === 0 ? sql`` : sql` and exists (select 1 ${ofGroup} and ${sql.join(sought, sql` and `)})`
  })`;
}

/** Throws NotFound for a group of which the caller sees no file, Refusal where it also has files that the caller may not import. */
export async function requireWholeGroup(store: EventStore, by: Principal, groupId: number): Promise<void> {
  const { from } = listPlan(store, by, () => undefined);
  const seen = await from.where('i.group_id', '=', groupId).select('i.id').execute();
  if (seen.length === 0) throw new NotFound('导入不存在，或您无权查看');
  if ((await findGroup(store, groupId)).length > seen.length)
    throw new Refusal('这组文件含有您无权导入的内容，请由有权限的人处理整组，或逐个文件处理', refusalCodes.denied);
}

/** One import with the head of its file. Throws NotFound, also for one that is not the caller's to see. */
export async function findImport(store: EventStore, by: Principal, id: number, progressOf: ProgressOf) {
  const { from, select } = listPlan(store, by, progressOf);
  const row = await select(from.where('i.id', '=', id)).executeTakeFirst();
  if (row === undefined) throw new NotFound('导入不存在，或您无权查看');
  return toListed(row, progressOf);
}

const problems = z.array(
  z.object({ header: z.string(), message: z.string(), suggestion: z.string(), is_warning: z.boolean().optional() }),
);
const changes = z.array(z.object({ header: z.string(), before: z.string(), after: z.string() }));

/** The rows of an import that the caller may see, as the file has them in order. */
export async function listImportRows(
  store: EventStore,
  by: Principal,
  query: ParsedInputOf<typeof importRows>,
): Promise<OutputOf<typeof importRows>> {
  const { import_id: importId, state, warned: isWarned = false } = query;
  return listRows(
    { ...query, sort: undefined, order: 'asc' },
    {
      from: readsOf(store, by)
        .selectFrom('import_rows as w')
        .innerJoin('imports as i', 'i.id', 'w.import_id')
        .where('w.import_id', '=', importId)
        .where(() => importScopeCondition(by))
        .$if(state !== undefined, (rows) => rows.where('w.state', '=', state ?? ''))
        .$if(isWarned, (rows) => rows.where(isDoubtful)),
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
