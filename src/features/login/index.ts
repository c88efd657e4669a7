export { LoginPage, type LoginPageProps, type LoginStatus } from './LoginPage.tsx';
export type { LoginForm } from './loginForm.ts';
