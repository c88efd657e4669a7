import type { SoundState } from '../../features/alarmDialog/index.ts';
import type { AlarmDialogSnapshot } from '../../machines/alarmDialogMachine.ts';
import { toAlarmDialogView } from './toAlarmDialogView.ts';

/** Returns the state of this console's sound. */
export function soundStateOf(snapshot: AlarmDialogSnapshot, volumePercent: number): SoundState {
  if (snapshot.matches({ ringing: 'soundBlocked' })) return 'blocked';
  return volumePercent === 0 ? 'muted' : 'audible';
}

/** Returns true if the dialog may stand aside as a bar: a call that nobody can hear stays in sight. */
export const mayDock = (sound: SoundState): boolean => sound === 'audible';

/** Returns true if the dialog lies over the page and has its keyboard; a docked one leaves it to the page. */
export const isOverPage = (snapshot: AlarmDialogSnapshot, volumePercent: number): boolean =>
  toAlarmDialogView(snapshot) !== null &&
  !(snapshot.context.isDocked && mayDock(soundStateOf(snapshot, volumePercent)));
