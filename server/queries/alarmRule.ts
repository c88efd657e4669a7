import { sql } from 'kysely';
import {
  ruleActionLabels,
  ruleStateLabels,
  unbindableActions,
  type Listen,
  type RuleBody,
} from '../../src/contract/rules/alarmRule.ts';
import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type {
  alarmRuleChoices,
  alarmRuleFirings,
  alarmRuleList,
  alarmRuleVersions,
} from '../../src/contract/endpoints/alarmRule.ts';
import { keysOf } from '../../src/contract/exceptions.ts';
import { alarmPriorities } from '../../src/contract/labels.ts';
import { meaningOf } from '../../src/contract/messageCodes.ts';
import { notifyChannelLabels, providerChannels } from '../../src/contract/notificationWords.ts';
import { changesBetween, listenLabel, sentenceOf } from '../../src/contract/rules/ruleWords.ts';
import { toWireTime, toWireTimeOrNull } from '../../src/contract/time.ts';
import type { Principal } from '../access/principal.ts';
import { recordScopeCondition } from '../access/scope.ts';
import type { Directory } from '../domain/city/directory.ts';
import { parseBody, seenRule } from '../domain/rules/ruleDesk.ts';
import { coversOrganization, ruleScopeCondition } from '../domain/rules/ruleScope.ts';
import type { Channels } from '../notify/adapter.ts';
import type { EventStore } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { listRows } from './listRows.ts';
import { listenChoices } from './listenChoices.ts';
import { readEventWords } from './ruleEventWords.ts';
import { namesIn, readRuleNames } from './ruleNames.ts';

const weekMs = 7 * 86_400_000;
const ruleState = (text: string) => keysOf(ruleStateLabels).find((state) => state === text) ?? 'draft';

export interface RuleQueryParts {
  readonly store: EventStore;
  readonly directory: Pick<Directory, 'elevators'>;
}

/** The rules in the caller's sight, the newest change first; firings are counted as far as the caller sees their lifts. */
export async function listRules(
  { store, directory }: RuleQueryParts,
  by: Principal,
  query: ParsedInputOf<typeof alarmRuleList>,
  nowMs: number,
): Promise<OutputOf<typeof alarmRuleList>> {
  const { state, event_type: eventType, all = false } = query;
  const reads = readsOf(store, by);
  const page = await listRows(query, {
    from: reads
      .selectFrom('alarm_rules as r')
      .where(() => ruleScopeCondition(by, 'r'))
      .$if(state !== undefined, (rows) => rows.where('r.state', '=', state ?? ''))
      .$if(state === undefined && !all && query.id === undefined, (rows) => rows.where('r.state', '<>', 'retired'))
      .$if(eventType !== undefined, (rows) => rows.where('r.event_type', '=', eventType ?? 0)),
    select: (rows) =>
      rows.selectAll('r').select((row) => [
        row
          .selectFrom('rule_firings as f')
          .select(({ fn }) => fn.countAll<number>().as('num'))
          .whereRef('f.rule_id', '=', 'r.id')
          .where('f.kind', '=', 'fired')
          .where('f.at_ms', '>=', nowMs - weekMs)
          .where(() => recordScopeCondition(by.scope, 'f'))
          .as('firings_week'),
        row
          .selectFrom('rule_firings as f')
          .select(({ fn }) => fn.max('f.at_ms').as('last'))
          .whereRef('f.rule_id', '=', 'r.id')
          .where('f.kind', '=', 'fired')
          .where(() => recordScopeCondition(by.scope, 'f'))
          .as('last_fired_at_ms'),
      ]),
    toRow: (row) => ({ row, body: parseBody(row.body) }),
    id: 'r.id',
    sorts: { id: 'r.id', name: 'r.name', updated_at: 'r.updated_at_ms', event_type: 'r.event_type' },
    keyword: ['r.name'],
  });
  const bodies = page.list.map(({ body }) => body);
  const names = await readRuleNames(reads, by, bodies);
  return {
    ...page,
    list: page.list.map(({ row, body }) => ({
      ...body,
      id: row.id,
      version: row.version,
      active_version: row.active_version,
      state: ruleState(row.state),
      state_label: ruleStateLabels[ruleState(row.state)],
      organization_name: body.organization === '' ? '全市' : (names.organization?.(body.organization) ?? ''),
      names: namesIn(body, names),
      sentence: sentenceOf(body, names),
      is_shipped: row.shipped_key !== '',
      can_edit: by.permissions.has('rule.edit') && coversOrganization(directory, by.scope, body.organization),
      firings_week: row.firings_week ?? 0,
      last_fired_at: toWireTimeOrNull(row.last_fired_at_ms),
      updated_at: toWireTime(row.updated_at_ms),
      updated_by: row.updated_by,
      ...(row.cut_off === '' ? {} : { cut_off: row.cut_off }),
    })),
  };
}

/** Every version of a rule, the newest first, each with what it changed. Throws NotFound. */
export async function listRuleVersions(
  store: EventStore,
  by: Principal,
  id: number,
): Promise<OutputOf<typeof alarmRuleVersions>> {
  await seenRule(store, by, id);
  const reads = readsOf(store, by);
  const rows = await reads
    .selectFrom('alarm_rule_versions')
    .selectAll()
    .where('rule_id', '=', id)
    .orderBy('version')
    .execute();
  const bodies = rows.map(({ body }) => parseBody(body));
  const names = await readRuleNames(reads, by, bodies);
  const list = rows.flatMap((row, index) => {
    const [body, before] = [bodies[index], bodies[index - 1]];
    if (body === undefined) return [];
    return [
      {
        version: row.version,
        body,
        sentence: sentenceOf(body, names),
        created_at: toWireTime(row.created_at_ms),
        created_by: row.created_by,
        activated_at: toWireTimeOrNull(row.activated_at_ms),
        activated_by: row.activated_by,
        changes: before === undefined ? [] : changesBetween(before, body, names),
      },
    ];
  });
  return { list: list.toReversed() };
}

/** Returns the firings of rules for lifts in the caller's scope, the newest first. */
export async function listFirings(
  store: EventStore,
  by: Principal,
  query: ParsedInputOf<typeof alarmRuleFirings>,
): Promise<OutputOf<typeof alarmRuleFirings>> {
  const { rule_id: ruleId, elevator_id: elevatorId, from, to } = query;
  const reads = readsOf(store, by);
  const page = await listRows(query, {
    from: reads
      .selectFrom('rule_firings as f')
      .where(() => recordScopeCondition(by.scope, 'f'))
      .$if(ruleId !== undefined, (rows) => rows.where('f.rule_id', '=', ruleId ?? 0))
      .$if(elevatorId !== undefined, (rows) => rows.where('f.elevator_id', '=', elevatorId ?? 0))
      .$if(from !== undefined, (rows) => rows.where('f.at_ms', '>=', Date.parse(from ?? '')))
      .$if(to !== undefined, (rows) => rows.where('f.at_ms', '<=', Date.parse(to ?? ''))),
    select: (rows) => rows.selectAll('f'),
    toRow: (row) => ({ ...row, positions: positionsOf(row.positions) }),
    id: 'f.position',
    sorts: { id: 'f.position', at: 'f.at_ms' },
    keyword: ['f.name', 'f.tag', 'f.addr'],
  });
  const words = await readEventWords(
    reads,
    page.list.flatMap(({ positions }) => positions),
  );
  return {
    ...page,
    list: page.list.map((row) => ({
      id: row.position,
      rule_id: row.rule_id,
      version: row.version,
      name: row.name,
      kind: row.kind === 'recovered' ? ('recovered' as const) : ('fired' as const),
      elevator_id: row.elevator_id,
      tag: row.tag,
      addr: row.addr,
      community_name: row.community_name,
      reason: row.reason,
      gathered: row.gathered,
      late: row.late === 1,
      alarm_id: row.alarm_id,
      exception_id: row.exception_id,
      at: toWireTime(row.at_ms),
      events: row.positions
        .flatMap((position) => words.get(position) ?? [])
        .map((line, index) => ({ position: index + 1, ...line })),
    })),
  };
}

/** The most events that are shown of a firing, the newest ones. */
const mostShownEvents = 20;

const positionsOf = (text: string): readonly number[] => {
  const positions: unknown = JSON.parse(text);
  return Array.isArray(positions) ? positions.map(Number).slice(-mostShownEvents) : [];
};

/** Returns the events that a rule can listen to and the actions that it can take; with an id, what this one does. Throws NotFound. */
export async function listChoices(
  { store, channels }: { readonly store: EventStore; readonly channels?: Pick<Channels, 'adapterOf'> | undefined },
  by: Principal,
  { id }: ParsedInputOf<typeof alarmRuleChoices>,
): Promise<OutputOf<typeof alarmRuleChoices>> {
  const body: RuleBody | undefined = id === undefined ? undefined : parseBody((await seenRule(store, by, id)).body);
  const isBound = (listen: Listen): boolean =>
    body?.listens.some(
      ({ source, value, phase }) => source === listen.source && value === listen.value && phase === listen.phase,
    ) ?? false;
  return {
    owners: await ownersFor(store, by),
    listens: listenChoices.map((listen) => ({
      ...listen,
      label: listenLabel(listen),
      level: levelOf(listen),
      bound: isBound(listen),
    })),
    actions: ([1, 2, 3, 4, 5, 6, 7, 8] as const).map((no) => ({
      no,
      label: ruleActionLabels[no],
      problem: unbindableActions[no] ?? '',
      bound: body?.actions.some((action) => action.no === no) ?? false,
    })),
    channels: providerChannels.map((channel) => ({
      channel,
      label: notifyChannelLabels[channel],
      problem: channels === undefined || channels.adapterOf(channel) === undefined ? '未配置' : '',
    })),
  };
}

/** Users without limits keep rules for the city, others for the organisations that they belong to, areas first. */
async function ownersFor(
  store: EventStore,
  by: Principal,
): Promise<NonNullable<OutputOf<typeof alarmRuleChoices>['owners']>> {
  if (by.scope.kind === 'all') return { city: true, organizations: [] };
  const own = await readsOf(store, by)
    .selectFrom('user_organizations as uo')
    .leftJoin('organizations as o', (join) => join.onRef('o.id', '=', 'uo.org_id').on('uo.org_type', '>', 2))
    .leftJoin('communities as c', (join) => join.onRef('c.id', '=', 'uo.org_id').on('uo.org_type', '=', 2))
    .leftJoin('areas as a', (join) => join.onRef('a.id', '=', 'uo.org_id').on('uo.org_type', '=', 1))
    .where('uo.user_id', '=', by.userId)
    .select(['uo.org_type', 'uo.org_id', sql<string>`coalesce(o.name, c.name, a.full_name, '')`.as('name')])
    .orderBy('uo.org_type')
    .orderBy('uo.org_id')
    .execute();
  return {
    city: false,
    organizations: own.map(({ org_type: type, org_id: id, name }) => ({ value: `${type}-${id}`, label: name })),
  };
}

const levelOf = ({ source, value }: Listen): number => {
  if (source === 'alarm') return alarmPriorities[value];
  return source === 'code' ? (meaningOf(value)?.level ?? 3) : 3;
};
