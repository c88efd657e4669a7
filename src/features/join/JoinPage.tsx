import { newPasswordHint } from '../../contract/endpoints/auth.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { FormProblems } from '../../ui/form/FormProblems.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { useSchemaForm, useSubmit } from '../../ui/form/useSchemaForm.ts';
import { Icon } from '../../ui/Icon/Icon.tsx';
import '../../ui/theme/form.css';
import { joinFormSchema } from './joinForm.ts';
import './JoinPage.css';

/** The page that the code in the address opens. */
export type JoinState =
  | { readonly kind: 'loading' }
  /** The server's words: wrong, used or too old. Only another code helps. */
  | { readonly kind: 'refused'; readonly message: string }
  /** No answer, or asked too often: the same code may work later. */
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'open'; readonly account: string; readonly name: string }
  | { readonly kind: 'done'; readonly account: string };

interface JoinPageProps {
  state: JoinState;
  /** Rejects with a CallError, whose field errors land beside the fields. */
  onSubmit: (newPassword: string) => Promise<void>;
  onLogin: () => void;
  onRetry: () => void;
}

function PasswordForm({ account, onSubmit }: { account: string; onSubmit: JoinPageProps['onSubmit'] }) {
  const form = useSchemaForm(joinFormSchema, { new_password: '', repeated: '' });
  const { submit, problems } = useSubmit(form, ['new_password', 'repeated'], ({ new_password: password }) =>
    onSubmit(password),
  );
  return (
    <form className="ti-form" noValidate onSubmit={(event) => void submit(event)}>
      {/* For the browser's own store of passwords. */}
      <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
      <PasswordField
        control={form.control}
        name="new_password"
        label="设置密码"
        isRequired
        autoComplete="new-password"
        hint={newPasswordHint}
      />
      <PasswordField
        control={form.control}
        name="repeated"
        label="再次填写密码"
        isRequired
        autoComplete="new-password"
      />
      <FormProblems problems={problems} />
      <Button type="submit" variant="primary" size="large" isBusy={form.formState.isSubmitting}>
        设置密码
      </Button>
    </form>
  );
}

/** The page that a join code opens on a telephone: the person sets a password for their own account, once. */
export function JoinPage({ state, onSubmit, onLogin, onRetry }: JoinPageProps) {
  return (
    <main className="join-page">
      <section className="join-page__card" aria-labelledby="join-title">
        <h1 id="join-title">智慧电梯安全管理平台</h1>
        {state.kind === 'loading' && <p role="status">正在核对加入码…</p>}
        {state.kind === 'refused' && (
          <>
            <p className="join-page__problem" role="alert">
              <Icon name="exclamation-circle" />
              {state.message}
            </p>
            <p>请联系为您开通账号的管理员，在“用户管理”中重新生成加入二维码。如果您已设置过密码，请直接登录。</p>
            <Button onClick={onLogin}>去登录</Button>
          </>
        )}
        {state.kind === 'failed' && (
          <>
            <p className="join-page__problem" role="alert">
              <Icon name="exclamation-circle" />
              {state.message}
            </p>
            <Button onClick={onRetry}>重试</Button>
          </>
        )}
        {state.kind === 'open' && (
          <>
            <p>
              {state.name}，您好。请为账号 <strong>{state.account}</strong> 设置只有您自己知道的密码。
            </p>
            <PasswordForm account={state.account} onSubmit={onSubmit} />
          </>
        )}
        {state.kind === 'done' && (
          <>
            <p role="status">
              <Icon name="check-circle" /> 密码已设置。请用账号 <strong>{state.account}</strong> 和新密码登录。
            </p>
            <Button variant="primary" size="large" onClick={onLogin}>
              去登录
            </Button>
          </>
        )}
      </section>
    </main>
  );
}
