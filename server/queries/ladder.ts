import { sql, type Expression, type SqlBool } from 'kysely';
import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { ladderList, ladderPreview, rotaList } from '../../src/contract/endpoints/ladder.ts';
import { notifyChannelLabels, type ProviderChannel } from '../../src/contract/notificationWords.ts';
import { gapsOf, gapWords, onDutyAt, overlapsOf, periodWords, weekFrom } from '../../src/contract/rules/rota.ts';
import { toWireTime, toWireTimeOrNull } from '../../src/contract/time.ts';
import { organizationCoveredCondition } from '../access/organizationScope.ts';
import type { Principal } from '../access/principal.ts';
import type { Directory } from '../domain/city/directory.ts';
import type { Settings } from '../domain/domain.ts';
import { ladderWarnings, type LadderFacts } from '../domain/base/ladderWarnings.ts';
import { maskTelephone } from '../domain/base/maskTelephone.ts';
import { requireElevatorInScope } from '../domain/city/recordScope.ts';
import type { Channels } from '../notify/adapter.ts';
import { chooseLadder, planRung } from '../notify/planRung.ts';
import {
  ladderValues,
  organizationColumns,
  rotaValues,
  type LadderValues,
  type RotaValues,
} from '../domain/base/rotaRows.ts';
import type { Clock } from '../runtime/clock.ts';
import type { EventStore, Queries } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { listRows } from './listRows.ts';
import { rowVersion } from './rowVersion.ts';

export interface LadderQueryParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly directory: Pick<Directory, 'elevator'>;
  readonly settings: Pick<Settings, 'current'>;
  readonly channels: Pick<Channels, 'adapterOf'>;
}

const changedAt = (kind: 'ladder' | 'rota') =>
  sql<
    number | null
  >`(select max(ev.received_at_ms) from events ev where ev.stream = ${`${kind}-`} || cast(x.id as text))`;

/** The default ladder, which everybody sees, and those of organisations that the caller looks after. */
export async function listLadders(
  { store, clock, channels }: LadderQueryParts,
  by: Principal,
  query: ParsedInputOf<typeof ladderList>,
): Promise<OutputOf<typeof ladderList>> {
  const reads = readsOf(store, by);
  const page = await listRows(query, {
    from: reads
      .selectFrom('ladders as x')
      .leftJoin('organizations as o', (join) => join.onRef('o.id', '=', 'x.org_id').on('x.org_type', '>', 2))
      .leftJoin('areas as a', (join) => join.onRef('a.id', '=', 'x.org_id').on('x.org_type', '=', 1))
      .where((row) => row.or([row('x.org_type', '=', 0), organizationCoveredCondition(by.scope, 'x')])),
    select: (from) =>
      from
        .selectAll('x')
        .select([
          rowVersion('ladder', 'x.id').as('version'),
          changedAt('ladder').as('changed_at_ms'),
          sql<string>`coalesce(o.name, a.full_name, '全部电梯')`.as('organization_name'),
        ]),
    toRow: (row) => ({
      ...ladderValues(row),
      id: row.id,
      version: row.version,
      organization_name: row.organization_name,
      may_edit: row.org_type !== 0 || by.scope.kind === 'all',
      updated_at: toWireTimeOrNull(row.changed_at_ms),
    }),
    id: 'x.id',
    sorts: { id: 'x.id', name: 'x.name' },
    keyword: ['x.name', 'o.name', 'a.full_name'],
  });
  const list = [];
  for (const row of page.list) {
    const facts = await factsOf(reads, row, channels, clock.nowMs());
    list.push({
      ...row,
      warnings: [...ladderWarnings(row, facts)],
      people: [...facts.people].map(([id, { name }]) => ({ id, name })),
    });
  }
  return { ...page, list };
}

/** Returns the facts for the warnings of a ladder. */
async function factsOf(
  reads: Queries,
  ladder: LadderValues,
  channels: LadderQueryParts['channels'],
  nowMs: number,
): Promise<LadderFacts> {
  const { org_type, org_id } = organizationColumns(ladder.organization);
  const row = await reads
    .selectFrom('rotas')
    .selectAll()
    .where('org_type', '=', org_type)
    .where('org_id', '=', org_id)
    .executeTakeFirst();
  const rota = row === undefined ? undefined : rotaValues(row);
  const standing = rota === undefined ? [] : peopleOf(rota);
  const named = ladder.rungs.flatMap(({ who }) => who.flatMap((one) => (one.kind === 'person' ? [one.person_id] : [])));
  return {
    isConfigured: (channel: ProviderChannel) => channels.adapterOf(channel) !== undefined,
    people: new Map(
      (await readPeople(reads, [...standing, ...named])).map(({ id, name, mobile, is_disabled: disabled }) => [
        id,
        { name, isReachable: mobile !== '' && disabled !== 1 },
      ]),
    ),
    rota:
      rota === undefined
        ? null
        : { personIds: standing, gaps: gapsOf(rota, weekFrom(startOfMinute(nowMs))).map(gapWords) },
  };
}

const minuteMs = 60_000;
/** People read whole minutes. */
const startOfMinute = (atMs: number): number => Math.floor(atMs / minuteMs) * minuteMs;

const peopleOf = ({ shifts, overrides }: RotaValues): readonly number[] => [
  ...new Set([...shifts, ...overrides].flatMap(({ person_ids: ids }) => ids)),
];

const readPeople = (reads: Queries, ids: readonly number[]) =>
  reads
    .selectFrom('people as p')
    .leftJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.id', 'p.name', 'p.mobile', 'u.is_disabled'])
    .where('p.id', 'in', ids.length === 0 ? [0] : ids)
    .orderBy('p.id')
    .execute();

const ownedBy = (organization: string): Expression<SqlBool> => {
  const { org_type, org_id } = organizationColumns(organization);
  return sql<SqlBool>`x.org_type = ${org_type} and x.org_id = ${org_id}`;
};

/** The rotas of organisations that the caller looks after, with who is on duty now and the gaps of the next seven days. */
export async function listRotas(
  { store, clock }: LadderQueryParts,
  by: Principal,
  query: ParsedInputOf<typeof rotaList>,
): Promise<OutputOf<typeof rotaList>> {
  const { organization } = query;
  const reads = readsOf(store, by);
  const nowMs = clock.nowMs();
  const week = weekFrom(startOfMinute(nowMs));
  const page = await listRows(query, {
    from: reads
      .selectFrom('rotas as x')
      .leftJoin('organizations as o', (join) => join.onRef('o.id', '=', 'x.org_id').on('x.org_type', '>', 2))
      .leftJoin('areas as a', (join) => join.onRef('a.id', '=', 'x.org_id').on('x.org_type', '=', 1))
      .where(() => organizationCoveredCondition(by.scope, 'x'))
      .$if(organization !== undefined, (from) => from.where(() => ownedBy(organization ?? ''))),
    select: (from) =>
      from
        .selectAll('x')
        .select([
          rowVersion('rota', 'x.id').as('version'),
          sql<string>`coalesce(o.name, a.full_name, '')`.as('organization_name'),
        ]),
    toRow: (row) => ({
      values: rotaValues(row),
      id: row.id,
      version: row.version,
      organization_name: row.organization_name,
    }),
    id: 'x.id',
    sorts: { id: 'x.id' },
    keyword: ['o.name', 'a.full_name'],
  });
  const list = [];
  for (const { values, ...row } of page.list) {
    const people = await readPeople(reads, peopleOf(values));
    const nameOf = (id: number): string => people.find((person) => person.id === id)?.name ?? `人员 ${id}`;
    list.push({
      ...row,
      ...values,
      people: people.map(({ id, name, mobile }) => ({ id, name, masked_mobile: maskTelephone(mobile) })),
      on_duty_ids: [...onDutyAt(values, nowMs)],
      overlaps: overlapsOf(values, week).map((duty) => `${periodWords(duty)} ${duty.personIds.map(nameOf).join('、')}`),
      gaps: gapsOf(values, week).map((gap) => ({
        from: toWireTime(gap.fromMs),
        to: toWireTime(gap.toMs),
        words: gapWords(gap),
      })),
    });
  }
  return { ...page, list };
}

/** Returns the people whom a call of this lift would reach at a moment, round by round. Throws NotFound for a lift out of scope. */
export async function previewLadder(
  { store, clock, directory, settings, channels }: LadderQueryParts,
  by: Principal,
  { elevator_id: elevatorId, at }: ParsedInputOf<typeof ladderPreview>,
): Promise<OutputOf<typeof ladderPreview>> {
  const { responsible } = requireElevatorInScope(directory, by, elevatorId);
  const nowMs = clock.nowMs();
  const atMs = at === undefined ? nowMs : Date.parse(at);
  const ladder = await chooseLadder(store, responsible);
  if (ladder === undefined) return { ladder_id: null, ladder_name: '', rungs: [] };
  const { escalate_after_seconds: afterSeconds } = settings.current();
  const rungs = [];
  for (const [index, rung] of ladder.rungs.entries()) {
    const planned = await planRung({ store, clock, channels }, ladder, rung, { responsible, elevatorId }, atMs);
    rungs.push({
      after_seconds: index === 0 ? 0 : (afterSeconds[index - 1] ?? 0),
      people: planned.flatMap(({ person, options }) =>
        options.map(({ channel, problem }) => ({
          name: person.recipient.name,
          organization_name: person.organizationName,
          masked_address: person.recipient.maskedAddress,
          channel,
          channel_label: notifyChannelLabels[channel],
          problem,
          may_claim: person.mayClaim,
        })),
      ),
    });
  }
  return { ladder_id: ladder.id, ladder_name: ladder.name, rungs };
}
