import { Link } from 'react-router-dom';
import type { VisitDetail, VisitItem } from '../../contract/entities/visit.ts';
import { visitFlagLabels } from '../../contract/visits/visitKinds.ts';
import { itemAnswerLabels } from '../../contract/visits/checkItem.ts';
import { screenNamed } from '../../contract/screens.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { Photos } from '../../parts/photos/Photos.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { DescriptionList } from '../../ui/DescriptionList/DescriptionList.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { SignatureView } from '../../ui/signature/SignatureView.tsx';
import { StatusTag, type Tone } from '../../ui/StatusTag/StatusTag.tsx';
import { VisitTimeline } from './VisitTimeline.tsx';
import { visitFacts } from './visitFacts.ts';
import { daysTag, deviceWords, evidenceTag, marksOf, stageTag } from './visitLook.ts';
import type { DeskStep, StepAction } from './visitSteps.ts';
import './orderRecords.css';

const answerTones: Readonly<Record<NonNullable<VisitItem['answer']>, Tone>> = {
  normal: 'ok',
  adjusted: 'info',
  abnormal: 'high',
  notApplicable: 'neutral',
  notDue: 'neutral',
};

const presenceWords = { right: '动态码正确', wrong: '动态码错误', none: '无动态码' } as const;

function Head({ row, mayOpenLift }: { row: VisitDetail; mayOpenLift: boolean }) {
  const marks = marksOf(row);
  return (
    <header className="or-head">
      <div className="or-head__tags">
        <StatusTag {...stageTag(row)} />
        {row.light !== null && <StatusTag {...daysTag(row)} />}
        {row.overdue && row.light !== 'overdue' && <StatusTag label="曾超时" tone="medium" icon="stopwatch" />}
        {row.evidence !== null && <StatusTag {...evidenceTag(row.evidence)} />}
        {row.is_paper && <StatusTag label="纸质补录" icon="file" />}
      </div>
      <p className="or-head__where">
        {mayOpenLift ? <Link to={`/elevator-screening?id=${row.elevator_id}`}>{row.tag}</Link> : row.tag}
        {' · '}
        {row.community_name} {row.addr}
      </p>
      {marks.length > 0 && (
        <p className="or-head__marks" aria-label="标记">
          <Icon name="flag" /> {marks.join('、')}
        </p>
      )}
    </header>
  );
}

function Items({ row }: { row: VisitDetail }) {
  const faults = screenNamed('FaultRecords').path;
  return (
    <ol className="or-items" aria-label="维保项目" tabIndex={0}>
      {row.items.map((item) => (
        <li key={item.code} data-answer={item.answer ?? undefined}>
          <span className="or-items__code">{item.code}</span>
          <div>
            <b>{item.name}</b>
            <span className="or-items__need">
              {item.requirement}
              {item.limit !== '' && `（${item.limit}）`}
            </span>
            {item.note !== '' && <p>{item.note}</p>}
            {item.value !== null && <p>实测 {item.value}</p>}
            <Photos names={item.photos} label={`${item.name}的照片`} />
            {item.fault_id !== null && (
              <Link to={`${faults}?id=${item.fault_id}`}>
                <Icon name="wrench" /> 故障 {item.fault_id}
              </Link>
            )}
          </div>
          {item.answer !== null && <StatusTag label={itemAnswerLabels[item.answer]} tone={answerTones[item.answer]} />}
        </li>
      ))}
    </ol>
  );
}

function CheckIns({ row }: { row: VisitDetail }) {
  return (
    <ul className="or-plain">
      {row.check_ins.map((one) => (
        <li key={`${one.name} ${one.at}`}>
          <b>{one.name}</b> {toDisplayTime(one.at)}，
          {one.place === null
            ? '无定位'
            : one.distance_m === null
              ? '已定位'
              : `距电梯 ${one.distance_m} 米（精度 ${Math.round(one.place.accuracyM)} 米）`}
          ，{presenceWords[one.presence]}
          {one.flags.length > 0 && (
            <span className="or-marks">（{one.flags.map((flag) => visitFlagLabels[flag]).join('、')}）</span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Signatures({ row }: { row: VisitDetail }) {
  return (
    <ul className="or-signatures">
      {row.signatures.map(({ role, name, at, strokes }) => (
        <li key={`${role} ${name} ${at}`}>
          <SignatureView strokes={strokes} label={`${name}的签名`} />
          <span>
            {role === 'officer' ? '安全员' : '维保人员'} {name}
          </span>
          <time>{toDisplayTime(at)}</time>
        </li>
      ))}
    </ul>
  );
}

export interface VisitDetailViewProps {
  row: VisitDetail;
  /** The last refresh failed: what is shown may be old. */
  problem: string | null;
  actions: readonly StepAction[];
  mayOpenLift: boolean;
  onAction: (event: DeskStep) => void;
  onPrint: () => void;
}

/** One visit in full: its state and steps, what was answered, who was there, what the device says, and what happened. */
export function VisitDetailView({ row, problem, actions, mayOpenLift, onAction, onPrint }: VisitDetailViewProps) {
  const [first] = actions;
  return (
    <div className="or-detail">
      <Head row={row} mayOpenLift={mayOpenLift} />
      {problem !== null && (
        <p className="or-quiet" role="alert">
          可能不是最新：{problem}，正在自动重试。
        </p>
      )}
      <div className="or-actions" role="group" aria-label="可进行的操作">
        {actions.map(({ event, label, icon }) => (
          <Button
            key={event}
            icon={icon}
            variant={event === first?.event ? 'primary' : 'quiet'}
            onClick={() => onAction(event)}
          >
            {label}
          </Button>
        ))}
        {row.stage !== 'imported' && row.stage !== 'replanned' && (
          <Button icon="print" onClick={onPrint}>
            {row.submitted_at === null ? '打印空白清单' : '打印记录'}
          </Button>
        )}
      </div>
      <section className="or-section" aria-label="基本信息">
        <h3>基本信息</h3>
        <DescriptionList items={visitFacts(row)} columns={2} />
      </section>
      {row.device !== null && (
        <section className="or-section" aria-label="设备佐证">
          <h3>设备佐证</h3>
          <p>{deviceWords(row.device)}</p>
        </section>
      )}
      {row.check_ins.length > 0 && (
        <section className="or-section" aria-label="签到">
          <h3>签到</h3>
          <CheckIns row={row} />
        </section>
      )}
      {row.signatures.length > 0 && (
        <section className="or-section" aria-label="签名">
          <h3>签名</h3>
          <Signatures row={row} />
        </section>
      )}
      {(row.photos.length > 0 || row.note !== '' || row.parts.length > 0) && (
        <section className="or-section" aria-label="现场记录">
          <h3>现场记录</h3>
          {row.note !== '' && <p>{row.note}</p>}
          {row.parts.length > 0 && (
            <p>
              更换部件：
              {row.parts
                .map(({ name, serial, num }) => `${name} × ${num}${serial === '' ? '' : `（${serial}）`}`)
                .join('、')}
            </p>
          )}
          <Photos names={row.photos} label="现场照片" />
        </section>
      )}
      {row.items.length > 0 && (
        <section className="or-section" aria-label="维保项目">
          <h3>
            维保项目
            <span>
              {row.items.length} 项{row.abnormal_num > 0 && `，异常 ${row.abnormal_num} 项`}
            </span>
          </h3>
          <Items row={row} />
        </section>
      )}
      <section className="or-section" aria-label="时间线">
        <h3>时间线</h3>
        <VisitTimeline timeline={row.timeline} />
      </section>
    </div>
  );
}
