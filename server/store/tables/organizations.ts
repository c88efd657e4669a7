import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';

/* Areas, communities, companies with their contracts, and people. Times are epoch ms, booleans 0/1, JSON is text. */

export interface AreaTable {
  id: number;
  parent_id: number | null;
  name: string;
  full_name: string;
  /** `/1/4/`: ancestors and itself, so that a scope over an area finds everything below by prefix. */
  path: string;
  /** In a municipality or prefecture city help must arrive within 30 minutes, elsewhere within 60 (TSG T5002-2017, 5(4)). */
  is_city: Flag;
  /** The code of the administrative division; may be empty. */
  code: Generated<string>;
  /** The number of workers that a maintenance visit demands here, 1 or 2; null: as the region above, at the top 2. */
  visit_workers: Generated<number | null>;
}

/** Communities of an area that are looked at together. Its ids and those of areas are one series. */
export interface CommunityGroupTable {
  id: number;
  area_id: number;
  name: string;
  code: string;
}

export interface GroupedCommunityTable {
  group_id: number;
  community_id: number;
}

/**
 * Organisations by type (specification, section 9): 2 community unit, 3 manufacturer, 4 property, 5 maintenance. Areas
 * have their own table.
 */
export interface OrganizationTable {
  id: number;
  org_type: number;
  name: string;
  contact_mobile: string;
  address: string;
  /** Only companies that look after lifts have the rest; days are `2026-11-30`, or empty. */
  duty_phone: Generated<string>;
  licence_class: Generated<string>;
  licence_number: Generated<string>;
  licence_expiry: Generated<string>;
  insurer: Generated<string>;
  insurance_number: Generated<string>;
  insurance_expiry: Generated<string>;
  /** Maintenance companies alone: A to D with the day on which that was given; empty where none is known. */
  rating: Generated<string>;
  rated_on: Generated<string>;
  /** JSON: an array of contacts. */
  contacts: Generated<string>;
}

/** The lifts that a company serves from one day to another (`2026-11-30`, both inclusive). */
export interface ContractTable {
  id: number;
  /** The type of the company: 4 property, 5 maintenance. */
  org_type: number;
  org_id: number;
  number: string;
  starts_on: string;
  ends_on: string;
}

export interface ContractElevatorTable {
  contract_id: number;
  elevator_id: number;
}

export interface CommunityTable {
  id: number;
  name: string;
  address: string;
  area_id: number;
  property_id: number | null;
  lng: number;
  lat: number;
  /** A key of `siteTypeLabels`, or empty. */
  site_type: Generated<string>;
  remark: Generated<string>;
}

/** The role of a person in a community. */
export interface CommunityMemberTable {
  id: number;
  community_id: number;
  person_id: number;
  role: string;
}

/** A person of base data; not every person is a user of the system. */
export interface PersonTable {
  id: number;
  name: string;
  mobile: string;
  org_type: number;
  org_id: number;
  /** JSON: an array of duties. */
  duties: string;
  /** JSON: an array of certificates. */
  certificates: string;
  /** The day, `2026-11-30`, on which the first of the certificates ends; null without any. */
  certificate_expiry: string | null;
  user_id: number | null;
}

/** A notice to the people of a community; `state` is `draft`. */
export interface CommunityNoticeTable {
  id: number;
  community_id: number;
  title: string;
  content: string;
  kind: string;
  /** Days, `2026-11-30`, both inclusive. */
  valid_from: string;
  valid_to: string;
  state: string;
}

export interface OrganizationTables {
  areas: AreaTable;
  organizations: OrganizationTable;
  contracts: ContractTable;
  contract_elevators: ContractElevatorTable;
  communities: CommunityTable;
  community_groups: CommunityGroupTable;
  grouped_communities: GroupedCommunityTable;
  community_members: CommunityMemberTable;
  people: PersonTable;
  community_notices: CommunityNoticeTable;
}
