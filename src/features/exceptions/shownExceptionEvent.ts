import type { TimelineEntry } from '../../contract/entities/rescueOrder.ts';
import { shownEvent } from '../../parts/rescue/rescuePresentation.ts';
import type { TimelineEntry as ShownEntry } from '../../ui/Timeline/Timeline.tsx';

type Look = Pick<ShownEntry, 'icon' | 'tone'>;

/** By kind of event, in whichever of the three lifecycles. */
const looks: Readonly<Record<string, Look>> = {
  occurred: { icon: 'exclamation-triangle', tone: 'high' },
  detected: { icon: 'exclamation-triangle', tone: 'high' },
  opened: { icon: 'exclamation-triangle', tone: 'high' },
  repeated: { icon: 'plus-circle', tone: 'medium' },
  joined: { icon: 'plus-circle', tone: 'medium' },
  accepted: { icon: 'user', tone: 'info' },
  checked: { icon: 'eye', tone: 'info' },
  arrived: { icon: 'map-marker', tone: 'info' },
  visited: { icon: 'map-marker', tone: 'info' },
  holdAcknowledged: { icon: 'lock', tone: 'info' },
  repaired: { icon: 'wrench', tone: 'info' },
  removed: { icon: 'sign-out', tone: 'info' },
  swept: { icon: 'check', tone: 'info' },
  cleared: { icon: 'microchip', tone: 'ok' },
  restored: { icon: 'microchip', tone: 'ok' },
  ended: { icon: 'microchip', tone: 'ok' },
  confirmed: { icon: 'check-circle', tone: 'ok' },
  released: { icon: 'check-circle', tone: 'ok' },
  remotelyReleased: { icon: 'lock-open', tone: 'medium' },
  closed: { icon: 'check-circle', tone: 'ok' },
  judgedFalse: { icon: 'ban' },
  reopened: { icon: 'undo', tone: 'medium' },
  commented: { icon: 'comment' },
  hidden: { icon: 'eye-slash' },
  deadlinePassed: { icon: 'stopwatch', tone: 'high' },
};

/** An event of a fault, scooter or incident as a timeline draws it. */
export const shownExceptionEvent = (entry: TimelineEntry): ShownEntry => ({
  ...shownEvent(entry),
  ...looks[entry.type.slice(entry.type.indexOf('.') + 1)],
});
