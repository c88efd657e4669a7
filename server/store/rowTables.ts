import type { StreamPrefix } from '../../src/machines/lifecycle.ts';
import type { AccessTables } from './tables/access.ts';
import type { AnnouncementTables } from './tables/announcements.ts';
import type { BulletinTables } from './tables/bulletins.ts';
import type { DeviceTables } from './tables/devices.ts';
import type { FileTables } from './tables/files.ts';
import type { LiftTables } from './tables/lifts.ts';
import type { NotificationTables } from './tables/notifications.ts';
import type { OrganizationTables } from './tables/organizations.ts';
import type { ReviewTables } from './tables/reviews.ts';
import type { RingTables } from './tables/rings.ts';
import type { RuleTables } from './tables/rules.ts';
import type { VisitTables } from './tables/visits.ts';
import type { DeadlineTable, MachineTable, WorkItemTables } from './tables/workItems.ts';

export type * from './tables/access.ts';
export type * from './tables/announcements.ts';
export type * from './tables/bulletins.ts';
export type * from './tables/devices.ts';
export type * from './tables/files.ts';
export type * from './tables/lifts.ts';
export type * from './tables/notifications.ts';
export type * from './tables/organizations.ts';
export type * from './tables/reviews.ts';
export type * from './tables/rings.ts';
export type * from './tables/rules.ts';
export type * from './tables/visits.ts';
export type * from './tables/workItems.ts';

/** Every lifecycle has these two: see `lifecycleTables.ts`. */
type LifecycleTables = {
  [Prefix in StreamPrefix as `${Prefix}_machines`]: MachineTable;
} & { [Prefix in StreamPrefix as `${Prefix}_deadlines`]: DeadlineTable };

/** Tables above the log: base data, access, and those of the inline projections, a file of `tables` for each part. */
export interface RowTables
  extends
    AccessTables,
    AnnouncementTables,
    BulletinTables,
    DeviceTables,
    FileTables,
    LifecycleTables,
    LiftTables,
    NotificationTables,
    OrganizationTables,
    ReviewTables,
    RingTables,
    RuleTables,
    VisitTables,
    WorkItemTables {}
