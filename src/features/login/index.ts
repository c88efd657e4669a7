export { LoginPage, type LoginStatus } from './LoginPage.tsx';
