import type { Call } from '../../contract/call.ts';
import { elevatorList } from '../../contract/endpoints/elevator.ts';
import type { SearchOptions } from '../../ui/Select/useLookup.ts';
import { placeOf } from '../rescue/rescuePresentation.ts';

const mostFound = 20;

/** Lifts by a part of the number, the community or the address. */
export const liftSearch =
  (call: Call): SearchOptions<number> =>
  async (keyword, signal) => {
    const found = await call(elevatorList, { keyword, page_size: mostFound }, { quiet: true, signal });
    return found.list.map((lift) => ({ value: lift.id, label: lift.tag, detail: placeOf(lift) }));
  };
