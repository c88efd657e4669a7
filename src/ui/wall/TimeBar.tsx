import { useRef, useState } from 'react';
import { Button } from '../Button/Button.tsx';
import { IconButton } from '../IconButton/IconButton.tsx';
import { formatClockTime, formatDate, formatDateTime } from '../time/formatTime.ts';
import { clampTime, dayMs, dayOf, shareOfDay, spansOfDay, timeAfterKey, timeAtShare } from './timeBarScale.ts';
import './TimeBar.css';

export interface TimeBarProps {
  /** The range that can be shown: from the oldest kept sample to now. */
  oldestMs: number;
  newestMs: number;
  /** Parts of that which were kept; all of it by default. */
  spans?: readonly { readonly fromMs: number; readonly toMs: number }[];
  /** The moment shown. */
  atMs: number;
  state: 'live' | 'loading' | 'playing' | 'paused' | 'ended';
  speed: number;
  speeds?: readonly number[];
  /** The resolution of the kept data: 每分钟一帧. */
  resolution?: string;
  /** The number of events in each equal part of the shown day; drawn below the bar. */
  density?: readonly number[];
  /** Moments worth going to. */
  marks?: readonly { readonly atMs: number; readonly label: string }[];
  onSeek: (atMs: number) => void;
  onPlay: () => void;
  onPause: () => void;
  onSpeed: (speed: number) => void;
  onLive: () => void;
}

const usualSpeeds = [1, 5, 10, 30, 60];
const hours = [0, 3, 6, 9, 12, 15, 18, 21, 24];

/** Moves the picture through a kept day: drag, keys, play at 1–60×, and back to live. */
export function TimeBar({
  oldestMs,
  newestMs,
  spans = [{ fromMs: oldestMs, toMs: newestMs }],
  atMs,
  state,
  speed,
  speeds = usualSpeeds,
  resolution,
  density = [],
  marks = [],
  onSeek,
  onPlay,
  onPause,
  onSpeed,
  onLive,
}: TimeBarProps) {
  const track = useRef<HTMLDivElement>(null);
  // While the handle is held the bar follows the hand, whatever the picture behind has reached.
  const [heldMs, setHeldMs] = useState<number | null>(null);
  const shownMs = heldMs ?? atMs;
  const day = dayOf(shownMs, oldestMs, newestMs);
  const isLive = state === 'live' && heldMs === null;
  const isPlaying = state === 'playing';
  const percent = (ms: number): string => `${shareOfDay(day, ms) * 100}%`;
  const timeUnder = (clientX: number): number => {
    const box = track.current?.getBoundingClientRect();
    return box === undefined || box.width === 0 ? shownMs : timeAtShare(day, (clientX - box.left) / box.width);
  };
  const goTo = (ms: number): void => onSeek(clampTime(ms, oldestMs, newestMs));
  const densest = Math.max(1, ...density);
  const hasDayBefore = day.fromMs > oldestMs;
  const hasDayAfter = day.toMs < newestMs;
  return (
    <section className="ti-time-bar" data-state={isLive ? 'live' : 'replay'} aria-label="时间轴">
      <div className="ti-time-bar__buttons">
        <IconButton
          icon={isPlaying ? 'pause' : 'play'}
          label={isPlaying ? '暂停' : '播放'}
          isBusy={state === 'loading'}
          disabled={state === 'ended' || isLive}
          onClick={isPlaying ? onPause : onPlay}
        />
        <label className="ti-time-bar__speed">
          <span className="ti-visually-hidden">播放速度</span>
          <select value={speed} disabled={isLive} onChange={(event) => onSpeed(Number(event.target.value))}>
            {speeds.map((choice) => (
              <option key={choice} value={choice}>
                {choice}×
              </option>
            ))}
          </select>
        </label>
        <IconButton icon="angle-left" label="前一天" disabled={!hasDayBefore} onClick={() => goTo(shownMs - dayMs)} />
        <span className="ti-time-bar__day">{formatDate(day.fromMs)}</span>
        <IconButton icon="angle-right" label="后一天" disabled={!hasDayAfter} onClick={() => goTo(shownMs + dayMs)} />
      </div>
      <div
        className="ti-time-bar__track"
        ref={track}
        role="slider"
        tabIndex={0}
        aria-label="回放时刻"
        aria-valuemin={oldestMs}
        aria-valuemax={newestMs}
        aria-valuenow={shownMs}
        aria-valuetext={isLive ? '实时' : formatDateTime(shownMs)}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setHeldMs(timeUnder(event.clientX));
        }}
        onPointerMove={(event) => {
          if (heldMs !== null) setHeldMs(timeUnder(event.clientX));
        }}
        onPointerUp={(event) => {
          if (heldMs === null) return;
          onSeek(timeUnder(event.clientX));
          setHeldMs(null);
        }}
        onPointerCancel={() => setHeldMs(null)}
        onKeyDown={(event) => {
          const moved = timeAfterKey(event.key, atMs, day, oldestMs, newestMs);
          if (moved === null) return;
          event.preventDefault();
          onSeek(moved);
        }}
      >
        <div className="ti-time-bar__density" aria-hidden="true">
          {density.map((amount, place) => (
            <i key={place} style={{ height: `${(amount / densest) * 100}%` }} />
          ))}
        </div>
        <div className="ti-time-bar__rail" />
        {spansOfDay(day, spans).map(({ fromMs, toMs }) => (
          <div
            key={fromMs}
            className="ti-time-bar__kept"
            style={{ left: percent(fromMs), right: `${100 - shareOfDay(day, toMs) * 100}%` }}
            title={`有记录 ${formatClockTime(fromMs)}–${formatClockTime(toMs)}`}
          />
        ))}
        {marks
          .filter((mark) => mark.atMs >= day.fromMs && mark.atMs < day.toMs)
          .map((mark) => (
            <i
              key={`${mark.atMs} ${mark.label}`}
              className="ti-time-bar__mark"
              title={`${formatClockTime(mark.atMs)} ${mark.label}`}
              style={{ left: percent(mark.atMs) }}
            />
          ))}
        <div className="ti-time-bar__handle" style={{ left: percent(shownMs) }}>
          <output>{isLive ? '实时' : formatClockTime(shownMs)}</output>
        </div>
        {hours.map((hour) => (
          <span key={hour} className="ti-time-bar__hour" style={{ left: `${(hour / 24) * 100}%` }} aria-hidden="true">
            {hour}
          </span>
        ))}
      </div>
      <div className="ti-time-bar__end">
        {!isLive && resolution !== undefined && <span>{resolution}</span>}
        <Button
          size="small"
          icon="wave-pulse"
          variant={isLive ? 'plain' : 'primary'}
          disabled={isLive}
          onClick={onLive}
        >
          {isLive ? '实时' : '回到实时'}
        </Button>
      </div>
    </section>
  );
}
