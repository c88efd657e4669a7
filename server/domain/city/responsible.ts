import type { Responsible } from '../../../src/contract/events/responsible.ts';
import type { Responsibility } from '../../access/scope.ts';
import type { Queries } from '../../store/eventStore.ts';

export interface ResponsibilityColumns {
  readonly area_id: number | null;
  readonly community_id: number | null;
  readonly brand_id: number | null;
  readonly property_id: number | null;
  readonly maintenance_id: number | null;
}

/** The companies of a record that concerns no lift: none, so only users who see everything see it. */
export const noResponsibility: Responsibility = {
  areaId: 0,
  communityId: 0,
  brandId: null,
  propertyId: null,
  maintenanceId: null,
};

export const responsibilityOf = (row: ResponsibilityColumns): Responsibility => ({
  areaId: row.area_id ?? noResponsibility.areaId,
  communityId: row.community_id ?? noResponsibility.communityId,
  brandId: row.brand_id,
  propertyId: row.property_id,
  maintenanceId: row.maintenance_id,
});

/** A lift's row with who is responsible, by id and name. */
export interface NamedResponsibleRow {
  readonly community_id: number;
  readonly community_name: string;
  readonly area_id: number;
  readonly full_area: string;
  readonly property_id: number | null;
  readonly property_name: string | null;
  readonly maintenance_id: number | null;
  readonly maintenance_name: string | null;
  readonly brand_id: number | null;
  readonly brand_name: string | null;
}

/** Lifts (`e`) with their community, area and companies (`c`, `a`, `p`, `m`, `b`): the columns of `NamedResponsibleRow` and the area's path. */
export const liftsWithResponsible = (queries: Queries) =>
  queries
    .selectFrom('elevators as e')
    .innerJoin('communities as c', 'c.id', 'e.community_id')
    .innerJoin('areas as a', 'a.id', 'c.area_id')
    .leftJoin('organizations as p', 'p.id', 'e.property_id')
    .leftJoin('organizations as m', 'm.id', 'e.maintenance_id')
    .leftJoin('organizations as b', 'b.id', 'e.brand_id')
    .select(['c.id as community_id', 'c.name as community_name'])
    .select(['a.id as area_id', 'a.full_name as full_area', 'a.path as area_path'])
    .select(['p.id as property_id', 'p.name as property_name', 'm.id as maintenance_id', 'm.name as maintenance_name'])
    .select(['b.id as brand_id', 'b.name as brand_name']);

/** Returns the companies responsible for a lift, with their names, as events keep them. */
export const responsibleOf = (row: NamedResponsibleRow): Responsible => ({
  communityId: row.community_id,
  communityName: row.community_name,
  areaId: row.area_id,
  fullArea: row.full_area,
  propertyId: row.property_id,
  propertyName: row.property_name ?? '',
  maintenanceId: row.maintenance_id,
  maintenanceName: row.maintenance_name ?? '',
  brandId: row.brand_id,
  brandName: row.brand_name ?? '',
});

/**
 * The companies responsible for a part of a power cut, by one of its lifts. The lifts may be of several makes, and no manufacturer sees those
 * of another.
 */
export const responsibleForCut = (responsible: Responsible): Responsible => ({
  ...responsible,
  brandId: null,
  brandName: '',
});
