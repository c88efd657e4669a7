import type { BulletinComments } from '../../../src/contract/bulletin/bulletinComments.ts';

/** The comments on a month's bulletin, each section in its column. */
export interface BulletinTable extends BulletinComments {
  id: number;
  /** `2026-11` */
  month: string;
  /** Null for the whole city. */
  area_id: number | null;
}

export interface BulletinTables {
  bulletins: BulletinTable;
}
