import { outageStateLabels, type OutageState } from '../../contract/events/outage.ts';
import type { Tone } from '../../ui/StatusTag/StatusTag.tsx';

const outageTones: Readonly<Record<OutageState, Tone>> = {
  planned: 'info',
  active: 'medium',
  overrun: 'high',
  ended: 'ok',
  cancelled: 'neutral',
};
/** The state of a planned outage as word and tone. */
export const outageTag = (stage: OutageState): { readonly label: string; readonly tone: Tone } => ({
  tone: outageTones[stage],
  label: outageStateLabels[stage],
});
