import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { CallError } from '../../contract/call.ts';
import type { ExceptionChild, ExceptionDetail } from '../../contract/entities/exception.ts';
import { keysOf, sweepWayLabels, type SweepWay } from '../../contract/exceptions.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import type { IconName } from '../../ui/Icon/iconNames.ts';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { telephoneLink } from '../../ui/telephoneLink.ts';
import { sweepOf } from './exceptionLook.ts';
import { Spoken } from '../../ui/Spoken/Spoken.tsx';

const wayIcons: Readonly<Record<SweepWay, IconName>> = {
  intercom: 'microphone',
  camera: 'video',
  onSite: 'map-marker',
};
const ways = keysOf(sweepWayLabels);

interface SweepListProps {
  row: ExceptionDetail;
  /** Rejects with a CallError. Null where the lifecycle allows no confirmation now. */
  onSweep: ((elevatorId: number, way: SweepWay) => Promise<void>) | null;
  /** Takes a confirmation back, as `onSweep`. */
  onUnsweep: ((elevatorId: number) => Promise<void>) | null;
}

/** The entry about to be recorded under the user's name: a way in which the car was found empty, or that this does not hold. */
type Asked = SweepWay | 'takeBack';

/** People who were seen in the car are looked for on the spot. */
const waysOf = ({ people_num: people }: ExceptionChild): readonly SweepWay[] => (people === null ? ways : ['onSite']);

function CallLink({ orderId }: { orderId: number }) {
  return (
    <Link className="exc-sweep__call" to={`/alarm-center?id=${orderId}`}>
      <Icon name="phone" />
      有人求救，处理救援单 {orderId}
    </Link>
  );
}

/** The person who confirmed it, the way and the time. */
function ConfirmedBy({ car: { swept_by: by, swept_at: at, way, note } }: { car: ExceptionChild }) {
  if (by === null) return null;
  return (
    <span className="exc-sweep__by">
      <Icon name="check" />
      {by.name} {way === null ? '' : sweepWayLabels[way]}
      {at === null ? '' : ` ${toDisplayTime(at).slice(11, 16)}`}
      {note === '' ? '' : `：${note}`}
    </span>
  );
}

/** The telephone in the car: confirming by intercom means ringing it first. */
function CarTelephone({ car: { sos_tel: telephone, tag } }: { car: ExceptionChild }) {
  if (telephone === '') return null;
  return (
    <a className="exc-sweep__tel" href={telephoneLink(telephone)} aria-label={`拨打 ${tag} 轿厢求救电话 ${telephone}`}>
      <Icon name="phone" />
      <Spoken>{telephone}</Spoken>
    </a>
  );
}

/** Asks once more, because it is recorded under the user's name. */
function Question({
  label,
  isBusy,
  onConfirm,
  onCancel,
}: {
  label: ReactNode;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  return (
    <div className="exc-sweep__ways">
      <Button size="small" variant="primary" autoFocus isBusy={isBusy} onClick={onConfirm}>
        {label}
      </Button>
      <Button size="small" variant="plain" onClick={onCancel}>
        返回
      </Button>
    </div>
  );
}

/** One car. A car that calls for help is no choice here: its call is handled at the desk. */
function Car({ car, onSweep, onUnsweep }: { car: ExceptionChild } & Pick<SweepListProps, 'onSweep' | 'onUnsweep'>) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { swept_by: by, rescue_order_id: orderId, people_num: people } = car;
  const confirm = async (chosen: Asked): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await (chosen === 'takeBack' ? onUnsweep?.(car.elevator_id) : onSweep?.(car.elevator_id, chosen));
      setAsked(null);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblem(error.message);
    } finally {
      setBusy(false);
    }
  };
  const isOpen = by === null && orderId === null;
  return (
    <li className="exc-sweep__car" data-state={orderId !== null ? 'calling' : by === null ? 'open' : 'swept'}>
      <div className="exc-sweep__where">
        <b>
          <Spoken>{car.tag}</Spoken>
        </b>
        <span>{car.addr}</span>
        {car.restored_at !== null && <StatusTag label="设备已恢复" tone="ok" />}
        {by === null && car.is_voided && <StatusTag label="再次断电，须重新确认" tone="medium" icon="undo" />}
        {by === null && people !== null && <StatusTag label={`设备报告 ${people} 人`} tone="high" icon="users" />}
        <ConfirmedBy car={car} />
        {by === null && <CarTelephone car={car} />}
      </div>
      {orderId !== null && <CallLink orderId={orderId} />}
      {isOpen && onSweep !== null && asked === null && (
        <div className="exc-sweep__ways" role="group" aria-label={`${car.tag} 如何确认轿厢无人`}>
          {waysOf(car).map((choice) => (
            <Button key={choice} size="small" icon={wayIcons[choice]} onClick={() => setAsked(choice)}>
              {sweepWayLabels[choice]}…
            </Button>
          ))}
        </div>
      )}
      {by !== null && onUnsweep !== null && asked === null && (
        <Button
          size="small"
          variant="plain"
          icon="undo"
          aria-label={`撤回 ${car.tag} 的确认`}
          onClick={() => setAsked('takeBack')}
        >
          撤回…
        </Button>
      )}
      {asked !== null && (asked === 'takeBack' ? by !== null : isOpen) && (
        <Question
          label={asked === 'takeBack' ? `撤回 ${car.tag} 的确认` : `${sweepWayLabels[asked]} ${car.tag} 无人`}
          isBusy={isBusy}
          onConfirm={() => void confirm(asked)}
          onCancel={() => setAsked(null)}
        />
      )}
      {problem !== null && (
        <p className="ti-field__error" role="alert">
          <Icon name="exclamation-circle" />
          {problem}
        </p>
      )}
    </li>
  );
}

/** The cars of an incident with several lifts: a named person confirms each as empty; those calling for help come first. */
export function SweepList({ row, onSweep, onUnsweep }: SweepListProps) {
  const { cars, sweptNum, callingNum, voidedNum } = sweepOf(row);
  return (
    <section className="exc-section" aria-label="逐台确认">
      <h3>
        逐台确认轿厢无人
        <span role="status">
          {sweptNum} / {cars.length} 已确认
        </span>
      </h3>
      <progress className="ti-progress" value={sweptNum} max={cars.length} aria-label="已确认的电梯" />
      {callingNum > 0 && (
        <p className="exc-sweep__warning" role="alert">
          <Icon name="exclamation-triangle" />
          {callingNum} 台轿厢有人求救，请先处理。
        </p>
      )}
      {voidedNum > 0 && (
        <p className="exc-sweep__warning" role="status">
          <Icon name="undo" />
          再次停电：{voidedNum} 台此前的确认已作废，请重新确认。
        </p>
      )}
      <ul className="exc-sweep" aria-label="受影响的电梯" tabIndex={0}>
        {cars.map((car) => (
          <Car key={car.elevator_id} car={car} onSweep={onSweep} onUnsweep={onUnsweep} />
        ))}
      </ul>
    </section>
  );
}
