import { presenceCodeEveryMs, presenceCodeValidMs } from '../../../src/contract/endpoints/cabin.ts';
import { refusalCodes } from '../../../src/contract/envelope.ts';
import { toWireTime } from '../../../src/contract/time.ts';
import type { PresenceCodes } from '../../access/presenceCodes.ts';
import type { Principal } from '../../access/principal.ts';
import type { Directory } from '../../domain/city/directory.ts';
import { requireElevatorInScope } from '../../domain/city/recordScope.ts';
import type { Settings } from '../../domain/domain.ts';
import { Refusal } from '../../domain/refusal.ts';
import { requireOfficer } from '../../domain/visits/officers.ts';
import { createAnnouncementDesk, type AnnouncementDeskParts } from '../../notify/announcementDesk.ts';
import { cabinOfUser, readCabin, type Cabin } from '../../queries/cabin.ts';
import { readPresenceLifts } from '../../queries/presenceLifts.ts';
import type { Handlers } from '../handlers.ts';

export interface CabinHandlerParts extends AnnouncementDeskParts {
  readonly settings: Settings;
  readonly directory: Pick<Directory, 'elevator'>;
  readonly presenceCodes: PresenceCodes;
}

const noCabin = '此账号不是已配对的轿厢屏，请在 /cabin 页面用配对码登录';

type CabinHandlers = Pick<Handlers, 'cabinState' | 'cabinShown' | 'presenceCode' | 'presenceLifts'>;

/**
 * The page in a car, and the codes of lifts on the safety officer's telephone. The page's session names its lift: no input does, so it sees
 * no other.
 */
export function cabinHandlers(parts: CabinHandlerParts): CabinHandlers {
  const { store, clock, settings, directory, presenceCodes } = parts;
  const announcements = createAnnouncementDesk(parts);

  async function cabinOf({ userId }: Principal): Promise<Cabin> {
    const cabin = await cabinOfUser(store, userId);
    if (cabin === undefined) throw new Refusal(noCabin, refusalCodes.denied);
    return cabin;
  }

  return {
    async cabinState(_input, { principal }) {
      const cabin = await cabinOfUser(store, principal.userId);
      if (cabin === undefined) return null;
      const nowMs = clock.nowMs();
      const { hotline } = settings.current();
      return (await readCabin(store, cabin, { nowMs, hotline, codes: presenceCodes })) ?? null;
    },
    async cabinShown({ id }, { principal }) {
      const { wallId } = await cabinOf(principal);
      await announcements.shown(principal, wallId, id);
      return {};
    },
    presenceLifts: async (_input, { principal }) => ({
      list: await readPresenceLifts(store, principal, clock.nowMs()),
    }),
    async presenceCode({ elevator_id: elevatorId }, { principal }) {
      const { responsible } = requireElevatorInScope(directory, principal, elevatorId);
      await requireOfficer(store.rows, principal, responsible.communityId, '出示动态码');
      const nowMs = clock.nowMs();
      const fromMs = Math.floor(nowMs / presenceCodeEveryMs) * presenceCodeEveryMs;
      return {
        code: presenceCodes.codeAt(elevatorId, nowMs),
        next_at: toWireTime(fromMs + presenceCodeEveryMs),
        valid_until: toWireTime(fromMs + presenceCodeValidMs),
        now: toWireTime(nowMs),
      };
    },
  };
}
