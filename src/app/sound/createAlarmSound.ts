import { BehaviorSubject, distinctUntilChanged, type Observable } from 'rxjs';

/** The part of an audio element that the alarm needs. */
export interface AlarmPlayer {
  loop: boolean;
  volume: number;
  currentTime: number;
  play(): Promise<void>;
  pause(): void;
}

/** `unknown` until it was tried once; `blocked`: the browser waits for a click or key press on this page. */
export type SoundPermission = 'unknown' | 'armed' | 'blocked';

export interface AlarmSound {
  readonly permission$: Observable<SoundPermission>;
  readonly volumePercent$: Observable<number>;
  volumePercent(): number;
  setVolumePercent(percent: number): void;
  /** Starts and stops silently: within a click it makes later alarms audible, without one it tells whether they are. */
  arm(): Promise<boolean>;
  /** Loops until stopped; false when the browser blocks it. */
  start(): Promise<boolean>;
  stop(): void;
  /** Emits whether it plays because someone is trying the volume. */
  readonly isTesting$: Observable<boolean>;
  test(): Promise<boolean>;
  endTest(): void;
}

interface VolumeStore {
  volumePercent(): number;
  setVolumePercent(percent: number): void;
}

/**
 * The looping alarm at `volumn` / 100 (specification, section 9). One per page, so that the login gesture arms the one
 * that rings later.
 */
export function createAlarmSound(player: AlarmPlayer, store: VolumeStore): AlarmSound {
  const permission$ = new BehaviorSubject<SoundPermission>('unknown');
  const volumePercent$ = new BehaviorSubject(store.volumePercent());
  const isTesting$ = new BehaviorSubject(false);
  let isRinging = false;
  player.loop = true;

  const isWanted = (): boolean => isRinging || isTesting$.value;

  const silence = (): void => {
    player.pause();
    player.currentTime = 0;
  };

  const play = async (): Promise<boolean> => {
    player.volume = isWanted() ? volumePercent$.value / 100 : 0;
    try {
      await player.play();
      if (!isWanted()) silence();
      permission$.next('armed');
      return true;
    } catch (error) {
      // Stopped before it started: this does not show what the browser allows.
      const isInterrupted = error instanceof DOMException && error.name === 'AbortError';
      if (!isInterrupted) permission$.next('blocked');
      return isInterrupted;
    }
  };

  return {
    permission$: permission$.pipe(distinctUntilChanged()),
    volumePercent$: volumePercent$.pipe(distinctUntilChanged()),
    volumePercent: () => volumePercent$.value,
    setVolumePercent(percent) {
      store.setVolumePercent(percent);
      volumePercent$.next(store.volumePercent());
      if (isWanted()) player.volume = volumePercent$.value / 100;
    },
    arm: play,
    start() {
      isRinging = true;
      return play();
    },
    stop() {
      isRinging = false;
      if (!isWanted()) silence();
    },
    isTesting$: isTesting$.pipe(distinctUntilChanged()),
    async test() {
      isTesting$.next(true);
      const isHeard = await play();
      if (!isHeard) isTesting$.next(false);
      return isHeard;
    },
    endTest() {
      isTesting$.next(false);
      if (!isWanted()) silence();
    },
  };
}
