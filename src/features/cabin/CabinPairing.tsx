import { useState } from 'react';
import { CallError } from '../../contract/call.ts';
import { Button } from '../../ui/Button/Button.tsx';
import '../../ui/theme/form.css';
import './CabinPairing.css';

interface CabinPairingProps {
  /** The reason for the end of the former pairing; null where there was none. */
  message: string | null;
  /** Rejects with a CallError. */
  onRedeem: (code: string) => Promise<void>;
}

const digits = 8;

/** Pairs the screen of a car once; from then on it signs in automatically and shows its own lift. */
export function CabinPairing({ message, onRedeem }: CabinPairingProps) {
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
    <main className="ti-cabin-pairing" aria-label="轿厢屏配对">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <h1>轿厢屏</h1>
        <p>
          请管理员在“电梯管理”中选中这台电梯，点“配对轿厢屏”，生成配对码，然后在这里输入。配对一次即可，之后自动登录。
        </p>
        <label htmlFor="ti-cabin-code">配对码</label>
        <input
          id="ti-cabin-code"
          className="ti-input"
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder="8 位数字"
          maxLength={digits}
          value={code}
          aria-invalid={problem !== null}
          aria-describedby="ti-cabin-problem"
          onChange={(event) => setCode(event.target.value.replaceAll(/\D/g, ''))}
        />
        <p id="ti-cabin-problem" role="alert">
          {problem}
        </p>
        <Button type="submit" variant="primary" size="large" isBusy={isBusy}>
          配对
        </Button>
      </form>
    </main>
  );
}
