import { useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '../../ui/Button/Button.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import type { UnsentOf } from './model/workState.ts';

export function Problem({ children }: { children: ReactNode }) {
  return (
    <p className="work-note" data-tone="critical" role="alert">
      <Icon name="exclamation-circle" />
      <span>{children}</span>
    </p>
  );
}

interface FieldProps {
  label: string;
  type?: 'text' | 'password';
  autoComplete: string;
  value: string;
  onChange: (value: string) => void;
}

export function TextLine({ label, type = 'text', autoComplete, value, onChange }: FieldProps) {
  return (
    <label className="work-field">
      <span>{label}</span>
      <input
        type={type}
        autoComplete={autoComplete}
        autoCapitalize="none"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}

interface SignInFormProps {
  account: string;
  message: string;
  isBusy: boolean;
  unsent: readonly UnsentOf[];
  onSubmit: (account: string, password: string) => void;
  /** Leads back to the records of a user whose session has expired; absent where nobody is signed in. */
  onBack?: (() => void) | undefined;
}

/** Account and password; above them, whose records still wait on this telephone. */
export function SignInForm({ account: known, message, isBusy, unsent, onSubmit, onBack }: SignInFormProps) {
  const [account, setAccount] = useState(known);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const lacks = account.trim() === '' ? '请填写账号' : password === '' ? '请填写密码' : '';
    setProblem(lacks);
    if (lacks === '' && !isBusy) onSubmit(account.trim(), password);
  };
  const shown = problem === '' ? message : problem;
  return (
    <form className="work-card work-form" noValidate onSubmit={submit} aria-label="登录">
      <h1>维保作业</h1>
      <p className="work-dim">智慧电梯安全管理平台 · 维保人员与电梯安全员</p>
      {unsent.map(({ account: whose, num }) => (
        <p key={whose} className="work-note" data-tone="medium">
          <Icon name="upload" />
          <span>
            本机有 {whose} 未上传的记录 {num} 项，{whose} 下次登录后自动上传。
          </span>
        </p>
      ))}
      <TextLine label="账号" autoComplete="username" value={account} onChange={setAccount} />
      <TextLine label="密码" type="password" autoComplete="current-password" value={password} onChange={setPassword} />
      {shown !== '' && <Problem>{shown}</Problem>}
      <Button type="submit" variant="primary" size="large" isBusy={isBusy}>
        登录
      </Button>
      {onBack !== undefined && <Button onClick={onBack}>返回，稍后登录</Button>}
    </form>
  );
}
