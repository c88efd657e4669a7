import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { doorLane, speedLane } from '../chart/carLanes.ts';
import type { CurveSamples } from '../chart/curveSource.ts';
import type { CurvePicture } from '../chart/drawCurves.ts';
import { LiveCurve, type LiveCurveHandle } from '../chart/LiveCurve.tsx';
import { IconButton } from '../IconButton/IconButton.tsx';
import { LiftShaft } from '../shaft/LiftShaft.tsx';
import type { ShaftReport } from '../shaft/shaftTypes.ts';
import { StatusTag } from '../StatusTag/StatusTag.tsx';
import { formatDuration } from '../time/formatDuration.ts';
import { formatClockTime, formatDateTime } from '../time/formatTime.ts';
import './RecordingPlayer.css';

/** The control of the picture: a store of its position, and its buttons. */
export interface RecordingControl {
  readonly subscribe: (onChange: () => void) => () => void;
  readonly getSnapshot: () => {
    readonly state: 'playing' | 'paused' | 'ended';
    readonly atMs: number;
    readonly speed: number;
  };
  readonly play: () => void;
  readonly pause: () => void;
  readonly seek: (atMs: number) => void;
  readonly changeSpeed: (speed: number) => void;
  readonly stop: () => void;
}

interface RecordingPlayerProps {
  /** The name of the recording: CH-01-01 · 2026-11-20 18:40. */
  title: string;
  control: RecordingControl;
  fromMs: number;
  toMs: number;
  incidentMs: number;
  /** The incident: 呼叫. */
  incidentLabel: string;
  floorMin: number;
  floorMax: number;
  /** Speed in m/s, door from 0 to 1, floor. */
  curves: CurveSamples;
  carAt: (atMs: number) => ShaftReport | null;
  /** It is still being recorded: the end is not the end of the story. */
  isOpen?: boolean;
}

const speeds = [1, 5, 10, 30, 60];

/** Returns the time before or after the incident: −04:12, +00:30. */
const offsetText = (ms: number): string => `${ms < 0 ? '−' : '+'}${formatDuration(Math.abs(ms))}`;

function curvePicture(
  curves: CurveSamples,
  fromMs: number,
  toMs: number,
  floorMin: number,
  floorMax: number,
): CurvePicture {
  const [speed] = curves.values;
  const fastest = Math.max(
    1,
    ...Array.from(speed ?? [], (value) => (Number.isNaN(value) ? 0 : Math.ceil(Math.abs(value) * 2) / 2)),
  );
  return {
    windowMs: toMs - fromMs,
    series: [
      { name: '速度', tone: 'normal', isArea: true },
      { name: '轿门', tone: 'second', isStep: true, isArea: true },
      { name: '楼层', tone: 'normal', isStep: true },
    ],
    lanes: [
      {
        label: '楼层',
        min: floorMin,
        max: Math.max(floorMin + 1, floorMax),
        ticks: [
          { value: floorMin, label: String(floorMin) },
          { value: floorMax, label: String(floorMax) },
        ],
        series: [2],
        weight: 1.5,
      },
      speedLane(fastest, 0, 1.5),
      doorLane(1),
    ],
  };
}

/**
 * A lift's minutes around an incident, played: the car in its shaft, its curves, and the moment of the call. Never to
 * be taken for live.
 */
export function RecordingPlayer({
  title,
  control,
  fromMs,
  toMs,
  incidentMs,
  incidentLabel,
  floorMin,
  floorMax,
  curves,
  carAt,
  isOpen = false,
}: RecordingPlayerProps) {
  const { state, atMs, speed } = useSyncExternalStore(control.subscribe, control.getSnapshot);
  useEffect(() => () => control.stop(), [control]);
  const curve = useRef<LiveCurveHandle>(null);
  const picture = useMemo(
    () => curvePicture(curves, fromMs, toMs, floorMin, floorMax),
    [curves, fromMs, toMs, floorMin, floorMax],
  );
  useEffect(() => curve.current?.update(curves, toMs), [curves, toMs]);
  const report = carAt(atMs);
  const share = (ms: number): number => (ms - fromMs) / (toMs - fromMs);
  const isPlaying = state === 'playing';
  return (
    <section className="ti-recording" aria-label={`录制回放：${title}`}>
      <header className="ti-recording__head">
        <StatusTag tone="info" icon="history" label="历史录制，非实时" />
        <strong>{title}</strong>
        <time>{formatDateTime(atMs)}</time>
        <b data-after={atMs >= incidentMs || undefined}>
          {incidentLabel}
          {offsetText(atMs - incidentMs)}
        </b>
      </header>
      <div className="ti-recording__body">
        <div className="ti-recording__shaft">
          <LiftShaft
            floorMin={floorMin}
            floorMax={floorMax}
            report={report}
            trust="replay"
            alert={atMs >= incidentMs ? { label: incidentLabel, isPulsing: false } : null}
          />
        </div>
        <div className="ti-recording__curves">
          <LiveCurve
            ref={curve}
            label={`楼层、速度与轿门，${formatClockTime(fromMs)} 至 ${formatClockTime(toMs)}`}
            picture={picture}
          />
          <i className="ti-recording__incident" style={{ '--at': share(incidentMs) }} aria-hidden="true">
            {incidentLabel}
          </i>
          <i className="ti-recording__now" style={{ '--at': share(atMs) }} aria-hidden="true" />
        </div>
      </div>
      <div className="ti-recording__bar">
        <IconButton
          icon={isPlaying ? 'pause' : state === 'ended' ? 'replay' : 'play'}
          label={isPlaying ? '暂停' : state === 'ended' ? '从头播放' : '播放'}
          onClick={isPlaying ? control.pause : control.play}
        />
        <input
          type="range"
          aria-label="回放时刻"
          aria-valuetext={`${formatClockTime(atMs)}，${incidentLabel}${offsetText(atMs - incidentMs)}`}
          min={fromMs}
          max={toMs}
          step={1_000}
          value={atMs}
          onChange={(event) => control.seek(Number(event.target.value))}
        />
        <IconButton icon="flag" label={`到${incidentLabel}时刻`} onClick={() => control.seek(incidentMs)} />
        <label className="ti-recording__speed">
          <span className="ti-visually-hidden">播放速度</span>
          <select
            className="ti-input"
            value={speed}
            onChange={(event) => control.changeSpeed(Number(event.target.value))}
          >
            {speeds.map((choice) => (
              <option key={choice} value={choice}>
                {choice}×
              </option>
            ))}
          </select>
        </label>
      </div>
      {isOpen && <p className="ti-recording__open">事件尚在录制中，之后重新打开可看到更多。</p>}
    </section>
  );
}
