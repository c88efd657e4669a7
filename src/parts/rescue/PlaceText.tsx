import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import { placeOf, placeParts } from './rescuePresentation.ts';
import './PlaceText.css';

/** A place on one line: where there is no room, the community's name is cut, and the lift's own place last. */
export function PlaceText({ of }: { of: Pick<RescueOrderRow, 'community_name' | 'addr'> }) {
  const { community, own } = placeParts(of);
  return (
    <span className="place-text" title={placeOf(of)}>
      {community !== '' && <span className="place-text__community">{community} </span>}
      <span className="place-text__own">{own}</span>
    </span>
  );
}
