import { merge, type Observable } from 'rxjs';
import {
  bulletinDraft,
  bulletinVersion,
  type BulletinDraft,
  type FrozenBulletinAnswer,
} from '../../contract/endpoints/bulletin.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { watchLatest } from '../../streams/loading/watchLatest.ts';
import type { BulletinAddress } from './bulletinAddress.ts';

/** The bulletin that is shown: as the records say now, or as it was frozen. */
export type ShownBulletin =
  | { readonly kind: 'draft'; readonly draft: BulletinDraft }
  | { readonly kind: 'frozen'; readonly frozen: FrozenBulletinAnswer };

const refreshEveryMs = 300_000;
const quiet = { quiet: true } as const;

/** The bulletin as its calls name it. */
export const queryOf = ({ month, areaId }: Pick<BulletinAddress, 'month' | 'areaId'>) => ({
  month,
  ...(areaId === null ? {} : { area_id: areaId }),
});

async function load(call: FeatureDeps['call'], address: BulletinAddress): Promise<ShownBulletin> {
  const query = queryOf(address);
  const { version } = address;
  return version === null
    ? { kind: 'draft', draft: await call(bulletinDraft, query, quiet) }
    : { kind: 'frozen', frozen: await call(bulletinVersion, { ...query, version }, quiet) };
}

/** The bulletin of the address, counted again every few minutes and when the page asks. */
export const watchBulletin = (
  { call, live }: Pick<FeatureDeps, 'call' | 'live'>,
  address: BulletinAddress,
  reload$: Observable<unknown>,
): Observable<LoadState<ShownBulletin>> =>
  watchLatest(
    {
      load: () => load(call, address),
      reload$: merge(live.snapshotNeeded$, reload$),
    },
    { atLeastEveryMs: refreshEveryMs },
  );
