import type { FormEvent } from '../rescueActions.ts';

/** One form an order: what is typed in one stays while another call is looked at. */
export interface OpenStep {
  readonly orderId: number;
  readonly event: FormEvent;
  /** Counts how often the form was opened again with values that were not typed in it. */
  readonly round?: number;
}

/** A step of an order, whether or not it is one with a form. */
export interface OrderStep {
  readonly orderId: number;
  readonly event: string;
}

/** Another step of the same order takes its place. */
export const openStep = (steps: readonly OpenStep[], step: OpenStep): readonly OpenStep[] => [
  ...closeOrder(steps, step.orderId),
  step,
];

export const closeOrder = (steps: readonly OpenStep[], orderId: number): readonly OpenStep[] =>
  steps.filter((step) => step.orderId !== orderId);

/** Closes this very step: a push may have let the dispatcher open the order's next one before the answer came. */
export const closeStep = (steps: readonly OpenStep[], { orderId, event }: OrderStep): readonly OpenStep[] =>
  steps.filter((step) => step.orderId !== orderId || step.event !== event);

/** Opens the step, again if it is open already: its form then reads its draft a second time. */
export const reopenStep = (steps: readonly OpenStep[], { orderId, event }: OpenStep): readonly OpenStep[] => {
  const round = (steps.find((step) => step.orderId === orderId)?.round ?? 0) + 1;
  return openStep(steps, { orderId, event, round });
};

/** The same step again closes it. */
export function toggleStep(steps: readonly OpenStep[], step: OpenStep): readonly OpenStep[] {
  const closed = closeStep(steps, step);
  return closed.length < steps.length ? closed : openStep(steps, step);
}
