import { sql } from 'kysely';
import type { SiteSetup } from '../../src/contract/endpoints/setup.ts';
import { roleTypes } from '../../src/contract/labels.ts';
import { isDemoStore } from '../access/demoPassword.ts';
import { accountScopeCondition } from '../access/organizationScope.ts';
import type { Principal } from '../access/principal.ts';
import { elevatorScopeCondition, recordScopeCondition } from '../access/scope.ts';
import { readSettingChanges } from '../domain/city/settings.ts';
import type { EventStore, Queries } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { seenAreas } from './region.ts';

type FromData = Omit<SiteSetup, 'hotline' | 'reached_by'> & { readonly isHotlineConfirmed: boolean };

/** The highest regions that the caller sees. */
const regionOf = (queries: Queries, by: Principal) =>
  queries
    .selectFrom('areas as a')
    .select(['a.id', 'a.name', 'a.is_city'])
    .where(() => seenAreas(by.scope))
    .orderBy(sql`length(a.path)`)
    .orderBy('a.id')
    .limit(1)
    .executeTakeFirst();

/**
 * Users whom a call rings, of those whom the caller manages. Leaves out super administrators, because others staff a site's desk.
 */
const dispatchersOf = (queries: Queries, by: Principal) =>
  queries
    .selectFrom('users as u')
    .innerJoin('roles as r', 'r.id', 'u.role_id')
    .innerJoin('role_permissions as rp', 'rp.role_id', 'r.id')
    .innerJoin('permissions as p', 'p.id', 'rp.permission_id')
    .select(({ fn }) => fn.count<number>('u.id').distinct().as('count'))
    .where('p.code', '=', 'rescue.answer')
    .where('r.role_type', '<>', roleTypes.superAdministrator)
    .where('u.is_disabled', '=', 0)
    .where(() => accountScopeCondition(by.scope))
    .executeTakeFirstOrThrow();

const liftOf = (queries: Queries, by: Principal) =>
  queries
    .selectFrom('elevators as e')
    .innerJoin('communities as c', 'c.id', 'e.community_id')
    .innerJoin('areas as a', 'a.id', 'c.area_id')
    .innerJoin('devices as d', (join) => join.onRef('d.elevator_id', '=', 'e.id').on('d.device_type', '=', 'COL'))
    .select(['e.id', 'e.tag', 'e.addr', 'c.name as community_name', 'd.device_key'])
    .where(() => elevatorScopeCondition(by.scope))
    .where('d.vendor', 'in', ['standard', ''])
    .where('d.is_disabled', '=', 0)
    .orderBy('e.id')
    .limit(1)
    .executeTakeFirst();

const answeredCallOf = (queries: Queries, by: Principal) =>
  queries
    .selectFrom('rescue_orders as r')
    .select(['r.id', 'r.tag', 'r.accepted_by_name'])
    .where('r.answered_at_ms', 'is not', null)
    .where(() => recordScopeCondition(by.scope, 'r'))
    .limit(1)
    .executeTakeFirst();

/** Returns the progress of a site's setup by the data in the caller's scope. */
export async function readSetup(store: EventStore, by: Principal): Promise<FromData> {
  const reads = readsOf(store, by);
  const [isDemo, region, dispatchers, role, lift, answered, settings] = await Promise.all([
    isDemoStore(store),
    regionOf(reads, by),
    dispatchersOf(reads, by),
    reads.selectFrom('roles').select('id').where('default_key', '=', 'dispatcher').executeTakeFirst(),
    liftOf(reads, by),
    answeredCallOf(reads, by),
    readSettingChanges(store),
  ]);
  return {
    is_demo: isDemo,
    region: region === undefined ? null : { id: region.id, name: region.name, is_city: region.is_city === 1 },
    isHotlineConfirmed: settings.changes.has('hotline'),
    dispatcher_num: dispatchers.count,
    dispatcher_role_id: role?.id ?? null,
    lift:
      lift === undefined
        ? null
        : {
            id: lift.id,
            tag: lift.tag,
            place: `${lift.community_name} ${lift.addr}`.trim(),
            device_key: lift.device_key,
          },
    answered_call:
      answered === undefined ? null : { id: answered.id, tag: answered.tag, answered_by: answered.accepted_by_name },
  };
}
