import { sql } from 'kysely';
import type * as z from 'zod';
import { companyKinds, serviceContractFields, type CompanyKind } from '../../../src/contract/entities/company.ts';
import { contractEvents } from '../../../src/contract/events/contract.ts';
import type { FieldErrors } from '../../../src/contract/envelope.ts';
import { streamName } from '../../../src/contract/streamName.ts';
import { dayOf, startOfDayMs } from '../../../src/contract/time.ts';
import { companyScopeCondition } from '../../access/companyScope.ts';
import { contractScopeCondition } from '../../access/contractScope.ts';
import { elevatorScopeCondition } from '../../access/scope.ts';
import type { Principal } from '../../access/principal.ts';
import type { Clock } from '../../runtime/clock.ts';
import { run, type EventStore, type Queries, type TransactionSteps } from '../../store/eventStore.ts';
import { clockActor } from '../actors.ts';
import type { Directory } from '../city/directory.ts';
import { keepResponsibility } from '../city/responsibility.ts';
import { readSteps, rowDesk, rowResource, type RowDesk, type RowDeskParts } from '../rows/rowDesk.ts';
import { takenValue } from '../rows/takenValue.ts';

export type ContractValues = z.output<typeof serviceContractFields>;

/** The lifts with these tags, if they are in the caller's scope or already in this contract. */
function* liftsOf(
  queries: Queries,
  tags: readonly string[],
  by: Principal,
  contractId: number | null,
): TransactionSteps<readonly { readonly id: number; readonly tag: string }[]> {
  return yield* run(
    queries
      .selectFrom('elevators as e')
      .innerJoin('communities as c', 'c.id', 'e.community_id')
      .select(['e.id', 'e.tag'])
      .where('e.tag', 'in', tags)
      .where(
        () =>
          sql<boolean>`(${elevatorScopeCondition(by.scope)}
            or e.id in (select elevator_id from contract_elevators where contract_id = ${contractId ?? 0}))`,
      ),
  );
}

const someOf = (tags: readonly string[]): string =>
  `${tags.slice(0, 5).join('、')}${tags.length > 5 ? ` 等 ${tags.length} 台` : ''}`;

/** A lift is in one contract of a kind at a time. */
function* overlaps(
  queries: Queries,
  orgType: number,
  id: number | null,
  { starts_on, ends_on, elevators }: ContractValues,
  by: Principal,
): TransactionSteps<FieldErrors['errors']> {
  const others = queries
    .selectFrom('contracts as k')
    .innerJoin('contract_elevators as l', 'l.contract_id', 'k.id')
    .innerJoin('elevators as e', 'e.id', 'l.elevator_id')
    .select(['k.number', 'e.tag'])
    .where('k.org_type', '=', orgType)
    .where('k.id', '<>', id ?? 0)
    .where('k.starts_on', '<=', ends_on)
    .where('k.ends_on', '>=', starts_on)
    .where('e.tag', 'in', elevators)
    .orderBy('e.tag');
  const found = yield* run(others);
  if (found.length === 0) return [];
  const [seen] = yield* run(others.where(() => contractScopeCondition(by.scope)));
  const tags = someOf([...new Set(found.map(({ tag }) => tag))]);
  return [
    {
      field: 'elevators',
      message: `电梯 ${tags} 在此期间已列入${seen === undefined ? '其他合同' : `合同“${seen.number}”`}`,
    },
  ];
}

/** Lifts that the company of a contract does not serve yet. */
function* liftsToTake(
  queries: Queries,
  kind: CompanyKind,
  orgId: number,
  where: { readonly tags: readonly string[] } | { readonly contractId: number },
): TransactionSteps<readonly number[]> {
  const rows = yield* run(
    queries
      .selectFrom('elevators')
      .select('id')
      .where(() =>
        'tags' in where
          ? sql<boolean>`tag in (${sql.join(where.tags)})`
          : sql<boolean>`id in (select elevator_id from contract_elevators where contract_id = ${where.contractId})`,
      )
      .where(() => sql<boolean>`${sql.ref(`${kind}_id`)} is distinct from ${orgId}`)
      .orderBy('id'),
  );
  return rows.map(({ id }) => id);
}

function* handLiftsTo(
  queries: Queries,
  kind: CompanyKind,
  orgId: number,
  elevatorIds: readonly number[],
  nowMs: number,
): TransactionSteps {
  if (elevatorIds.length === 0) return;
  yield* run(
    queries
      .updateTable('elevators')
      .set(
        kind === 'maintenance'
          ? { maintenance_id: orgId, maintained_since_ms: startOfDayMs(nowMs) }
          : { property_id: orgId },
      )
      .where('id', 'in', elevatorIds),
  );
  yield* keepResponsibility(queries, { elevatorIds }, nowMs);
}

/** The company of a contract that runs on `nowMs` becomes responsible for its lifts from that moment. */
function* takeOver(
  queries: Queries,
  kind: CompanyKind,
  { org_id, starts_on, ends_on, elevators }: ContractValues,
  nowMs: number,
): TransactionSteps {
  const today = dayOf(nowMs);
  if (today < starts_on || today > ends_on) return;
  yield* handLiftsTo(queries, kind, org_id, yield* liftsToTake(queries, kind, org_id, { tags: elevators }), nowMs);
}

const startedUntilKey = 'contracts.startedUntil';
/** The key in `store_meta` of the newest start of a contract, written in its commit. */
export const newestContractStartKey = 'contracts.newestStart';

export interface ContractStartParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly directory: Pick<Directory, 'reloadLifts'>;
}

interface ContractStart {
  readonly id: number;
  readonly kind: CompanyKind;
  readonly orgId: number;
  readonly elevatorIds: readonly number[];
}

async function startContract(
  store: EventStore,
  { id, kind, orgId, elevatorIds }: ContractStart,
  nowMs: number,
): Promise<void> {
  const data = contractEvents['contract.started'].parse({ id, orgId, elevatorIds });
  await store.append({
    stream: streamName('contractStart', id),
    expectedVersion: 'any',
    actor: clockActor,
    events: [{ type: 'contract.started', atMs: nowMs, data }],
    *effects(queries) {
      yield* handLiftsTo(queries, kind, orgId, elevatorIds, nowMs);
      const value = `${id} ${nowMs}`;
      yield* run(
        queries
          .insertInto('store_meta')
          .values({ key: newestContractStartKey, value })
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ value })),
      );
    },
  });
}

/**
 * Begins the contracts whose first day has come since the last run: each company takes over its lifts, once. A change by hand
 * after that day stays. The first run only begins those of today.
 */
export async function startDueContracts({ store, clock, directory }: ContractStartParts): Promise<void> {
  const nowMs = clock.nowMs();
  const today = dayOf(nowMs);
  const kept = await store.rows
    .selectFrom('store_meta')
    .select('value')
    .where('key', '=', startedUntilKey)
    .executeTakeFirst();
  const yesterday = dayOf(nowMs - 86_400_000);
  // Somebody's wrong clock wrote a later day: believing it would hold back every contract until then.
  const until = kept === undefined || kept.value > today ? yesterday : kept.value;
  if (until === today) return;
  const due = await store.rows
    .selectFrom('contracts')
    .select(['id', 'org_id', 'org_type'])
    .where('starts_on', '>', until)
    .where('starts_on', '<=', today)
    .where('ends_on', '>=', today)
    .orderBy('id')
    .execute();
  for (const { id, org_id: orgId, org_type: orgType } of due) {
    const kind = orgType === companyKinds.property.orgType ? 'property' : 'maintenance';
    const steps = liftsToTake(store.rows, kind, orgId, { contractId: id });
    const elevatorIds = await readSteps(store.rows, steps);
    if (elevatorIds.length > 0) await startContract(store, { id, kind, orgId, elevatorIds }, nowMs);
    // All of its lifts: a reload that failed after the last try's commit is made up for.
    const listed = await store.rows
      .selectFrom('contract_elevators')
      .select('elevator_id')
      .where('contract_id', '=', id)
      .execute();
    await directory.reloadLifts({ elevatorIds: listed.map((row) => row.elevator_id) });
  }
  await store.write(function* (queries) {
    yield* run(
      queries
        .insertInto('store_meta')
        .values({ key: startedUntilKey, value: today })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: today })),
    );
  });
}

function* writeLifts(queries: Queries, id: number, tags: readonly string[]): TransactionSteps {
  yield* run(queries.deleteFrom('contract_elevators').where('contract_id', '=', id));
  if (tags.length === 0) return;
  yield* run(
    queries
      .insertInto('contract_elevators')
      .columns(['contract_id', 'elevator_id'])
      .expression((builder) =>
        builder
          .selectFrom('elevators as e')
          .select([sql<number>`cast(${id} as bigint)`.as('contract_id'), 'e.id'])
          .where('e.tag', 'in', tags),
      ),
  );
}

const takenNumber = takenValue<ContractValues>('number', '该单位已有此编号的合同', (queries, { number, org_id }) =>
  queries.selectFrom('contracts').select('id').where('org_id', '=', org_id).where('number', '=', number),
);

/**
 * Contracts of property or maintenance companies. A contract that runs makes its company responsible for its lifts when it is saved;
 * when it ends, or is removed, the lifts keep the company, because a lift must never be without someone to call.
 */
export function createContractDesk(kind: CompanyKind, parts: RowDeskParts<ContractValues>): RowDesk<ContractValues> {
  const { orgType } = companyKinds[kind];
  const { clock } = parts;
  return rowDesk<ContractValues>(
    rowResource({
      noun: '合同',
      kind: 'contract',
      table: 'contracts',
      constant: { org_type: orgType },
      toColumns: ({ elevators: _lifts, ...row }) => row,
      fields: serviceContractFields,
      *read(queries, id) {
        const [row] = yield* run(
          queries
            .selectFrom('contracts')
            .select(['org_id', 'number', 'starts_on', 'ends_on'])
            .where('id', '=', id)
            .where('org_type', '=', orgType),
        );
        if (row === undefined) return undefined;
        const lifts = yield* run(
          queries
            .selectFrom('contract_elevators as l')
            .innerJoin('elevators as e', 'e.id', 'l.elevator_id')
            .select('e.tag')
            .where('l.contract_id', '=', id)
            .orderBy('e.tag'),
        );
        return { ...row, elevators: lifts.map(({ tag }) => tag) };
      },
      *isInScope(by, { id, values }, queries) {
        const company = queries
          .selectFrom('organizations as o')
          .select('o.id')
          .where('o.id', '=', values.org_id)
          .where('o.org_type', '=', orgType)
          .where(() => companyScopeCondition(by.scope, `${kind}_id`));
        if (id === null) return (yield* run(company)).length > 0;
        const contract = queries
          .selectFrom('contracts as k')
          .select('k.id')
          .where('k.id', '=', id)
          .where(() => contractScopeCondition(by.scope));
        return (yield* run(contract)).length > 0 && (yield* run(company)).length > 0;
      },
      problems: [
        takenNumber,
        function* problemsOfLifts(queries, id, values, by) {
          const { elevators } = values;
          const known = new Set((yield* liftsOf(queries, elevators, by, id)).map(({ tag }) => tag));
          const unknown = elevators.filter((tag) => !known.has(tag));
          return unknown.length === 0
            ? yield* overlaps(queries, orgType, id, values, by)
            : [{ field: 'elevators', message: `没有编号为 ${someOf(unknown)} 的电梯，请核对` }];
        },
      ],
      *beside(queries, id, values) {
        yield* writeLifts(queries, id, values?.elevators ?? []);
        if (values !== null) yield* takeOver(queries, kind, values, clock.nowMs());
      },
    }),
    parts,
  );
}
