import { useState } from 'react';
import { visitEvents } from '../../contract/events/visit.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Problem } from './SignInForm.tsx';
import { SignaturePad } from '../../ui/signature/SignaturePad.tsx';

interface SignOnlyProps {
  title: string;
  hint: string;
  button: string;
  onSign: (signature: string) => Promise<void>;
}

/** One signature below what was read. */
export function SignOnly({ title, hint, button, onSign }: SignOnlyProps) {
  const [signature, setSignature] = useState('');
  const [isBusy, setBusy] = useState(false);
  return (
    <section className="work-card" aria-label={title}>
      <h2>{title}</h2>
      <p className="work-dim">{hint}</p>
      <SignaturePad label="签名" onChange={setSignature} />
      <Button
        size="large"
        variant="primary"
        icon="check"
        isBusy={isBusy}
        disabled={signature === ''}
        onClick={() => {
          setBusy(true);
          void onSign(signature).finally(() => setBusy(false));
        }}
      >
        {button}
      </Button>
    </section>
  );
}

interface WithReasonProps {
  /** The words of the button before, and of the one that does it. */
  open: string;
  button: string;
  label: string;
  schema: (typeof visitEvents)['visit.rejected'] | (typeof visitEvents)['visit.brokenOff'];
  onSubmit: (reason: string) => Promise<void>;
}

/** An act that needs a reason: a press asks for it, a second one does it. */
export function WithReason({ open, button, label, schema, onSubmit }: WithReasonProps) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  if (!isOpen)
    return (
      <Button size="large" icon="undo" onClick={() => setOpen(true)}>
        {open}
      </Button>
    );
  return (
    <section className="work-card" aria-label={open}>
      <label className="work-field">
        <span>{label}</span>
        <textarea rows={3} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      </label>
      {problem !== '' && <Problem>{problem}</Problem>}
      <div className="work-pair">
        <Button size="large" onClick={() => setOpen(false)}>
          取消
        </Button>
        <Button
          size="large"
          variant="danger"
          onClick={() => {
            const parsed = schema.safeParse({ reason });
            setProblem(parsed.success ? '' : (parsed.error.issues[0]?.message ?? ''));
            if (parsed.success) void onSubmit(parsed.data.reason);
          }}
        >
          {button}
        </Button>
      </div>
    </section>
  );
}
