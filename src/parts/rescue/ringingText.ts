import { rescueTriggerLabels } from '../../contract/labels.ts';
import type { RingingCall } from '../../contract/ringingCall.ts';

/** Returns the place of the call, as people say it: the community and the address within it; the lift's tag where neither is known. */
export function placeOfCall({ communityName, addr, tag }: RingingCall): string {
  const place = addr.includes(communityName) ? addr : `${communityName} ${addr}`.trim();
  return place === '' ? tag : place;
}

/** The same in two parts, of which the first is cut before the second. */
export function partsOfCall(call: RingingCall): { readonly start: string; readonly end: string } {
  const { communityName: start, addr: end } = call;
  return start === '' || end === '' || end.includes(start) ? { start: '', end: placeOfCall(call) } : { start, end };
}

/** Returns the trigger of the call: a button, a detection, a scream, a telephone; for an alarm without an order its own title. */
export const triggerOfCall = ({ trigger, title }: RingingCall): string =>
  trigger === undefined ? title : rescueTriggerLabels[trigger];
