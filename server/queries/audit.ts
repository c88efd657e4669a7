import { isDeepStrictEqual } from 'node:util';
import { sql, type RawBuilder } from 'kysely';
import * as z from 'zod';
import {
  auditFieldLabels,
  auditTypeNames,
  auditTypes,
  type AuditRecord,
  type AuditType,
} from '../../src/contract/audit.ts';
import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { auditList } from '../../src/contract/endpoints/audit.ts';
import { isSettingKey, settingTexts, settingValueText } from '../../src/contract/sysConfig.ts';
import { toWireTime } from '../../src/contract/time.ts';
import { streamId, streamName } from '../../src/contract/streamName.ts';
import { accountScopeCondition } from '../access/organizationScope.ts';
import type { Principal } from '../access/principal.ts';
import type { EventStore } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { onlyDifferent, readNames, wordsFor, type RowNames } from './auditWords.ts';
import { textsOf } from './jsonList.ts';
import { isAudited, cachedReads } from './cachedReads.ts';
import { listRows } from './listRows.ts';
import { readRuleAudit, type RuleAudit } from './ruleAudit.ts';

type Entry = OutputOf<typeof auditList>['list'][number];

/** A member of the actor, as text. */
const ofActor = (store: EventStore, member: 'id' | 'name' | 'kind'): RawBuilder<string> =>
  store.kind === 'sqlite'
    ? sql<string>`cast(json_extract(ev.meta, ${sql.lit(`$.actor.${member}`)}) as text)`
    : sql<string>`(ev.meta::json #>> ${sql.lit(`{actor,${member}}`)})`;

/** Entries by the caller and by the accounts that the caller manages; the rest is for those without limits. */
async function visibleTo(store: EventStore, by: Principal): Promise<RawBuilder<boolean>> {
  const { scope, userId } = by;
  if (scope.kind === 'all') return sql<boolean>`1 = 1`;
  const keep = await cachedReads(store);
  const managed = await keep(`accounts managed with ${JSON.stringify(scope)}`, async () => {
    const rows = await readsOf(store, by)
      .selectFrom('users as u')
      .innerJoin('roles as r', 'r.id', 'u.role_id')
      .select('u.id')
      .where(() => accountScopeCondition(scope))
      .execute();
    return JSON.stringify(rows.map(({ id }) => String(id)));
  });
  const id = ofActor(store, 'id');
  return sql<boolean>`(${ofActor(store, 'kind')} = 'user' and (${id} = ${String(userId)} or ${id} in (${textsOf(store, managed)})))`;
}

/** Returns the streams of a record: of an account two, one with its sign-ins and one with the user's values. */
const streamsOf = (record: AuditRecord, id: string): readonly string[] => {
  if (record === 'user') return [streamName('user', id), streamName('account', id)];
  return record === 'config' || record === 'chain' ? [record] : [streamName(record, id)];
};

/** The audit log, newest first. */
export async function listAudit(
  store: EventStore,
  by: Principal,
  query: ParsedInputOf<typeof auditList>,
): Promise<OutputOf<typeof auditList>> {
  const { record, record_id: recordId, from, to, keyword = '' } = query;
  const words = keyword.trim();
  const types = auditTypeNames.filter((type) => record === undefined || auditTypes[type].record === record);
  const pattern = `%${words.replaceAll(/[\\%_]/g, (letter) => `\\${letter}`)}%`;
  const reads = readsOf(store, by);
  const isVisible = await visibleTo(store, by);
  const page = await listRows(
    { ...query, keyword: undefined, sort: undefined },
    {
      from: reads
        .selectFrom('events as ev')
        .where(() => isAudited)
        .where(() => isVisible)
        .$if(record !== undefined, (rows) => rows.where('ev.type', 'in', types))
        .$if(record !== undefined && recordId !== undefined, (rows) =>
          record === undefined || record === 'config'
            ? rows.where('ev.data', 'like', `%"key":"${(recordId ?? '').replaceAll(/[^a-z_]/g, '')}"%`)
            : rows.where('ev.stream', 'in', streamsOf(record, recordId ?? '')),
        )
        .$if(from !== undefined, (rows) => rows.where('ev.received_at_ms', '>=', Date.parse(from ?? '')))
        .$if(to !== undefined, (rows) => rows.where('ev.received_at_ms', '<=', Date.parse(to ?? '')))
        .$if(words !== '', (rows) =>
          rows.where(
            () =>
              sql<boolean>`(${ofActor(store, 'name')} like ${pattern} escape '\\' or ev.data like ${pattern} escape '\\')`,
          ),
        ),
      select: (rows) =>
        rows
          .select(['ev.position', 'ev.type', 'ev.stream', 'ev.data', 'ev.received_at_ms'])
          .select(ofActor(store, 'name').as('actor_name'))
          // The events of an account say what happened to it, not whose it is.
          .select(sql<string | null>`(select u.name from users u where 'user-' || u.id = ev.stream)`.as('user_name')),
      toRow: (row) => ({ ...row, facts: dataSchema.parse(JSON.parse(row.data)) }),
      id: 'ev.position',
      sorts: { id: 'ev.position' },
      // Whose entries the caller sees changes with an entry, too.
      cache: { store, source: 'auditLog' },
    },
  );
  const names = await readNames(
    reads,
    page.list.flatMap(({ facts }) => [facts.before ?? {}, facts.after ?? {}]),
  );
  const rules = await readRuleAudit(reads, page.list);
  return { ...page, list: page.list.map((row) => toEntry(row, names, rules)) };
}

interface AuditRow {
  readonly position: number;
  readonly type: string;
  readonly stream: string;
  readonly facts: z.output<typeof dataSchema>;
  readonly received_at_ms: number;
  readonly actor_name: string;
  readonly user_name: string | null;
}

const valuesSchema = z.record(z.string(), z.unknown()).nullish();
const dataSchema = z.looseObject({
  before: valuesSchema,
  after: valuesSchema,
  changes: z.array(z.object({ key: z.string(), before: z.unknown(), after: z.unknown() })).optional(),
});

function toEntry(row: AuditRow, names: RowNames, rules: ReadonlyMap<number, RuleAudit>): Entry {
  const type = auditTypeNames.find((known) => known === row.type) ?? 'config.changed';
  const { before, after, changes, ...rest } = row.facts;
  const { record } = auditTypes[type];
  const rule = record === 'alarmRule' ? rules.get(row.position) : undefined;
  return {
    id: row.position,
    at: toWireTime(row.received_at_ms),
    actor_name: row.actor_name,
    record,
    record_id: streamId(row.stream),
    record_name: rule?.name ?? (nameOf(after) || nameOf(before) || (row.user_name ?? '')),
    action: actionOf(type, before, after),
    changes:
      rule !== undefined
        ? [...rule.changes, ...changesOf(record, {}, shownFacts(rest), names)]
        : changes === undefined
          ? [...changesOf(record, before ?? {}, after ?? {}, names), ...changesOf(record, {}, shownFacts(rest), names)]
          : changes.map(({ key, ...change }) => ({
              field: isSettingKey(key) ? settingTexts[key].label : key,
              before: isSettingKey(key) ? settingValueText(key, change.before) : textOf(change.before),
              after: isSettingKey(key) ? settingValueText(key, change.after) : textOf(change.after),
            })),
  };
}

type Values = Readonly<Record<string, unknown>>;

const nameOf = (values: Values | null | undefined): string =>
  textOf(values?.['name'] ?? values?.['number'] ?? values?.['tag'] ?? '');

function actionOf(type: AuditType, before: Values | null | undefined, after: Values | null | undefined): string {
  if (!type.endsWith('.changed') || type === 'config.changed') return auditTypes[type].label;
  if (before === null) return '新建';
  return after === null ? '删除' : '修改';
}

/** Returns the facts of an event beside its before and after that people read: why, from where, how often. */
const shownFacts = (rest: Values): Values =>
  Object.fromEntries(['reason', 'ip', 'ips', 'count'].flatMap((name) => (name in rest ? [[name, rest[name]]] : [])));

const changesOf = (record: AuditRecord, before: Values, after: Values, names: RowNames): Entry['changes'] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => !isDeepStrictEqual(before[field], after[field]))
    .map((field) => {
      const words = onlyDifferent(before[field], after[field]).map((value) =>
        textOf(wordsFor(record, field, value, names) ?? value),
      );
      return { field: auditFieldLabels[field] ?? field, before: words[0] ?? '', after: words[1] ?? '' };
    })
    .filter((change) => change.before !== change.after);

const longestText = 200;

/** A value in a few words. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? '是' : '否';
  const text = typeof value === 'string' ? value : listText(value);
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}

function listText(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join('、');
  if (typeof value === 'object' && value !== null) return Object.values(value).map(textOf).join(' ');
  return String(value);
}
