import type { MemberRole, SiteType } from '../../src/contract/entities/community.ts';
import { companyKinds, type CompanyKind, type CompanyRating } from '../../src/contract/entities/company.ts';
import { createBrandDesk } from '../domain/base/brand.ts';
import { createCommunityDesk } from '../domain/base/community.ts';
import { createCommunityMemberDesk } from '../domain/base/communityMember.ts';
import { createCompanyDesk } from '../domain/base/company.ts';
import { addDays, dayOf } from '../../src/contract/time.ts';
import { createContractDesk } from '../domain/base/contract.ts';
import { createRegionDesk } from '../domain/base/region.ts';
import { keepResponsibility } from '../domain/city/responsibility.ts';
import { seededRandom, type Random } from '../runtime/random.ts';
import type { Clock } from '../runtime/clock.ts';
import { run, type EventActor, type EventStore, type Queries, type TransactionSteps } from '../store/eventStore.ts';
import { givenNames, surnames } from './cityNames.ts';
import { demoSeed } from './demoCity.ts';
import { characterOf } from './demoDistricts.ts';
import { historyDays } from './demoHistory.ts';

const doneKey = 'demo.baseData';
const dayMs = 86_400_000;
const importer: EventActor = { kind: 'system', id: 'demo', name: '演示数据' };

/**
 * Gives the demo city the base data that later versions added: companies' licences and contacts, contracts with their lifts,
 * responsibility, and the log's record of each row. A store of any age gets it once; what people have entered stays as it is.
 */
export async function completeBaseData(store: EventStore, clock: Clock): Promise<void> {
  const isDone = await store.rows.selectFrom('store_meta').select('key').where('key', '=', doneKey).executeTakeFirst();
  if (isDone !== undefined) return;
  const nowMs = clock.nowMs();
  await store.write(function* (queries) {
    yield* completeCompanies(queries, nowMs);
    yield* addContracts(queries, nowMs);
    yield* addRegionCodes(queries);
    yield* addGroups(queries);
    yield* addSiteTypes(queries);
    yield* addCommunityMembers(queries);
    yield* keepResponsibility(queries, {}, 'installation');
  });
  await recordRows(store, clock, nowMs - historyDays * dayMs);
  // Last, so that an interrupted run leaves nothing out: each step skips what is there.
  await store.write(function* (queries) {
    yield* run(queries.insertInto('store_meta').values({ key: doneKey, value: String(nowMs) }));
  });
}

/** As in any city some have run out, or are about to: one company in eleven, and one in five. */
const expiresInDays = (random: Random, id: number, longest: number): number =>
  id % 11 === 0 ? random.between(-20, -1) : id % 5 === 0 ? random.between(5, 55) : random.between(61, longest);

/** Rated at the end of last year; one company in eight is not yet. */
function ratingOf(id: number, nowMs: number): { readonly rating?: CompanyRating; readonly rated_on?: string } {
  const random = seededRandom(demoSeed ^ Math.imul(id, 32_452_843));
  if (random.isTrue(0.125)) return {};
  const rating = random.pickWeighted<CompanyRating>([
    ['A', 25],
    ['B', 45],
    ['C', 24],
    ['D', 6],
  ]);
  return { rating, rated_on: `${Number(dayOf(nowMs).slice(0, 4)) - 1}-12-2${random.between(0, 8)}` };
}

function* completeCompanies(queries: Queries, nowMs: number): TransactionSteps {
  const companies = yield* run(
    queries
      .selectFrom('organizations')
      .select(['id', 'org_type'])
      .where('org_type', '>', 3)
      .where('duty_phone', '=', ''),
  );
  for (const { id, org_type: orgType } of companies) {
    const random = seededRandom(demoSeed ^ Math.imul(id, 7_919));
    const person = (position: string) => ({
      name: `${random.pick(surnames)}${random.pick(givenNames)}`,
      position,
      // 0500 is no area code: the demo's numbers reach no one.
      mobile: `0500-${random.between(1_000_000, 9_999_999)}`,
    });
    const isMaintenance = orgType === companyKinds.maintenance.orgType;
    yield* run(
      queries
        .updateTable('organizations')
        .set({
          duty_phone: `0500-${random.between(1_000_000, 9_999_999)}`,
          licence_class: isMaintenance ? random.pick(['A1', 'A2', 'B']) : '',
          licence_number: isMaintenance ? `TS33${random.between(100_000, 999_999)}` : '',
          licence_expiry: isMaintenance ? addDays(dayOf(nowMs), expiresInDays(random, id, 1_300)) : '',
          ...(isMaintenance ? ratingOf(id, nowMs) : {}),
          insurer: '云川财产保险',
          insurance_number: `YB${random.between(10_000_000, 99_999_999)}`,
          insurance_expiry: addDays(dayOf(nowMs), expiresInDays(random, id + 2, 360)),
          contacts: JSON.stringify(
            isMaintenance ? [person('维保负责人'), person('调度')] : [person('项目经理'), person('电梯安全员')],
          ),
        })
        .where('id', '=', id),
    );
  }
}

/** One contract that runs and one that has ended for each company, over the lifts that it serves. */
function* addContracts(queries: Queries, nowMs: number): TransactionSteps {
  const [last] = yield* run(queries.selectFrom('contracts').select(({ fn }) => fn.max('id').as('id')));
  if (last?.id !== null && last !== undefined) return;
  let id = 0;
  for (const kind of ['property', 'maintenance'] as const) {
    const lifts = yield* run(
      queries
        .selectFrom('elevators')
        .select(['id', `${kind}_id as company_id`])
        .orderBy('id'),
    );
    const byCompany = new Map<number, number[]>();
    for (const { id: liftId, company_id: companyId } of lifts)
      if (companyId !== null) byCompany.set(companyId, [...(byCompany.get(companyId) ?? []), liftId]);
    for (const [companyId, liftIds] of byCompany) {
      const random = seededRandom(demoSeed ^ Math.imul(companyId, 104_729));
      // One in four ends within two months.
      const startedDaysAgo = companyId % 4 === 0 ? random.between(310, 360) : random.between(60, 300);
      const periods = [
        [-startedDaysAgo - 365, -startedDaysAgo - 1],
        [-startedDaysAgo, -startedDaysAgo + 364],
      ] as const;
      for (const [from, to] of periods) {
        id += 1;
        const contract = {
          id,
          org_type: companyKinds[kind].orgType,
          org_id: companyId,
          number: `${kind === 'property' ? 'WY' : 'WB'}-${addDays(dayOf(nowMs), from).slice(0, 4)}-${companyId}`,
          starts_on: addDays(dayOf(nowMs), from),
          ends_on: addDays(dayOf(nowMs), to),
        };
        yield* run(queries.insertInto('contracts').values(contract));
        yield* run(
          queries
            .insertInto('contract_elevators')
            .values(liftIds.map((liftId) => ({ contract_id: id, elevator_id: liftId }))),
        );
      }
    }
  }
}

/** 3399 is no city's code. */
function* addRegionCodes(queries: Queries): TransactionSteps {
  const areas = yield* run(queries.selectFrom('areas').select('id').where('code', '=', '').orderBy('id'));
  for (const { id } of areas)
    yield* run(
      queries
        .updateTable('areas')
        .set({ code: String(339_899 + id) })
        .where('id', '=', id),
    );
}

/** Two groups in each district; every third community of it is in one of them. */
function* addGroups(queries: Queries): TransactionSteps {
  const areas = yield* run(
    queries.selectFrom('areas').select(['id', 'code', 'name']).where('parent_id', 'is not', null).orderBy('id'),
  );
  const communities = yield* run(queries.selectFrom('communities').select(['id', 'area_id']).orderBy('id'));
  const [last] = yield* run(queries.selectFrom('community_groups').select(({ fn }) => fn.max('id').as('id')));
  if (last?.id !== null && last !== undefined) return;
  let id = Math.max(0, ...areas.map((area) => area.id));
  for (const area of areas) {
    const own = communities.filter(({ area_id: areaId }) => areaId === area.id);
    for (const [index, name] of characterOf(area.name).groups.entries()) {
      id += 1;
      yield* run(
        queries
          .insertInto('community_groups')
          .values({ id, area_id: area.id, name, code: `${area.code}0${index + 1}` }),
      );
      const members = own.filter((_, at) => at % 3 === index).map(({ id: communityId }) => communityId);
      if (members.length > 0)
        yield* run(
          queries
            .insertInto('grouped_communities')
            .values(members.map((communityId) => ({ group_id: id, community_id: communityId }))),
        );
    }
  }
}

/** By the name that the community has. */
const siteTypeOf = (name: string): SiteType =>
  /大厦|科创|国际/.test(name) ? 'office' : /广场|中心|新天地/.test(name) ? 'mall' : 'residential';

function* addSiteTypes(queries: Queries): TransactionSteps {
  const communities = yield* run(
    queries.selectFrom('communities').select(['id', 'name']).where('site_type', '=', '').orderBy('id'),
  );
  for (const { id, name } of communities)
    yield* run(
      queries
        .updateTable('communities')
        .set({ site_type: siteTypeOf(name) })
        .where('id', '=', id),
    );
}

/** The safety staff of the community's property company, and the community's own people. */
function* addCommunityMembers(queries: Queries): TransactionSteps {
  const [last] = yield* run(queries.selectFrom('community_members').select(({ fn }) => fn.max('id').as('id')));
  if (last?.id !== null && last !== undefined) return;
  const staff = yield* run(
    queries
      .selectFrom('communities as c')
      .innerJoin('people as p', (join) =>
        join.on((on) =>
          on.or([
            on.and([on('p.org_type', '=', 4), on('p.org_id', '=', on.ref('c.property_id'))]),
            on.and([on('p.org_type', '=', 2), on('p.org_id', '=', on.ref('c.id'))]),
          ]),
        ),
      )
      .select(['c.id as community_id', 'p.id as person_id', 'p.org_type', 'p.duties'])
      .orderBy('c.id')
      .orderBy('p.id'),
  );
  const roleOf = ({ duties, org_type: orgType, person_id: personId }: (typeof staff)[number]): MemberRole =>
    orgType === 2
      ? personId % 2 === 0
        ? 'owner'
        : 'grid'
      : duties.includes('safetyOfficer')
        ? 'safetyOfficer'
        : 'manager';
  const rows = staff.map((one, index) => ({
    community_id: one.community_id,
    person_id: one.person_id,
    id: index + 1,
    role: roleOf(one),
  }));
  if (rows.length > 0) yield* run(queries.insertInto('community_members').values(rows));
}

async function recordRows(store: EventStore, clock: Clock, atMs: number): Promise<void> {
  const parts = {
    store,
    clock,
    onTrouble: (_trouble: string, error: unknown) => {
      throw error;
    },
  };
  const companyIds = (kind: CompanyKind) =>
    store.rows
      .selectFrom('organizations')
      .select('id')
      .where('org_type', '=', companyKinds[kind].orgType)
      .orderBy('id')
      .execute();
  const contractIds = (kind: CompanyKind) =>
    store.rows
      .selectFrom('contracts')
      .select('id')
      .where('org_type', '=', companyKinds[kind].orgType)
      .orderBy('id')
      .execute();
  const brands = await store.rows.selectFrom('organizations').select('id').where('org_type', '=', 3).execute();
  await createBrandDesk(parts).recordInserted(
    brands.map(({ id }) => id),
    importer,
    atMs,
  );
  const areas = await store.rows.selectFrom('areas').select('id').orderBy('id').execute();
  const groups = await store.rows.selectFrom('community_groups').select('id').orderBy('id').execute();
  await createRegionDesk(parts).recordInserted(
    [...areas, ...groups].map(({ id }) => id),
    importer,
    atMs,
  );
  const communities = await store.rows.selectFrom('communities').select('id').orderBy('id').execute();
  await createCommunityDesk(parts).recordInserted(
    communities.map(({ id }) => id),
    importer,
    atMs,
  );
  const members = await store.rows.selectFrom('community_members').select('id').orderBy('id').execute();
  await createCommunityMemberDesk(parts).recordInserted(
    members.map(({ id }) => id),
    importer,
    atMs,
  );
  for (const kind of ['property', 'maintenance'] as const) {
    await createCompanyDesk(kind, parts).recordInserted(
      (await companyIds(kind)).map(({ id }) => id),
      importer,
      atMs,
    );
    await createContractDesk(kind, parts).recordInserted(
      (await contractIds(kind)).map(({ id }) => id),
      importer,
      atMs,
    );
  }
}
