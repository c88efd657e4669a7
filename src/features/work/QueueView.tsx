import { visitSteps } from '../../contract/events/visit.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import type { Queued } from './model/kept.ts';
import { photosOfStep } from './model/kept.ts';
import type { WorkState } from './model/workState.ts';
import { Problem } from './SignInForm.tsx';

const timeOf = ({ step, order }: Queued): string =>
  toDisplayTime('at' in step.data && step.data.at !== undefined ? step.data.at : order);

interface RefusalProps {
  entry: Queued;
  onRetry: (entry: Queued) => void;
  onDiscard: (entry: Queued) => void;
}

/** The server's reason for refusing a step, and what can be done about it. The record itself stays on the telephone. */
export function Refusal({ entry, onRetry, onDiscard }: RefusalProps) {
  const { label } = visitSteps[entry.step.event];
  return (
    <div className="work-refusal">
      <Problem>
        {label}未被接受：{entry.refusal}
      </Problem>
      <div className="work-pair">
        <Button size="large" onClick={() => onDiscard(entry)}>
          {entry.step.event === 'visit.submitted' ? '返回修改' : '移除此项'}
        </Button>
        <Button size="large" variant="primary" onClick={() => onRetry(entry)}>
          再次上传
        </Button>
      </div>
    </div>
  );
}

interface QueueViewProps extends Omit<RefusalProps, 'entry'> {
  state: Pick<WorkState, 'queue' | 'sending' | 'sendProblem' | 'token' | 'drafts' | 'mine'>;
  onFlush: () => void;
}

/** The steps that have not been sent yet, in the order in which they will be. */
export function QueueView({ state, onFlush, onRetry, onDiscard }: QueueViewProps) {
  const { queue, sending, sendProblem, token } = state;
  const isMine = (visitId: number): boolean => state.mine?.answer.visits.some(({ id }) => id === visitId) ?? false;
  const stranded = state.drafts.filter(({ visitId, isSent }) => !isSent && !isMine(visitId));
  return (
    <>
      {queue.length === 0 ? (
        <EmptyState title="全部已上传" icon="check-circle" />
      ) : (
        <>
          {sendProblem !== '' && (
            <p className="work-note" data-tone="medium" role="status">
              <Icon name="wifi" />
              <span>{sendProblem}。记录保存在本机，有网络后自动上传。</span>
            </p>
          )}
          <ol className="work-queue" aria-label="未上传">
            {queue.map((entry) => (
              <li key={entry.order} className="work-card">
                <p>
                  <strong>{visitSteps[entry.step.event].label}</strong> {entry.title}
                </p>
                <p className="work-dim">
                  {timeOf(entry)}
                  {photosOfStep(entry.step).length > 0 && ` · 照片 ${photosOfStep(entry.step).length} 张`}
                  {sending === entry.order && ' · 正在上传…'}
                </p>
                {entry.refusal !== null && <Refusal entry={entry} onRetry={onRetry} onDiscard={onDiscard} />}
              </li>
            ))}
          </ol>
          <Button
            size="large"
            variant="primary"
            icon="upload"
            disabled={token === null}
            isBusy={sending !== null}
            onClick={onFlush}
          >
            立即上传
          </Button>
        </>
      )}
      {stranded.map((draft) => (
        <p key={draft.visitId} className="work-note" data-tone="medium">
          <Icon name="info-circle" />
          <span>{draft.title} 的记录尚未提交，该工单已不在您名下。记录保留在本机，请联系本单位管理人员。</span>
        </p>
      ))}
    </>
  );
}
