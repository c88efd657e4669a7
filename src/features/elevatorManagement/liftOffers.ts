import { BehaviorSubject } from 'rxjs';
import { communityDetail } from '../../contract/endpoints/community.ts';
import { elevatorRegister } from '../../contract/endpoints/liftRegister.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import type { SelectOption } from '../../ui/Select/OptionList.tsx';

const offeredFields = ['property_id', 'maintenance_id'] as const;
export type OfferedField = (typeof offeredFields)[number];
/** The companies that are likely to look after a lift of the chosen community; null where nothing says so. */
export type LiftOffer = Readonly<Record<OfferedField, SelectOption<number> | null>>;

export const noOffer: LiftOffer = { property_id: null, maintenance_id: null };

const optionOf = (value: number | null | undefined, label: string | undefined): SelectOption<number> | null =>
  value === null || value === undefined || label === undefined || label === '' ? null : { value, label };

/**
 * The property company that the community itself names, else that of its newest lift, and the maintenance company of that
 * lift. What cannot be read, or may not be seen, offers nothing.
 */
export async function offerOf(
  { call, can }: Pick<FeatureDeps, 'call' | 'can'>,
  communityId: number,
): Promise<LiftOffer> {
  const quiet = { quiet: true } as const;
  const [community, neighbour] = await Promise.all([
    can(communityDetail.permission) ? call(communityDetail, { id: communityId }, quiet).catch(() => null) : null,
    call(elevatorRegister, { community_id: communityId, page_size: 1, order: 'desc' }, quiet).then(
      ({ list }) => list[0] ?? null,
      () => null,
    ),
  ]);
  return {
    property_id:
      optionOf(community?.property_id, community?.property_name) ??
      optionOf(neighbour?.property_id, neighbour?.property_name),
    maintenance_id: optionOf(neighbour?.maintenance_id, neighbour?.maintenance_name),
  };
}

/** The offers to one open form, and those of its fields that the editor has chosen: those are left alone. */
export class LiftOffers {
  readonly offer$ = new BehaviorSubject<LiftOffer>(noOffer);
  readonly #chosen = new Set<OfferedField>();
  #asked = 0;

  choose(field: OfferedField): void {
    this.#chosen.add(field);
  }

  /** Resolves with the fields to fill in; with none when another community has been chosen meanwhile. */
  async take(read: () => Promise<LiftOffer>): Promise<readonly (readonly [OfferedField, number | null])[]> {
    this.#asked += 1;
    const asked = this.#asked;
    const offer = await read();
    if (asked !== this.#asked) return [];
    this.offer$.next(offer);
    return offeredFields.flatMap((field) =>
      this.#chosen.has(field) ? [] : [[field, offer[field]?.value ?? null] as const],
    );
  }
}
