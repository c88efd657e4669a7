import { useState } from 'react';
import { CallError } from '../../../contract/call.ts';
import { exceptionStepSchema, type ExceptionStep } from '../../../contract/endpoints/exception.ts';
import type { ExceptionRow } from '../../../contract/entities/exception.ts';
import { isPress, offerOf, type ActionEvent, type FormEvent } from '../../../parts/exception/exceptionSteps.ts';
import { stepGone, stepWords } from '../../../parts/exception/stepWords.ts';
import { Button } from '../../../ui/Button/Button.tsx';
import { Problem } from '../SignInForm.tsx';

/**
 * The steps of a property's officer on the spot. Arrival and repair are the maintenance company's, a remote release needs the car's
 * picture at the desk, and the cars of a power cut are confirmed one by one there.
 */
const onTelephone: ReadonlySet<ActionEvent> = new Set<ActionEvent>([
  'fault.accepted',
  'fault.confirmed',
  'fault.reopened',
  'fault.judgedFalse',
  'scooter.visited',
  'scooter.removed',
  'scooter.released',
  'scooter.judgedFalse',
  'incident.checked',
  'incident.closed',
]);

function wordsOf(error: unknown): string {
  if (!(error instanceof CallError)) return '操作失败，请重试';
  return error.fieldErrors[0]?.message ?? error.message;
}

interface StepFormProps {
  row: ExceptionRow;
  event: FormEvent;
  /** The lifecycle still allows it. */
  isOffered: boolean;
  isBusy: boolean;
  onSubmit: (data: object) => void;
  onClose: () => void;
}

/** The reason or remark of a step. */
function StepForm({ row, event, isOffered, isBusy, onSubmit, onClose }: StepFormProps) {
  const [text, setText] = useState('');
  const { submitLabel, intro, reason, needsRemark = false } = stepWords(event, row);
  const data = reason !== undefined ? { reason: text } : text.trim() === '' ? {} : { note: text };
  return (
    <section className="work-part" aria-label={submitLabel}>
      {intro !== undefined && <p className="work-dim">{intro}</p>}
      <label className="work-field">
        <span>{reason ?? (needsRemark ? '说明' : '备注（可不填）')}</span>
        <textarea rows={3} value={text} onChange={(change) => setText(change.currentTarget.value)} />
      </label>
      {!isOffered && <Problem>{stepGone}</Problem>}
      <div className="work-pair">
        <Button size="large" onClick={onClose}>
          取消
        </Button>
        <Button size="large" variant="primary" isBusy={isBusy} disabled={!isOffered} onClick={() => onSubmit(data)}>
          {submitLabel}
        </Button>
      </div>
    </section>
  );
}

interface RecordStepsProps {
  row: ExceptionRow;
  /** Rejects with a CallError. */
  onStep: (step: ExceptionStep) => Promise<void>;
}

/** The steps that the lifecycle offers the officer now, and the reason for the last refusal. */
export function RecordSteps({ row, onStep }: RecordStepsProps) {
  const [open, setOpen] = useState<FormEvent | null>(null);
  const [busy, setBusy] = useState<ActionEvent | null>(null);
  const [problem, setProblem] = useState('');
  const { actions, next } = offerOf(row, row.allowed_actions);
  const offered = actions.filter(({ event }) => onTelephone.has(event));

  async function take(event: ActionEvent, data: object): Promise<void> {
    const step = exceptionStepSchema.safeParse({ id: row.id, event, data });
    setProblem(step.success ? '' : (step.error.issues[0]?.message ?? ''));
    if (!step.success) return;
    setBusy(event);
    try {
      await onStep(step.data);
      setOpen(null);
    } catch (error) {
      setProblem(wordsOf(error));
    }
    setBusy(null);
  }

  return (
    <>
      {open !== null ? (
        <StepForm
          key={open}
          row={row}
          event={open}
          isOffered={offered.some(({ event }) => event === open)}
          isBusy={busy === open}
          onSubmit={(data) => void take(open, data)}
          onClose={() => {
            setOpen(null);
            setProblem('');
          }}
        />
      ) : (
        offered.length > 0 && (
          <div className="work-pair" role="group" aria-label="可进行的操作">
            {offered.map(({ event, label, icon }) => (
              <Button
                key={event}
                size="large"
                icon={icon}
                variant={event === next?.event ? 'primary' : 'quiet'}
                isBusy={busy === event}
                onClick={() => (isPress(event) ? void take(event, {}) : setOpen(event))}
              >
                {label}
              </Button>
            ))}
          </div>
        )
      )}
      {problem !== '' && <Problem>{problem}</Problem>}
    </>
  );
}
