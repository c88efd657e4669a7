/** The lifts and what they belong to, the users, what these may do, and the walls. */
export const baseDataTables: readonly string[] = [
  `create table areas (
    id bigint not null,
    parent_id bigint,
    name text not null,
    full_name text not null,
    path text not null,
    is_city smallint not null,
    primary key (id)
  )`,
  `create table organizations (
    id bigint not null,
    org_type bigint not null,
    name text not null,
    contact_mobile text not null,
    address text not null,
    primary key (id)
  )`,
  `create table communities (
    id bigint not null,
    name text not null,
    address text not null,
    area_id bigint not null,
    property_id bigint,
    lng double precision not null,
    lat double precision not null,
    primary key (id)
  )`,
  `create table elevators (
    id bigint not null,
    tag text not null,
    addr text not null,
    rescue_code text not null,
    registration_code text not null,
    sos_tel text not null,
    community_id bigint not null,
    brand_id bigint,
    property_id bigint,
    maintenance_id bigint,
    elevator_type bigint not null,
    install_at_ms bigint,
    floor_min bigint not null,
    floor_max bigint not null,
    lng double precision not null,
    lat double precision not null,
    maker_unit text not null,
    manage_unit text not null,
    maintained_since_ms bigint,
    primary key (id)
  )`,
  `create table devices (
    device_key text not null,
    elevator_id bigint not null,
    device_type text not null,
    report_period_seconds bigint not null,
    secret_version bigint not null,
    vendor text not null default 'standard',
    primary key (device_key)
  )`,
  `create table device_report_periods (
    device_key text not null,
    report_period_seconds bigint not null,
    primary key (device_key)
  )`,
  `create table users (
    id bigint not null,
    account text not null,
    name text not null,
    mobile text not null,
    role_id bigint not null,
    password_hash text not null,
    is_disabled smallint not null,
    must_change_password smallint not null,
    created_at_ms bigint not null,
    primary key (id)
  )`,
  `create table user_organizations (
    user_id bigint not null,
    org_type bigint not null,
    org_id bigint not null,
    primary key (user_id, org_type, org_id)
  )`,
  `create table roles (
    id bigint not null,
    name text not null,
    role_type bigint not null,
    is_unscoped smallint not null,
    primary key (id)
  )`,
  `create table permissions (
    id bigint not null,
    parent_id bigint,
    name text not null,
    path text not null,
    icon text not null,
    sort bigint not null,
    is_show smallint not null,
    type bigint not null,
    code text not null,
    primary key (id)
  )`,
  `create table role_permissions (
    role_id bigint not null,
    permission_id bigint not null,
    primary key (role_id, permission_id)
  )`,
  `create table sessions (
    token_hash text not null,
    user_id bigint not null,
    fragment_hash text not null,
    created_at_ms bigint not null,
    last_seen_at_ms bigint not null,
    expires_at_ms bigint not null,
    ip text not null,
    agent text not null,
    primary key (token_hash)
  )`,
  `create table sys_config (
    "key" text not null,
    value text not null,
    updated_at_ms bigint not null,
    updated_by text not null,
    primary key ("key")
  )`,
  `create table walls (
    id bigint not null,
    name text not null,
    user_id bigint not null,
    paired_by_id bigint not null,
    paired_by_name text not null,
    paired_at_ms bigint not null,
    last_seen_at_ms bigint,
    revoked_at_ms bigint,
    primary key (id)
  )`,
  `create table wall_pairings (
    code_hash text not null,
    name text not null,
    created_by_id bigint not null,
    expires_at_ms bigint not null,
    primary key (code_hash)
  )`,
  `create table wall_credentials (
    secret_hash text not null,
    wall_id bigint not null,
    issued_at_ms bigint not null,
    superseded_at_ms bigint,
    is_used smallint not null,
    primary key (secret_hash)
  )`,
  `create table uploads (
    id bigint not null,
    file_name text not null,
    mime text not null,
    size_bytes bigint not null,
    sha256 text not null,
    uploaded_by bigint,
    created_at_ms bigint not null,
    primary key (id)
  )`,
  'create unique index elevators_tag on elevators (tag)',
  'create unique index elevators_rescue_code on elevators (rescue_code)',
  'create index elevators_community on elevators (community_id)',
  'create index devices_elevator on devices (elevator_id, device_type, device_key)',
  'create unique index users_account on users (account)',
  'create index sessions_user on sessions (user_id)',
  'create index wall_credentials_wall on wall_credentials (wall_id)',
  'create unique index walls_user on walls (user_id)',
  // Includes every column that a scope needs: ages are counted from the index alone. Without the id: joins with
  // devices are faster in the table's own order.
  'create index elevators_install on elevators (install_at_ms, community_id, brand_id, property_id, maintenance_id)',
  'create index elevators_brand on elevators (brand_id)',
];
