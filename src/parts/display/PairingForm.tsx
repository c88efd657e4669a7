import { useState, type ReactNode } from 'react';
import { CallError } from '../../contract/call.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import '../../ui/theme/form.css';
import './PairingForm.css';

export interface PairingProps {
  /** The reason for the end of the former pairing; null where there was none. */
  message: string | null;
  /** Rejects with a CallError. */
  onRedeem: (code: string) => Promise<void>;
}

interface PairingFormProps extends PairingProps {
  /** The name of the page for those who do not see it. */
  label: string;
  title: string;
  /** The way in which an administrator makes the code. */
  words: string;
  button: string;
  /** Below the button. */
  children?: ReactNode;
}

const digits = 8;

/** Pairs a display once, by the code that an administrator makes; from then on it signs in automatically. */
export function PairingForm({ message, onRedeem, label, title, words, button, children }: PairingFormProps) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState(message);
  const [isBusy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    if (code.length !== digits) {
      setProblem('请输入 8 位数字配对码');
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      await onRedeem(code);
    } catch (error) {
      setProblem(error instanceof CallError ? error.message : '配对失败，请重试');
      setBusy(false);
    }
  };
  return (
    <main className="ti-pairing" aria-label={label}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <h1>{title}</h1>
        <p>{words}</p>
        <label htmlFor="ti-pairing-code">配对码</label>
        <input
          id="ti-pairing-code"
          className="ti-input"
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder="8 位数字"
          maxLength={digits}
          value={code}
          aria-invalid={problem !== null}
          aria-describedby="ti-pairing-problem"
          onChange={(event) => setCode(event.target.value.replaceAll(/\D/g, ''))}
        />
        <p id="ti-pairing-problem" className="ti-pairing__problem" role="alert">
          {problem !== null && (
            <>
              <Icon name="exclamation-triangle" />
              {problem}
            </>
          )}
        </p>
        <Button type="submit" variant="primary" size="large" isBusy={isBusy}>
          {button}
        </Button>
        {children}
      </form>
    </main>
  );
}
