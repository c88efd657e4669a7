import { useEffect, useRef, useState } from 'react';
import { Icon } from '../Icon/Icon.tsx';
import { StatusTag, type Tone } from '../StatusTag/StatusTag.tsx';
import './LiftShaft.css';
import { namedFloors, shaftRange, shaftShare, usualFloorLabel } from './shaftFloors.ts';
import type { ShaftReport } from './shaftTypes.ts';
import { useGlide } from './useGlide.ts';

export interface LiftShaftProps {
  /** Null while they are not known. */
  floorMin: number | null;
  floorMax: number | null;
  /** The newest report; a new object a report. null before the first. */
  report: ShaftReport | null;
  /** Anything but `live` is drawn pale and still. */
  trust: 'live' | 'stale' | 'offline' | 'replay';
  /** The reason why it is not live, and since when: 设备离线，最后上报 18:40:12. */
  trustText?: string;
  /** The service mode, when it is not the usual one. */
  mode?: { readonly label: string; readonly tone: Tone } | null;
  /** People are trapped, or the car asks for help: words and whether someone has yet to take it. */
  alert?: { readonly label: string; readonly isPulsing: boolean } | null;
  floorLabel?: (floor: number) => string;
  floorHeightM?: number;
  /** False where floor, words, mode and age already stand beside the shaft. */
  hasReadout?: boolean;
}

const doorWords = { closed: '门关', opening: '开门中', open: '门开', closing: '关门中' } as const;
const directionWords = { none: '静止', up: '上行', down: '下行' } as const;
const doorOpen = { closed: 0, opening: 1, open: 1, closing: 0 } as const;
const shownPeople = 5;

function describe(report: ShaftReport | null, label: (floor: number) => string): string {
  if (report === null) return '尚无数据';
  const { floor, isMoving, direction, door, people, isBetweenFloors } = report;
  return [
    floor === null ? '楼层未知' : `${label(floor)} 层`,
    isMoving ? directionWords[direction] : isBetweenFloors ? '停于层间' : '静止',
    door === null ? '' : doorWords[door],
    people === null ? '' : `${people} 人`,
  ]
    .filter(Boolean)
    .join('，');
}

/** A lift's shaft with the car riding between its floors: doors, people, direction, mode; pale as soon as it is not live. */
export function LiftShaft({
  floorMin,
  floorMax,
  report,
  trust,
  trustText,
  mode = null,
  alert = null,
  floorLabel = usualFloorLabel,
  floorHeightM = 3,
  hasReadout = true,
}: LiftShaftProps) {
  const root = useRef<HTMLDivElement>(null);
  const well = useRef<HTMLDivElement>(null);
  const [roomFor, setRoomFor] = useState(10);
  useEffect(() => {
    const element = well.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setRoomFor(Math.max(2, Math.floor(element.clientHeight / 26))));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const { low, high, isKnown } = shaftRange(floorMin, floorMax, report?.floor ?? null);
  const isStill = trust === 'stale' || trust === 'offline';
  useGlide(root, { report, floorMin: low, floorMax: high, floorHeightM, isStill });
  const direction = report?.isMoving === true ? report.direction : 'none';
  const people = Math.min(shownPeople, report?.people ?? 0);
  return (
    <div
      className="ti-shaft"
      ref={root}
      data-trust={trust}
      data-endless={!isKnown || undefined}
      data-bare={!hasReadout || undefined}
      data-alert={alert !== null || undefined}
      data-pulse={alert?.isPulsing === true || undefined}
      data-between={report?.isBetweenFloors === true || undefined}
    >
      {hasReadout && (
        <>
          <div className="ti-shaft__display" data-direction={direction}>
            <span className="ti-shaft__floor">
              {report === null || report.floor === null ? '—' : floorLabel(report.floor)}
            </span>
            {direction !== 'none' && <Icon name={direction === 'up' ? 'arrow-up' : 'arrow-down'} />}
            <span className="ti-shaft__words">
              {report === null
                ? '尚无数据'
                : report.isMoving
                  ? directionWords[report.direction]
                  : report.isBetweenFloors
                    ? '停于层间'
                    : '静止'}
              <small>
                {report?.door === null || report?.door === undefined ? '门状态未知' : doorWords[report.door]}
                {' · '}
                {report?.people === null || report?.people === undefined ? '人数未知' : `${report.people} 人`}
              </small>
            </span>
          </div>
          <div className="ti-shaft__tags">
            {alert !== null && <StatusTag label={alert.label} tone="critical" isPulsing={alert.isPulsing} />}
            {mode !== null && <StatusTag label={mode.label} tone={mode.tone} />}
            {trust === 'replay' && <StatusTag label="回放" tone="info" icon="history" />}
          </div>
        </>
      )}
      <div
        className="ti-shaft__well"
        ref={well}
        role="img"
        aria-label={`井道：${describe(report, floorLabel)}${isKnown ? '' : '（楼层范围未知）'}${isStill ? `（${trustText ?? '非实时'}）` : ''}`}
      >
        {(isKnown || report?.floor != null ? namedFloors(low, high, roomFor) : []).map((floor) => (
          <span key={floor} className="ti-shaft__landing" style={{ '--at': shaftShare(floor, low, high) }}>
            {floorLabel(floor)}
          </span>
        ))}
        {report !== null && report.floor !== null && (
          <>
            <i className="ti-shaft__rope" />
            <i className="ti-shaft__weight" />
            <i className="ti-shaft__pulse" />
            <div className="ti-shaft__car" style={{ '--open': doorOpen[report.door ?? 'closed'] }}>
              <svg viewBox="0 0 100 84" preserveAspectRatio="xMidYMax meet" aria-hidden="true">
                {Array.from({ length: people }, (_, index) => (
                  <g
                    key={index}
                    className="ti-shaft__person"
                    transform={`translate(${50 + (index - (people - 1) / 2) * 18} 0)`}
                  >
                    <circle cx="0" cy="32" r="7" />
                    <path d="M-9 84V54a9 9 0 0 1 18 0v30z" />
                  </g>
                ))}
              </svg>
              <i className="ti-shaft__door" data-side="left" />
              <i className="ti-shaft__door" data-side="right" />
            </div>
          </>
        )}
      </div>
      {hasReadout && isStill && (
        <p className="ti-shaft__trust">
          <Icon name={trust === 'offline' ? 'minus-circle' : 'exclamation-triangle'} />
          {trustText ?? '非实时'}
        </p>
      )}
    </div>
  );
}
