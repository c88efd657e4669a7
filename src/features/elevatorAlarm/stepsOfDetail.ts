import { alarmSteps } from '../../contract/events/alarm.ts';
import type { IconName } from '../../ui/Icon/iconNames.ts';
import type { StepName } from './useAlarmSteps.tsx';

/** In the usual order of work. */
const icons: Readonly<Record<StepName, IconName>> = {
  'alarm.acknowledged': 'check',
  'alarm.shelved': 'clock',
  'alarm.unshelved': 'undo',
  'alarm.completed': 'check-circle',
  'alarm.judgedFalse': 'ban',
};
const isStepName = (type: string): type is StepName => Object.hasOwn(icons, type);

/** The buttons for these steps. */
export const stepButtons = (types: readonly string[]) =>
  Object.keys(icons)
    .filter(isStepName)
    .filter((event) => types.includes(event))
    .map((event) => ({ event, label: alarmSteps[event].label, icon: icons[event] }));
