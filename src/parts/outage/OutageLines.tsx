import type { OutageRow } from '../../contract/endpoints/outage.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { outageTag } from './outageTag.ts';

/** The planned outages of a lift that are not over, a line each; nothing without one. */
export function OutageLines({ outages }: { outages: readonly OutageRow[] }) {
  return outages.map(({ id, stage, from, to, reason }) => (
    <p key={id}>
      <StatusTag {...outageTag(stage)} /> {toDisplayTime(from).slice(5, 16)} 至 {toDisplayTime(to).slice(5, 16)}，
      {reason}
    </p>
  ));
}
