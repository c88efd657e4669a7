import { useState } from 'react';
import { Link } from 'react-router-dom';
import { CallError } from '../../contract/call.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import '../../ui/theme/form.css';
import './WallPairing.css';

interface WallPairingProps {
  /** The reason for the end of the former pairing; null where there was none. */
  message: string | null;
  /** Rejects with a CallError. */
  onRedeem: (code: string) => Promise<void>;
}

const digits = 8;

/** Pairs this display once; from then on it signs in automatically. */
export function WallPairing({ message, onRedeem }: WallPairingProps) {
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
    <main className="ti-pairing" aria-label="大屏配对">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <h1>智慧电梯安全管理平台 · 数据大屏</h1>
        <p>
          请管理员登录后台，打开“数据大屏”，点“大屏配对”，生成配对码，然后在这里输入。配对一次即可，之后自动登录，仅可查看。
        </p>
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
          配对并打开大屏
        </Button>
        <Link to="/ins-login">用账号登录</Link>
      </form>
    </main>
  );
}
