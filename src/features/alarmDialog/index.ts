export { AlarmDialog, type AlarmDialogView, type SoundState } from './AlarmDialog.tsx';
export { AlarmDock } from './AlarmDock.tsx';
