import { useCallback, useEffect, useState } from 'react';
import type { DraftStore, DraftValues } from './drafts.ts';
import { closeOrder, closeStep, openStep, reopenStep, toggleStep, type OpenStep, type OrderStep } from './openSteps.ts';

interface DeskForms {
  readonly steps: readonly OpenStep[];
  readonly toggle: (step: OpenStep) => void;
  readonly open: (step: OpenStep) => void;
  /** Opens the step's form with these values over what was typed in it. */
  readonly openWith: (step: OpenStep, values: DraftValues) => void;
  readonly close: (orderId: number) => void;
  /** The step was accepted: its form goes, the one after it stays. */
  readonly finish: (step: OrderStep) => void;
}

/** Returns the orders that have a form open; the same ones after the page was left or reloaded. */
export function useDeskForms(drafts: DraftStore): DeskForms {
  const [steps, setSteps] = useState<readonly OpenStep[]>(() => drafts.openSteps());
  useEffect(() => drafts.keepOpenSteps(steps), [drafts, steps]);
  const open = useCallback((step: OpenStep) => setSteps((before) => openStep(before, step)), []);
  const openWith = useCallback(
    (step: OpenStep, values: DraftValues) => {
      drafts.keep(step, { ...drafts.read(step), ...values });
      setSteps((before) => reopenStep(before, step));
    },
    [drafts],
  );
  const toggle = useCallback((step: OpenStep) => setSteps((before) => toggleStep(before, step)), []);
  const close = useCallback((orderId: number) => setSteps((before) => closeOrder(before, orderId)), []);
  const finish = useCallback((step: OrderStep) => setSteps((before) => closeStep(before, step)), []);
  return { steps, toggle, open, openWith, close, finish };
}
