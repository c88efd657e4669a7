import { useCallback, useState } from 'react';
import type { FormEvent } from './forms/StepPanel.tsx';

export interface OpenStep {
  readonly orderId: number;
  readonly event: FormEvent;
}

interface DeskForms {
  readonly steps: readonly OpenStep[];
  /** One form an order: another step of the same order takes its place. The same step closes it. */
  readonly toggle: (step: OpenStep) => void;
  readonly open: (step: OpenStep) => void;
  readonly close: (orderId: number) => void;
}

/** Which orders have a form open; what is typed in one stays while another call is looked at. */
export function useDeskForms(): DeskForms {
  const [steps, setSteps] = useState<readonly OpenStep[]>([]);
  const close = useCallback((orderId: number) => setSteps((before) => before.filter((step) => step.orderId !== orderId)), []);
  const open = useCallback((step: OpenStep) => setSteps((before) => [...before.filter(({ orderId }) => orderId !== step.orderId), step]), []);
  const toggle = useCallback(
    (step: OpenStep) =>
      setSteps((before) => {
        const others = before.filter(({ orderId }) => orderId !== step.orderId);
        const isSame = before.some(({ orderId, event }) => orderId === step.orderId && event === step.event);
        return isSame ? others : [...others, step];
      }),
    [],
  );
  return { steps, toggle, open, close };
}
