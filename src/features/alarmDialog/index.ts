export { AlarmDialog, type AlarmDialogView, type SoundState } from './AlarmDialog.tsx';
