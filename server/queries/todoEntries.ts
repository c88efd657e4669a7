import type { StreamPrefix } from '../../src/machines/lifecycles.ts';
import { alarmTodos } from './alarm.ts';
import { faultTodos, incidentTodos, scooterTodos } from './exceptionTodos.ts';
import type { OpenItems } from './openItems.ts';
import { rescueTodos } from './rescue.ts';

/**
 * One entry for each lifecycle, in the order of the overview's tiles: which of its records wait for a person, or null if none
 * ever does. A missing one does not compile.
 */
export const todoEntries: Readonly<Record<StreamPrefix, OpenItems | null>> = {
  rescue: rescueTodos,
  scooter: scooterTodos,
  fault: faultTodos,
  incident: incidentTodos,
  alarm: alarmTodos,
  device: null,
  command: null,
  notification: null,
};
