import { use, useMemo, type ComponentType } from 'react';
import { deskActions, type FormEvent } from '../rescueActions.ts';
import { ArriveForm } from './ArriveForm.tsx';
import { CompleteForm } from './CompleteForm.tsx';
import { DispatchForm } from './DispatchForm.tsx';
import { DraftStoreContext, StepDraftContext, type StepDraft } from './DraftContext.ts';
import { EscalateForm } from './EscalateForm.tsx';
import { ForeignCallLine } from './ForeignCallLine.tsx';
import { HandOverForm } from './HandOverForm.tsx';
import { JudgeFalseForm } from './JudgeFalseForm.tsx';
import { NoteForm } from './NoteForm.tsx';
import { ReleaseForm } from './ReleaseForm.tsx';
import { SelfReleaseForm } from './SelfReleaseForm.tsx';
import type { StepFormContext, StepFormProps } from './stepForms.ts';

const forms: Readonly<Record<FormEvent, ComponentType<StepFormProps>>> = {
  'rescue.dispatched': DispatchForm,
  'rescue.arrived': ArriveForm,
  'rescue.released': ReleaseForm,
  'rescue.completed': CompleteForm,
  'rescue.escalated': EscalateForm,
  'rescue.selfReleased': SelfReleaseForm,
  'rescue.judgedFalse': JudgeFalseForm,
  'rescue.handOverOffered': HandOverForm,
  'rescue.noted': NoteForm,
};

interface StepPanelProps {
  event: FormEvent;
  isObsolete: boolean;
  context: StepFormContext;
  onClose: () => void;
}

/** The form of one step. */
export function StepPanel({ event, isObsolete, context, onClose }: StepPanelProps) {
  const Form = forms[event];
  const action = deskActions.find((candidate) => candidate.event === event);
  const drafts = use(DraftStoreContext);
  const orderId = context.row.id;
  const draft = useMemo((): StepDraft | null => {
    const step = { orderId, event };
    return drafts === null ? null : { read: () => drafts.read(step), keep: (values) => drafts.keep(step, values) };
  }, [drafts, orderId, event]);
  return (
    <StepDraftContext value={draft}>
      <ForeignCallLine row={context.row} userId={context.userId} />
      <Form
        frame={{ title: action?.label ?? '', icon: action?.icon ?? 'pencil', isObsolete, onClose }}
        context={context}
      />
    </StepDraftContext>
  );
}
