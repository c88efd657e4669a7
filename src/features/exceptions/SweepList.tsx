import { useState } from 'react';
import { Link } from 'react-router-dom';
import { CallError } from '../../contract/call.ts';
import type { ExceptionChild, ExceptionDetail } from '../../contract/entities/exception.ts';
import { keysOf, sweepWayLabels, type SweepWay } from '../../contract/exceptions.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import type { IconName } from '../../ui/Icon/iconNames.ts';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { sweepOf } from './exceptionLook.ts';

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
}

function CallLink({ orderId }: { orderId: number }) {
  return (
    <Link className="exc-sweep__call" to={`/alarm-center?id=${orderId}`}>
      <Icon name="phone" />
      有人求救，处理救援单 {orderId}
    </Link>
  );
}

/** One car. Choosing how it was checked asks once more, because the confirmation is recorded under the user's name. */
function Car({ car, onSweep }: { car: ExceptionChild; onSweep: SweepListProps['onSweep'] }) {
  const [way, setWay] = useState<SweepWay | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { swept_by: by, swept_at: at, rescue_order_id: orderId } = car;
  const confirm = async (chosen: SweepWay): Promise<void> => {
    if (onSweep === null) return;
    setBusy(true);
    setProblem(null);
    try {
      await onSweep(car.elevator_id, chosen);
      setWay(null);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblem(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <li className="exc-sweep__car" data-state={orderId !== null ? 'calling' : by === null ? 'open' : 'swept'}>
      <div className="exc-sweep__where">
        <b>{car.tag}</b>
        <span>{car.addr}</span>
        {car.restored_at !== null && <StatusTag label="设备已恢复" tone="ok" />}
        {by !== null && (
          <span className="exc-sweep__by">
            <Icon name="check" />
            {by.name} {car.way === null ? '' : sweepWayLabels[car.way]}
            {at === null ? '' : ` ${toDisplayTime(at).slice(11, 16)}`}
          </span>
        )}
      </div>
      {orderId !== null && <CallLink orderId={orderId} />}
      {by === null && onSweep !== null && way === null && (
        <div className="exc-sweep__ways" role="group" aria-label={`${car.tag} 如何确认轿厢无人`}>
          {ways.map((choice) => (
            <Button key={choice} size="small" icon={wayIcons[choice]} onClick={() => setWay(choice)}>
              {sweepWayLabels[choice]}
            </Button>
          ))}
        </div>
      )}
      {by === null && way !== null && (
        <div className="exc-sweep__ways">
          <Button size="small" variant="primary" autoFocus isBusy={isBusy} onClick={() => void confirm(way)}>
            {sweepWayLabels[way]}，确认 {car.tag} 无人
          </Button>
          <Button size="small" variant="plain" onClick={() => setWay(null)}>
            取消
          </Button>
        </div>
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
export function SweepList({ row, onSweep }: SweepListProps) {
  const { cars, sweptNum, callingNum } = sweepOf(row);
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
      <ul className="exc-sweep" aria-label="受影响的电梯">
        {cars.map((car) => (
          <Car key={car.elevator_id} car={car} onSweep={onSweep} />
        ))}
      </ul>
    </section>
  );
}
