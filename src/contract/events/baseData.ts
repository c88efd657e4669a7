import * as z from 'zod';
import { permissionFields, roleFields, userFields } from '../entities/access.ts';
import { brandFields } from '../entities/brand.ts';
import { cameraFields } from '../entities/camera.ts';
import { communityFields, communityMemberFields } from '../entities/community.ts';
import { elevatorFields } from '../entities/elevatorFields.ts';
import { communityNoticeFields } from '../entities/communityNotice.ts';
import { companyFields, serviceContractFields } from '../entities/company.ts';
import { faultCauseFields } from '../entities/faultCause.ts';
import { ladderFields, rotaFields } from '../entities/ladder.ts';
import { templateFields } from '../entities/notification.ts';
import { liftFileFields } from '../entities/liftFile.ts';
import { personFields } from '../entities/person.ts';
import { regionFields } from '../entities/region.ts';

/**
 * A row of base data as an editor changed it: null before it was created and after it was removed. Telephone numbers
 * are masked, because the log is kept permanently; `hidden` names the fields whose change the masks hide.
 * `isUnversioned`: an old client saved without saying which version it had read.
 */
const rowChanged = <Fields extends z.ZodObject>(fields: Fields) =>
  z.object({
    id: z.number().int().positive(),
    before: fields.nullable(),
    after: fields.nullable(),
    hidden: z.array(z.string()).optional(),
    isUnversioned: z.boolean().optional(),
    /** The import that wrote the row, or whose undoing put it back. */
    import_id: z.number().int().positive().optional(),
  });

const maskedBrand = brandFields.extend({ contact_mobile: z.string() });
/** A lift that a store has from earlier may break the rules of today: its first change says so in `before`. */
const maskedElevator = elevatorFields.extend({
  sos_tel: z.string(),
  tag: z.string(),
  addr: z.string(),
  registration_code: z.string(),
  rescue_code: z.string(),
  maker_unit: z.string(),
  manage_unit: z.string(),
  floor_min: z.number(),
  floor_max: z.number(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
});
const maskedPerson = personFields.extend({ mobile: z.string() });
const maskedCompany = companyFields.extend({
  contact_mobile: z.string(),
  duty_phone: z.string(),
  contacts: z.array(z.object({ name: z.string(), position: z.string(), mobile: z.string() })),
});

const maskedUser = userFields.extend({ account: z.string(), mobile: z.string() });

/** Events of the streams `brand-<id>`, `person-<id>` and so on. */
export const baseDataEvents = {
  'brand.changed': rowChanged(maskedBrand),
  'person.changed': rowChanged(maskedPerson),
  'maintenance.changed': rowChanged(maskedCompany),
  'property.changed': rowChanged(maskedCompany),
  'contract.changed': rowChanged(serviceContractFields),
  'region.changed': rowChanged(regionFields),
  'community.changed': rowChanged(communityFields),
  'communityMember.changed': rowChanged(communityMemberFields),
  'communityNotice.changed': rowChanged(communityNoticeFields),
  'faultCause.changed': rowChanged(faultCauseFields),
  'ladder.changed': rowChanged(ladderFields),
  'rota.changed': rowChanged(rotaFields),
  'notifyTemplate.changed': rowChanged(templateFields),
  'elevator.changed': rowChanged(maskedElevator),
  /** Whether there is a password, and nothing else of it. */
  'camera.changed': rowChanged(cameraFields.extend({ has_secret: z.boolean() })),
  'liftFile.changed': rowChanged(liftFileFields),
  'permission.changed': rowChanged(permissionFields),
  'role.changed': rowChanged(roleFields),
  /** In a stream of its own: the versions of `user-<id>` rise with each sign-in. */
  'account.changed': rowChanged(maskedUser),
} as const;
export type BaseDataEventType = keyof typeof baseDataEvents;
