import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { AlarmDialog, AlarmDock } from '../../features/alarmDialog/index.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import type { Observable } from 'rxjs';
import type { AlarmSound } from '../sound/createAlarmSound.ts';
import { defaultVolumePercent } from '../session/sessionStore.ts';
import type { AlarmConsole } from './createAlarmConsole.ts';
import { mayDock, soundStateOf } from './isOverPage.ts';
import { toAlarmDialogView } from './toAlarmDialogView.ts';

interface AlarmHostProps {
  alarm: AlarmConsole;
  sound: AlarmSound;
  serverNow$: Observable<number>;
}

/** The keys of the dialog, from wherever the focus is; neither moves it. */
const keysOf = { F9: 'answer', F8: 'dock' } as const;
const isDialogKey = (key: string): key is keyof typeof keysOf => Object.hasOwn(keysOf, key);

/** The dialog over whatever page is open, or its bar while the dispatcher works on a call. */
export function AlarmHost({ alarm: { actor }, sound, serverNow$ }: AlarmHostProps) {
  const snapshot = useSelector(actor, (state) => state);
  const volumePercent = useObservable(sound.volumePercent$, sound.volumePercent());
  const view = toAlarmDialogView(snapshot);
  const isOpen = view !== null;
  const soundState = soundStateOf(snapshot, volumePercent);
  const isDockable = mayDock(soundState);

  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent): void => {
      if (!isDialogKey(event.key) || event.repeat) return;
      event.preventDefault();
      if (keysOf[event.key] === 'answer') actor.send({ type: 'user.answered', by: 'key' });
      else if (isDockable) actor.send({ type: actor.getSnapshot().context.isDocked ? 'user.undocked' : 'user.docked' });
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [isOpen, isDockable, actor]);

  if (view === null) return null;
  const { isDocked, heldClaims, queue } = snapshot.context;
  return (
    <OpenAlarm
      serverNow$={serverNow$}
      isDocked={isDocked && isDockable}
      view={view}
      queue={queue.filter(({ key }) => key !== view.call.key)}
      sound={soundState}
      userId={snapshot.context.userId}
      onAnswer={() => actor.send({ type: 'user.answered', by: 'click' })}
      onAcknowledge={() => actor.send({ type: 'user.acknowledged' })}
      onArmSound={() => {
        if (soundState === 'muted') sound.setVolumePercent(defaultVolumePercent);
        void sound.arm();
      }}
      onDock={isDockable && heldClaims > 0 ? () => actor.send({ type: 'user.docked' }) : null}
      onUndock={() => actor.send({ type: 'user.undocked' })}
    />
  );
}

type OpenAlarmProps = Omit<Parameters<typeof AlarmDialog>[0], 'nowMs'> & {
  serverNow$: Observable<number>;
  isDocked: boolean;
  onUndock: () => void;
};

/** Listens to the clock only while there is something to time. */
function OpenAlarm({ serverNow$, isDocked, onUndock, ...dialog }: OpenAlarmProps) {
  const nowMs = useObservable(serverNow$, dialog.view.call.raisedAtMs);
  const { onDock, ...dock } = dialog;
  return isDocked ? (
    <AlarmDock {...dock} onUndock={onUndock} nowMs={nowMs} />
  ) : (
    <AlarmDialog {...dock} onDock={onDock} nowMs={nowMs} />
  );
}
