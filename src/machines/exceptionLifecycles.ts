import { isKeptExceptionType, type KeptExceptionType } from '../contract/exceptions.ts';
import { faultLifecycle } from './faultLifecycle.ts';
import { incidentLifecycle } from './incidentLifecycle.ts';
import type { AnyLifecycle } from './lifecycles.ts';
import { scooterLifecycle } from './scooterLifecycle.ts';

/** The lifecycles of exceptions by type: the pages of the alarm center need these and no others. */
const exceptionLifecycles = {
  2: scooterLifecycle,
  3: faultLifecycle,
  4: incidentLifecycle,
} as const satisfies Readonly<Record<KeptExceptionType, unknown>>;

/** The lifecycle that exceptions of this type follow; undefined for a rescue among them, which is handled at the desk. */
export const exceptionLifecycleOf = (type: number): AnyLifecycle | undefined =>
  isKeptExceptionType(type) ? exceptionLifecycles[type] : undefined;
