import type { VisitStep } from '../../contract/endpoints/visit.ts';
import type { VisitDetail } from '../../contract/entities/visit.ts';
import { visitEvents } from '../../contract/events/visit.ts';
import { toDisplayTime, toWireTime } from '../../contract/time.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { CheckIn } from './CheckIn.tsx';
import { SignOnly, WithReason } from './Countersign.tsx';
import type { Telephone, WorkActions } from './model/actions.ts';
import { stampLines } from './model/fitPhoto.ts';
import { emptyDraft } from './model/kept.ts';
import { isBegunElsewhere, phaseOf, standingOf, submissionOf } from './model/visitWork.ts';
import type { WorkState } from './model/workState.ts';
import { Refusal } from './QueueView.tsx';
import { RecordForm } from './RecordForm.tsx';
import { VisitRecord } from './VisitRecord.tsx';

export interface VisitViewProps {
  visit: VisitDetail;
  state: WorkState;
  actions: WorkActions;
  telephone: Telephone;
  /** A code with which the page was opened from the sign in the car. */
  scanned: string;
}

const titleOf = ({ tag, addr }: VisitDetail): string => `${tag} ${addr}`;

/** Returns the reason why the safety officer sent the record back, from the visit's own story. */
const rejectionOf = ({ timeline }: VisitDetail): string =>
  timeline.findLast(({ type }) => type === 'visit.rejected')?.detail ?? '';

function Briefing({ onBriefed }: { onBriefed: () => void }) {
  return (
    <section className="work-card" aria-label="安全交底">
      <h2>安全交底</h2>
      <ul className="work-list">
        <li>层站与轿厢内已放置护栏和“电梯检修，停止使用”牌。</li>
        <li>轿厢内无人，已确认停梯；进入轿顶、底坑前按下停止开关。</li>
        <li>两人作业已约定联络方式，防护用品已佩戴。</li>
      </ul>
      <p className="work-dim">作业期间，本梯的重要与一般报警不提示；求救与紧急报警照常。</p>
      <Button size="large" variant="primary" icon="check" onClick={onBriefed}>
        已确认，开始作业
      </Button>
    </section>
  );
}

function Wait({ icon, title, hint }: { icon: 'upload' | 'clock' | 'check-circle'; title: string; hint: string }) {
  return (
    <p className="work-note" data-tone="info" role="status">
      <Icon name={icon} />
      <span>
        <strong>{title}</strong>
        <br />
        {hint}
      </span>
    </p>
  );
}

/** One visit: what its worker does next, or the record that its officer countersigns. */
export function VisitView({ visit, state, actions, telephone, scanned }: VisitViewProps) {
  const { user, queue, photos, offsetMs, mine } = state;
  const userId = user?.id ?? 0;
  const title = titleOf(visit);
  const draft = state.drafts.find(({ visitId }) => visitId === visit.id);
  const own = queue.filter(({ step }) => step.id === visit.id);
  const refused = own.filter(({ refusal }) => refusal !== null);
  // The earliest time is the server's, so it is compared with the telephone's clock as far as that is off.
  const phase = phaseOf({ visit, userId, draft, queue, nowMs: telephone.nowMs() - offsetMs });
  const standing = standingOf(visit);
  const isOfficer = (mine?.answer.is_officer ?? false) && phase === 'foreign' && visit.stage === 'submitted';
  const now = () => ({ at: toWireTime(telephone.nowMs()), clock_offset_ms: offsetMs });
  const take = async (step: VisitStep): Promise<void> => {
    const replaced = refused.find((entry) => entry.step.event === step.event);
    await actions.take(step, title, { replaced });
  };

  async function checkIn(words: { readonly liftCode: string; readonly presenceCode: string }): Promise<void> {
    const stated = now();
    const place = await telephone.locate();
    const step: VisitStep = {
      id: visit.id,
      event: 'visit.checkedIn',
      data: {
        ...stated,
        lift_code: words.liftCode,
        place,
        ...(words.presenceCode === '' ? {} : { presence_code: words.presenceCode }),
      },
    };
    await actions.take(step, title, {
      draft: { ...(draft ?? emptyDraft(visit.id, title)), checkedInAt: stated.at },
      replaced: refused.find((entry) => entry.step.event === 'visit.checkedIn'),
    });
  }

  async function takePhoto(file: File): Promise<string | undefined> {
    const place = await telephone.locate();
    const lines = stampLines({
      time: toDisplayTime(telephone.nowMs() - offsetMs),
      lift: `${visit.tag} ${visit.community_name} ${visit.addr}`,
      worker: user?.name ?? '',
      place,
    });
    return actions.addPhoto(visit.id, await telephone.stamped(file, lines));
  }

  return (
    <>
      <section className="work-card work-head" aria-label="工单">
        <h1>{visit.tag}</h1>
        <p>
          {visit.community_name} {visit.addr}
        </p>
        <p className="work-dim">
          {visit.kindLabel} · 到期 {visit.due_on ?? '—'} ·{' '}
          {visit.workers.map(({ name }) => name).join('、') || '未派工'}
        </p>
      </section>
      {visit.rejected_num > 0 && visit.stage === 'working' && (
        <p className="work-note" data-tone="high" role="status">
          <Icon name="undo" />
          <span>安全员已退回：{rejectionOf(visit)}。请修改后重新提交，已答的项目都在。</span>
        </p>
      )}
      {refused.map((entry) => (
        <Refusal
          key={entry.order}
          entry={entry}
          onRetry={(one) => void actions.retry(one)}
          onDiscard={(one) => void actions.discard(one)}
        />
      ))}
      {phase === 'tooEarly' && (
        <Wait
          icon="clock"
          title="未到可维保时间"
          hint={`${toDisplayTime(standing.earliestAtMs).slice(0, 10)} 起可签到。`}
        />
      )}
      {phase === 'checkIn' && (
        <CheckIn visit={visit} readCode={telephone.readCode} scanned={scanned} onSubmit={checkIn} />
      )}
      {(phase === 'briefing' || phase === 'record') && isBegunElsewhere({ visit, userId, draft, queue }) && (
        <p className="work-note" data-tone="medium" role="status">
          <Icon name="mobile" />
          <span>您已在另一台手机上签到，已答的项目在那台手机上。请在那台手机上继续；一个工单只能提交一份记录。</span>
        </p>
      )}
      {phase === 'briefing' && (
        <Briefing
          onBriefed={() => void actions.changeDraft(visit.id, title, (before) => ({ ...before, isBriefed: true }))}
        />
      )}
      {phase === 'record' && draft !== undefined && (
        <RecordForm
          visit={visit}
          draft={draft}
          photos={photos}
          photoPlaces={mine?.answer.photo_places ?? 0}
          onTake={takePhoto}
          onChange={(change) => void actions.changeDraft(visit.id, title, change)}
          onSubmit={async (signature) => take(submissionOf(visit, draft, { signature, ...nowOf(now()) }))}
        />
      )}
      {phase === 'cosign' && (
        <>
          {visit.stage === 'submitted' ? (
            <VisitRecord visit={visit} />
          ) : (
            <Wait
              icon="clock"
              title="您是第二位维保人员"
              hint={`检查项目由 ${standing.workers.find(({ personId }) => personId === standing.checkedIn[0])?.name ?? '首位签到人员'} 填写，作业结束后请在此签名。`}
            />
          )}
          <SignOnly
            title="签名"
            hint="签名即确认参加了本次维保。"
            button="签名"
            onSign={(signature) => take({ id: visit.id, event: 'visit.cosigned', data: { ...now(), signature } })}
          />
        </>
      )}
      {phase === 'unsent' && (
        <Wait icon="upload" title="已保存在本机，等待上传" hint="有网络后自动上传，请勿清除浏览器数据。" />
      )}
      {phase === 'waiting' && (
        <>
          <Wait
            icon="check-circle"
            title="您已签名"
            hint={visit.signed_num < visit.workers_needed ? '等待另一位维保人员签名。' : '等待物业电梯安全员会签。'}
          />
          {visit.stage === 'submitted' && <VisitRecord visit={visit} />}
        </>
      )}
      {(phase === 'briefing' || phase === 'record') && (
        <WithReason
          open="中止作业"
          button="确认中止"
          label="中止原因"
          schema={visitEvents['visit.brokenOff']}
          onSubmit={(reason) => take({ id: visit.id, event: 'visit.brokenOff', data: { reason } })}
        />
      )}
      {isOfficer && (
        <>
          <VisitRecord visit={visit} />
          {!visit.allowed_actions.includes('visit.countersigned') ? (
            <Wait icon="clock" title="维保人员尚未全部签名" hint="全部签名后才能会签或退回。" />
          ) : own.some(({ refusal }) => refusal === null) ? (
            <Wait icon="upload" title="已保存在本机，等待上传" hint="有网络后自动上传。" />
          ) : (
            <>
              <SignOnly
                title="会签"
                hint="请核对照片与异常项目后签名；会签后记录不再改变。"
                button="会签"
                onSign={(signature) => take({ id: visit.id, event: 'visit.countersigned', data: { signature } })}
              />
              <WithReason
                open="退回维保人员"
                button="退回"
                label="退回原因"
                schema={visitEvents['visit.rejected']}
                onSubmit={(reason) => take({ id: visit.id, event: 'visit.rejected', data: { reason } })}
              />
            </>
          )}
        </>
      )}
      {phase === 'foreign' && !isOfficer && (
        <Wait icon="check-circle" title={visit.stageLabel} hint="该工单无需您处理。" />
      )}
    </>
  );
}

const nowOf = ({ at, clock_offset_ms: offsetMs }: { readonly at: string; readonly clock_offset_ms: number }) => ({
  at,
  offsetMs,
});
