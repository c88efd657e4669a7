import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Observable } from 'rxjs';
import type { CutPart, ExceptionDetail } from '../../contract/entities/exception.ts';
import type { NotificationRow } from '../../contract/entities/notification.ts';
import type { SweepWay } from '../../contract/exceptions.ts';
import type { ActionEvent, Offer } from '../../parts/exception/exceptionSteps.ts';
import { levelTag, stageTag } from '../../parts/exception/exceptionTags.ts';
import { Photos } from '../../parts/photos/Photos.tsx';
import { placeOf } from '../../parts/rescue/rescuePresentation.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { CopyButton } from '../../ui/copy/CopyButton.tsx';
import { DescriptionList } from '../../ui/DescriptionList/DescriptionList.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { Comments, type CommentsProps } from './Comments.tsx';
import { ExceptionClockView } from './ExceptionClockView.tsx';
import { exceptionFacts } from './exceptionFacts.ts';
import { ExceptionTimeline } from './ExceptionTimeline.tsx';
import { rescuePathOf } from './exceptionLook.ts';
import { ScooterPicture } from './ScooterPicture.tsx';
import { SweepList } from './SweepList.tsx';
import './exceptions.css';

export interface ExceptionDetailViewProps {
  row: ExceptionDetail;
  /** The last refresh failed: what is shown may be old. */
  problem: string | null;
  offer: Offer;
  now$: Observable<number>;
  /** The lift's live state, while it is useful and the user may see it. */
  car: ReactNode;
  /** The telephone of the maintenance company; empty where it is not known. */
  maintenanceTelephone?: string;
  comments: CommentsProps;
  /** The notices to the people whom the ladder has called for a rescue. */
  asked?: readonly NotificationRow[];
  /** A step is being sent. */
  busyEvent: ActionEvent | null;
  /** The reason for the last refusal. */
  refusal: string | null;
  onAction: (event: ActionEvent) => void;
  onSweep: ((elevatorId: number, way: SweepWay) => Promise<void>) | null;
  onUnsweep: ((elevatorId: number) => Promise<void>) | null;
  /** Opens the lift's recording around it; absent if nothing was recorded. */
  onRecording?: (() => void) | undefined;
  mayOpenLift: boolean;
}

function LiftLine({ row, mayOpenLift }: Pick<ExceptionDetailViewProps, 'row' | 'mayOpenLift'>) {
  return (
    <p className="exc-head__where">
      {mayOpenLift ? <Link to={`/elevator-screening?id=${row.elevator_id}`}>{row.tag}</Link> : row.tag}
      <CopyButton text={row.tag} label="电梯标签" /> {placeOf(row)}
    </p>
  );
}

const companiesOf = ({ property_name: property, maintenance_name: maintenance }: CutPart): string =>
  [property, maintenance].filter((name) => name !== '').join(' / ') || '未登记单位';

/** Other companies' cars of the same power cut are looked into in incidents of their own. */
function CutParts({ parts }: { parts: readonly CutPart[] }) {
  return (
    <section className="exc-section" aria-label="同一次停电的其他单位">
      <h3>同一次停电的其他单位</h3>
      <ul className="exc-cut">
        {parts.map((part) => (
          <li key={part.id}>
            <Link to={`?id=${part.id}`}>{companiesOf(part)}</Link>：{part.child_num} 台电梯，
            {part.is_finished ? '已关闭' : `已确认 ${part.swept_num} 台轿厢无人`}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Head({ row, now$, mayOpenLift }: Pick<ExceptionDetailViewProps, 'row' | 'now$' | 'mayOpenLift'>) {
  return (
    <header className="exc-head">
      <div className="exc-head__tags">
        <StatusTag {...levelTag(row)} />
        <StatusTag {...stageTag(row)} />
        {row.overdue && <StatusTag label={row.is_finished ? '曾超时' : '已超时'} tone="medium" icon="stopwatch" />}
        {row.is_false && <StatusTag label="误报" icon="ban" />}
        {row.active && !row.is_finished && <StatusTag label="设备仍在报告" icon="microchip" />}
        {!row.active && row.cleared_at !== null && !row.is_finished && (
          <StatusTag label="设备已消除" tone="ok" icon="microchip" />
        )}
        {row.door_held && row.stage !== 'doorHeld' && <StatusTag label="梯门保持中" tone="info" icon="lock" />}
        <ExceptionClockView row={row} now$={now$} />
      </div>
      <h3 className="exc-head__title">{row.title}</h3>
      {row.children.length > 0 ? (
        <p className="exc-head__where">
          {row.community_name}，{row.children.length} 台电梯
        </p>
      ) : (
        <LiftLine row={row} mayOpenLift={mayOpenLift} />
      )}
    </header>
  );
}

function Actions({
  row,
  offer,
  busyEvent,
  refusal,
  onAction,
  hasCarSteps,
}: Pick<ExceptionDetailViewProps, 'row' | 'offer' | 'busyEvent' | 'refusal' | 'onAction'> & {
  /** Its cars can be confirmed below. */
  hasCarSteps: boolean;
}) {
  if (row.type === 1)
    return (
      <p>
        <Link to={rescuePathOf(row)}>
          <Icon name="phone" /> {row.is_finished ? '查看救援记录' : '前往救援台处理'}
        </Link>
      </p>
    );
  return (
    <div className="exc-actions" role="group" aria-label="可进行的操作">
      {offer.actions.map(({ event, label, icon }) => (
        <Button
          key={event}
          icon={icon}
          variant={event === offer.next?.event ? 'primary' : 'quiet'}
          isBusy={busyEvent === event}
          onClick={() => onAction(event)}
        >
          {label}
        </Button>
      ))}
      {offer.actions.length === 0 && !row.is_finished && !hasCarSteps && (
        <p className="exc-quiet">
          <Icon name="lock" /> 目前没有您可以进行的操作。
        </p>
      )}
      {refusal !== null && (
        <p className="ti-form-error exc-actions__refusal" role="alert">
          <Icon name="exclamation-circle" />
          <span>{refusal}</span>
        </p>
      )}
    </div>
  );
}

/** One fault, scooter or incident in full. */
export function ExceptionDetailView({
  row,
  problem,
  offer,
  now$,
  car,
  maintenanceTelephone,
  comments,
  asked = [],
  onSweep,
  onUnsweep,
  onRecording,
  mayOpenLift,
  ...actions
}: ExceptionDetailViewProps) {
  return (
    <div className="exc-detail">
      <Head row={row} now$={now$} mayOpenLift={mayOpenLift} />
      {problem !== null && (
        <p className="exc-quiet" role="alert">
          可能不是最新：{problem}，正在自动重试。
        </p>
      )}
      <Actions
        row={row}
        offer={offer}
        hasCarSteps={row.children.length > 0 && (onSweep !== null || onUnsweep !== null)}
        {...actions}
      />
      {row.children.length > 0 && <SweepList row={row} onSweep={onSweep} onUnsweep={onUnsweep} />}
      {row.cut_parts.length > 0 && <CutParts parts={row.cut_parts} />}
      {row.type === 2 && row.source === 'alarm' && <ScooterPicture picture={row.picture} tag={row.tag} />}
      <section className="exc-section" aria-label="基本信息">
        <h3>
          基本信息
          {onRecording !== undefined && (
            <Button size="small" variant="plain" icon="history" onClick={onRecording}>
              事发前后录像
            </Button>
          )}
        </h3>
        <DescriptionList items={exceptionFacts(row, maintenanceTelephone)} columns={2} />
        <Photos names={row.photos} label="现场照片" />
      </section>
      <section className="exc-section" aria-label="时间线">
        <h3>时间线</h3>
        <ExceptionTimeline row={row} asked={asked} />
      </section>
      {car}
      {row.type !== 1 && (
        <section className="exc-section" aria-label="评论">
          <h3>评论</h3>
          <Comments {...comments} />
        </section>
      )}
    </div>
  );
}
