import { useState } from 'react';
import { CallError } from '../../../contract/call.ts';
import { rescueAck, rescueAckState, type RescueStep } from '../../../contract/endpoints/rescue.ts';
import type { RescueOrderRow } from '../../../contract/entities/rescueOrder.ts';
import { rescueSteps } from '../../../contract/events/rescue.ts';
import { placeOf } from '../../../parts/rescue/rescuePresentation.ts';
import type { FeatureDeps } from '../../../streams/featureDeps.ts';
import type { DeskSources } from '../deskSources.ts';
import type { DraftStore } from '../forms/drafts.ts';
import type { OrderStep } from '../forms/openSteps.ts';
import { whyNotOffered } from './whyNotOffered.ts';
import { deskOffer, isPress, pressedText, type DeskEvent, type PressEvent } from '../rescueActions.ts';
import type { useDeskForms } from '../forms/useDeskForms.ts';

/** Returns the desk's message once a step is stored. Asking a colleague hands nothing over yet. */
const storedText = (step: RescueStep): string =>
  step.event === 'rescue.handOverOffered'
    ? `已请 ${step.data.toUserName} 接手，等待接收，仍由您负责`
    : `${rescueSteps[step.event].label}已记录`;

interface DeskStepsInput {
  readonly deps: Pick<FeatureDeps, 'call' | 'can' | 'notify' | 'user'>;
  readonly sources: DeskSources;
  readonly drafts: DraftStore;
  readonly forms: ReturnType<typeof useDeskForms>;
  /** The order on the desk; null for none. */
  readonly row: RescueOrderRow | null;
  readonly select: (orderId: number, isHandling?: boolean) => void;
  readonly stopHandling: (orderId: number) => void;
}

interface DeskSteps {
  /** Claims the order and opens its next step. */
  readonly answer: (orderId: number) => Promise<void>;
  /**
   * Takes a step of the shown order: at once where there is nothing to fill in, else by its form. A step that is not
   * offered is refused with the reason.
   */
  readonly act: (event: DeskEvent) => void;
  /** Sends a filled-in step. Rejects with a CallError. */
  readonly submit: (step: RescueStep) => Promise<void>;
  /** The step was stored: its form and its draft go. */
  readonly finish: (step: OrderStep) => void;
  /** Says on the desk why a key did nothing. */
  readonly explain: (message: string) => void;
  readonly isAnswering: (orderId: number) => boolean;
  /** Returns the reason for the last refusal; null for an order of which none was. */
  readonly refusalOf: (orderId: number) => string | null;
}

/** A dispatcher's steps with one call, and the result of the last one. */
export function useDeskSteps({ deps, sources, drafts, forms, row, select, stopHandling }: DeskStepsInput): DeskSteps {
  const { call, can, notify } = deps;
  const userId = deps.user.id;
  const [answeringId, setAnsweringId] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<{ readonly orderId: number; readonly message: string } | null>(null);

  /** Resolves to true if it was stored; what the server says against it stands on the desk. */
  const attempt = async (orderId: number, work: () => Promise<void>): Promise<boolean> => {
    setRefusal(null);
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setRefusal({ orderId, message: error.message });
      return false;
    }
  };
  const answer = async (orderId: number): Promise<void> => {
    setAnsweringId(orderId);
    select(orderId, true);
    try {
      const isMine = await attempt(orderId, async () =>
        sources.answered(await call(rescueAck, { id: orderId }, { quiet: true })),
      );
      if (!isMine) stopHandling(orderId);
    } finally {
      setAnsweringId(null);
    }
  };
  const press = (orderId: number, event: PressEvent): Promise<boolean> =>
    attempt(orderId, async () => {
      sources.answered(await call(rescueAckState, { id: orderId, event, data: {} }, { quiet: true }));
      notify.success(pressedText[event]);
    });
  const explain = (message: string): void => {
    if (row === null) notify.error(message);
    else setRefusal({ orderId: row.id, message });
  };
  const finish = (step: OrderStep): void => {
    drafts.drop(step);
    forms.finish(step);
  };

  return {
    answer,
    act(event) {
      if (row === null) return;
      if (!deskOffer(row, { can }).actions.some((action) => action.event === event))
        return explain(whyNotOffered(row, event, { can, userId }));
      if (event === 'rescue.accepted') return void answer(row.id);
      if (isPress(event)) return void press(row.id, event);
      setRefusal(null);
      forms.toggle({ orderId: row.id, event });
    },
    async submit(step) {
      sources.answered(await call(rescueAckState, step, { quiet: true }));
      finish({ orderId: step.id, event: step.event });
      const place = row?.id === step.id ? `（${placeOf(row)}）` : '';
      notify.success(`${storedText(step)}：救援单 ${step.id}${place}`);
    },
    finish,
    explain,
    isAnswering: (orderId) => answeringId === orderId,
    refusalOf: (orderId) => (refusal?.orderId === orderId ? refusal.message : null),
  };
}
