import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { AlarmDialog, type SoundState } from '../../features/alarmDialog/index.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import type { Observable } from 'rxjs';
import type { AlarmSound } from '../sound/createAlarmSound.ts';
import { defaultVolumePercent } from '../session/sessionStore.ts';
import type { AlarmConsole } from './createAlarmConsole.ts';
import { toAlarmDialogView } from './toAlarmDialogView.ts';

interface AlarmHostProps {
  alarm: AlarmConsole;
  sound: AlarmSound;
  serverNow$: Observable<number>;
}

/** The dialog over whatever page is open. F9 answers from anywhere and moves no focus. */
export function AlarmHost({ alarm: { actor }, sound, serverNow$ }: AlarmHostProps) {
  const snapshot = useSelector(actor, (state) => state);
  const volumePercent = useObservable(sound.volumePercent$, sound.volumePercent());
  const view = toAlarmDialogView(snapshot);
  const isOpen = view !== null;

  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'F9' || event.repeat) return;
      event.preventDefault();
      actor.send({ type: 'user.answered', by: 'key' });
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [isOpen, actor]);

  if (view === null) return null;
  const soundState: SoundState = snapshot.matches({ ringing: 'soundBlocked' })
    ? 'blocked'
    : volumePercent === 0
      ? 'muted'
      : 'audible';
  return (
    <OpenAlarm
      serverNow$={serverNow$}
      view={view}
      queue={snapshot.context.queue.filter(({ key }) => key !== view.call.key)}
      sound={soundState}
      userId={snapshot.context.userId}
      onAnswer={() => actor.send({ type: 'user.answered', by: 'click' })}
      onAcknowledge={() => actor.send({ type: 'user.acknowledged' })}
      onArmSound={() => {
        if (soundState === 'muted') sound.setVolumePercent(defaultVolumePercent);
        void sound.arm();
      }}
    />
  );
}

type OpenAlarmProps = Omit<Parameters<typeof AlarmDialog>[0], 'nowMs'> & { serverNow$: Observable<number> };

/** Listens to the clock only while there is something to time. */
function OpenAlarm({ serverNow$, ...dialog }: OpenAlarmProps) {
  const nowMs = useObservable(serverNow$, dialog.view.call.raisedAtMs);
  return <AlarmDialog {...dialog} nowMs={nowMs} />;
}
