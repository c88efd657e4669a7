import { presenceCodeEveryMs, presenceCodeValidMs } from '../../../src/contract/endpoints/cabin.ts';
import { refusalCodes } from '../../../src/contract/envelope.ts';
import { toWireTime } from '../../../src/contract/time.ts';
import type { PresenceCodes } from '../../access/presenceCodes.ts';
import type { Principal } from '../../access/principal.ts';
import type { Directory } from '../../domain/city/directory.ts';
import { requireElevatorInScope } from '../../domain/city/recordScope.ts';
import type { Settings } from '../../domain/domain.ts';
import { Refusal } from '../../domain/refusal.ts';
import { createAnnouncementDesk, type AnnouncementDeskParts } from '../../notify/announcementDesk.ts';
import { cabinOfUser, readCabin, type Cabin } from '../../queries/cabin.ts';
import type { Handlers } from '../handlers.ts';

export interface CabinHandlerParts extends AnnouncementDeskParts {
  readonly settings: Settings;
  readonly directory: Pick<Directory, 'elevator'>;
  readonly presenceCodes: PresenceCodes;
}

const noCabin = '此账号不是已配对的轿厢屏，请在 /cabin 页面用配对码登录';

/** The page in a car. Its session names the lift: no input does, so it sees no other. */
export function cabinHandlers(parts: CabinHandlerParts): Pick<Handlers, 'cabinState' | 'cabinShown' | 'presenceCode'> {
  const { store, clock, settings, directory, presenceCodes } = parts;
  const announcements = createAnnouncementDesk(parts);

  async function cabinOf({ userId }: Principal): Promise<Cabin> {
    const cabin = await cabinOfUser(store, userId);
    if (cabin === undefined) throw new Refusal(noCabin, refusalCodes.denied);
    return cabin;
  }

  return {
    async cabinState(_input, { principal }) {
      const nowMs = clock.nowMs();
      const { hotline } = settings.current();
      const state = await readCabin(store, await cabinOf(principal), { nowMs, hotline, codes: presenceCodes });
      if (state === undefined) throw new Refusal('此轿厢屏所在的电梯已从系统中删除，请重新配对', refusalCodes.denied);
      return state;
    },
    async cabinShown({ id }, { principal }) {
      const { wallId } = await cabinOf(principal);
      await announcements.shown(principal, wallId, id);
      return {};
    },
    async presenceCode({ elevator_id: elevatorId }, { principal }) {
      requireElevatorInScope(directory, principal, elevatorId);
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
