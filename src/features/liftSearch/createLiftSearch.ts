import type { Observable } from 'rxjs';
import type { Call } from '../../contract/call.ts';
import { elevatorList } from '../../contract/endpoints/elevator.ts';
import { searchElevators, type ElevatorSearch } from '../../streams/fleet/searchElevators.ts';

const shownLifts = 12;

/** The lifts found for the typed text: by tag, address, rescue code, registration code or community. */
export function createLiftSearch(call: Call, keyword$: Observable<string>): Observable<ElevatorSearch> {
  return searchElevators(keyword$, (keyword) =>
    call(elevatorList, { keyword, page_size: shownLifts }, { quiet: true }),
  );
}
