import { accountRows, permissionRows, roleRows } from './entities/access.ts';
import { brandRows } from './entities/brand.ts';
import { bulletinRows } from './bulletin/bulletinComments.ts';
import { cameraRows } from './entities/camera.ts';
import { checkListRows } from './entities/checkList.ts';
import { communityMemberRows, communityRows } from './entities/community.ts';
import { communityNoticeRows } from './entities/communityNotice.ts';
import { contractRows, maintenanceRows, propertyRows } from './entities/company.ts';
import { elevatorRows } from './entities/elevatorFields.ts';
import { faultCauseRows } from './entities/faultCause.ts';
import { ladderRows, rotaRows } from './rules/ladder.ts';
import { liftFileRows } from './entities/liftFile.ts';
import { notifyTemplateRows } from './entities/notification.ts';
import { personRows } from './entities/person.ts';
import { regionRows } from './entities/region.ts';

/** Every kind of rows that people edit, by its name. Its events, its streams and its words in the audit log follow from this list. */
export const rowKinds = {
  brand: brandRows,
  person: personRows,
  maintenance: maintenanceRows,
  property: propertyRows,
  contract: contractRows,
  region: regionRows,
  community: communityRows,
  communityMember: communityMemberRows,
  communityNotice: communityNoticeRows,
  faultCause: faultCauseRows,
  ladder: ladderRows,
  rota: rotaRows,
  notifyTemplate: notifyTemplateRows,
  elevator: elevatorRows,
  camera: cameraRows,
  liftFile: liftFileRows,
  checkList: checkListRows,
  bulletin: bulletinRows,
  permission: permissionRows,
  role: roleRows,
  account: accountRows,
} as const;
export type RowKinds = typeof rowKinds;
export type RowKind = keyof RowKinds;
