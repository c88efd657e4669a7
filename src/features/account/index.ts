export { AlarmVolumeDialog } from './AlarmVolumeDialog.tsx';
export { ChangePasswordDialog } from './ChangePasswordDialog.tsx';
export type { ChangePasswordForm } from './changePasswordForm.ts';
export { LeaveDialog, type LeaveDialogProps } from './LeaveDialog.tsx';
export { PersonalInfoDialog } from './PersonalInfoDialog.tsx';
