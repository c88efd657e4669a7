import { useState, type FormEvent } from 'react';
import { CallError } from '../../contract/call.ts';
import { newPassword, newPasswordHint } from '../../contract/endpoints/auth.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Problem, TextLine } from './SignInForm.tsx';

interface PasswordFormProps {
  /** Rejects with a CallError. */
  onSubmit: (oldPassword: string, newPassword: string) => Promise<void>;
  onSignOut: () => void;
}

/** The first password was somebody else's choice: it has to be changed before anything else. */
export function PasswordForm({ onSubmit, onSignOut }: PasswordFormProps) {
  const [old, setOld] = useState('');
  const [fresh, setFresh] = useState('');
  const [repeated, setRepeated] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);

  async function change(): Promise<void> {
    const parsed = newPassword.safeParse(fresh);
    const lacks =
      old === ''
        ? '请填写原密码'
        : parsed.success
          ? fresh === repeated
            ? ''
            : '两次填写的密码不一致'
          : (parsed.error.issues[0]?.message ?? '请填写新密码');
    setProblem(lacks);
    if (lacks !== '') return;
    setBusy(true);
    try {
      await onSubmit(old, fresh);
    } catch (error) {
      setProblem(error instanceof CallError ? error.message : '修改失败，请重试');
      setBusy(false);
    }
  }

  return (
    <form
      className="work-card work-form"
      noValidate
      aria-label="修改密码"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!isBusy) void change();
      }}
    >
      <h1>请先修改密码</h1>
      <p className="work-dim">{newPasswordHint}</p>
      <TextLine label="原密码" type="password" autoComplete="current-password" value={old} onChange={setOld} />
      <TextLine label="新密码" type="password" autoComplete="new-password" value={fresh} onChange={setFresh} />
      <TextLine
        label="再次填写新密码"
        type="password"
        autoComplete="new-password"
        value={repeated}
        onChange={setRepeated}
      />
      {problem !== '' && <Problem>{problem}</Problem>}
      <Button type="submit" variant="primary" size="large" isBusy={isBusy}>
        修改密码
      </Button>
      <Button onClick={onSignOut}>退出登录</Button>
    </form>
  );
}
