import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Button } from '../../ui/Button/Button.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { LoadingOverlay } from '../../ui/LoadingOverlay/LoadingOverlay.tsx';
import { LoginBackdrop } from './LoginBackdrop.tsx';
import { loginFormSchema, type LoginForm } from './loginForm.ts';
import './LoginPage.css';

/** The state of the sign-in; `refusal` is the server's reason for the last attempt. */
export type LoginStatus =
  | { readonly state: 'waiting'; readonly refusal: string | null }
  | { readonly state: 'authenticating' }
  | { readonly state: 'entering' };

export interface LoginPageProps {
  status: LoginStatus;
  /** The account whose sign-in has just been ended by the server: its user needs only the password. */
  account?: string;
  /** Called within the click or key press itself: the only moment when a browser lets a page arm its sound. */
  onGesture: () => void;
  onSubmit: (form: LoginForm) => void;
}

const overlayTexts = { waiting: '', authenticating: '正在登录…', entering: '登录成功，正在跳转' } as const;

/** Account and password (specification, section 2). What was typed is never cleared by a refusal. */
export function LoginPage({ status, account = '', onGesture, onSubmit }: LoginPageProps) {
  const { control, handleSubmit } = useForm<LoginForm>({
    resolver: zodResolver(loginFormSchema),
    defaultValues: { account, password: '' },
  });
  const refusal = status.state === 'waiting' ? status.refusal : null;
  return (
    <main className="ti-login">
      <LoginBackdrop />
      <section className="ti-login__card" aria-labelledby="login-title">
        <header className="ti-login__head">
          <img src="/favicon.svg" alt="" width="52" height="52" />
          <div>
            <h1 id="login-title">
              智慧电梯安全管理平台 <span className="ti-login__version">V1.5</span>
            </h1>
            <p>电梯运行监测 · 困人救援 · 应急处置</p>
          </div>
        </header>
        <form
          className="ti-login__form"
          noValidate
          onSubmit={(event) => {
            onGesture();
            void handleSubmit(onSubmit)(event);
          }}
        >
          <TextField
            control={control}
            name="account"
            label="账号"
            isRequired
            icon="user"
            placeholder="请输入账号"
            autoComplete="username"
            maxLength={64}
            hasAutoFocus
          />
          <PasswordField control={control} name="password" label="密码" isRequired placeholder="请输入密码" />
          <div className="ti-login__refusal" role="alert">
            {refusal !== null && (
              <>
                <Icon name="exclamation-circle" />
                {refusal}
              </>
            )}
          </div>
          <Button type="submit" variant="primary" size="large" icon="sign-in">
            立即登录
          </Button>
        </form>
      </section>
      <LoadingOverlay isShown={status.state !== 'waiting'} text={overlayTexts[status.state]} />
    </main>
  );
}
