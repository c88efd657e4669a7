import { useId, useState } from 'react';
import type { OutputOf } from '../../contract/endpoint.ts';
import type { userOptions } from '../../contract/endpoints/access.ts';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Dialog } from '../../ui/Dialog/Dialog.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { Select } from '../../ui/Select/Select.tsx';
import '../../ui/theme/form.css';
import './account.css';

type Answerer = OutputOf<typeof userOptions>['list'][number];

export interface LeaveDialogProps {
  /** The open rescues of the user who is leaving: those that a colleague takes over drop out. */
  orders: readonly Pick<
    RescueOrderRow,
    'id' | 'tag' | 'addr' | 'community_name' | 'stage' | 'stage_label' | 'hand_over'
  >[];
  /** The users to whom they may be handed over, without the one who is leaving. */
  successors: LoadState<readonly Answerer[]>;
  /** A colleague was asked to take them over: the dialog waits for the answer. */
  hasOffered?: boolean;
  /** Asks this colleague to take all of them over. Rejects with the message to show. */
  onHandOver: (successor: Answerer) => Promise<void>;
  onLeave: () => void;
  onClose: () => void;
}

/** People who are present come first: someone who is away does not accept. */
const onlineFirst = (a: Answerer, b: Answerer): number => Number(b.online) - Number(a.online);

function offerText(offer: RescueOrderRow['hand_over']): string | null {
  return offer === null || offer.answer_by === null ? null : `等待 ${offer.to.name} 接收`;
}

function whatFollows(ringing: number, all: number): string {
  if (ringing === 0) return '直接退出后，这些救援仍记在您名下，其他调度员可在救援呼叫中心继续处理。';
  if (ringing === all) return '直接退出后，尚未派出救援的呼叫会立即重新振铃。';
  return `直接退出后，其中 ${ringing} 个尚未派出救援的呼叫会立即重新振铃；其余仍记在您名下，其他调度员可继续处理。`;
}

/** Someone logs out while handling rescues: a colleague takes them over, or the dialog says what happens to them. */
export function LeaveDialog({
  orders,
  successors,
  hasOffered = false,
  onHandOver,
  onLeave,
  onClose,
}: LeaveDialogProps) {
  const [chosenId, setChosenId] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const labelId = useId();
  const people = successors.kind === 'ready' ? successors.value.toSorted(onlineFirst) : [];
  const chosen = people.find(({ id }) => id === chosenId);
  const ringing = orders.filter(({ stage }) => stage === 'accepted').length;

  const isWaiting = hasOffered && orders.some(({ hand_over: offer }) => offer !== null && offer.answer_by !== null);
  const refused = hasOffered && !isWaiting ? orders.find(({ hand_over: offer }) => offer !== null)?.hand_over : null;

  const handOver = async (successor: Answerer): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await onHandOver(successor);
    } catch (error) {
      setProblem(error instanceof Error && error.message !== '' ? error.message : '转交失败，请重试');
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      title="退出前请转交救援"
      icon="sign-out"
      isOpen
      isPersistent
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            取消
          </Button>
          <Button variant="danger" onClick={onLeave} disabled={isBusy}>
            不转交，直接退出
          </Button>
          <Button
            variant="primary"
            isBusy={isBusy || isWaiting}
            disabled={chosen === undefined}
            onClick={() => {
              if (chosen !== undefined) void handOver(chosen);
            }}
          >
            转交并退出
          </Button>
        </>
      }
    >
      <p>您还负责 {orders.length} 个进行中的救援：</p>
      <ul className="ti-leave__orders">
        {orders.map(({ id, tag, addr, community_name: community, stage_label: stage, hand_over: offer }) => (
          <li key={id}>
            <b>{tag}</b>
            <span>
              {community} {addr}
            </span>
            <em>{offerText(offer) ?? stage}</em>
          </li>
        ))}
      </ul>
      <div className="ti-field">
        <span className="ti-field__label" id={labelId}>
          转交给
        </span>
        <Select
          value={chosenId}
          onChange={setChosenId}
          label="转交给"
          labelledBy={labelId}
          isDisabled={isBusy || isWaiting || successors.kind !== 'ready'}
          placeholder={successors.kind === 'loading' ? '正在读取人员…' : '请选择接手人员'}
          options={people.map(({ id, name, role_label: role, online }) => ({
            value: id,
            label: `${name}（${role}${online ? '，在线' : '，不在线'}）`,
          }))}
        />
        {successors.kind === 'failed' && <p className="ti-field__hint">无法读取人员：{successors.message}</p>}
        {successors.kind === 'ready' && people.length === 0 && (
          <p className="ti-field__hint">没有其他可接听的人员，请先电话联系管理员。</p>
        )}
      </div>
      <p className="ti-account__why ti-leave__else">
        <Icon name="info-circle" />
        {isWaiting ? '对方接收后将自动退出；在此之前仍由您负责，请勿关闭页面。' : whatFollows(ringing, orders.length)}
      </p>
      {refused !== null && refused !== undefined && (
        <div className="ti-form-error" role="alert">
          <Icon name="exclamation-circle" />
          <span>
            {refused.to.name} {refused.outcome === 'declined' ? '拒绝了转交' : '未在限时内接收'}
            ，请选择其他人，或直接退出
          </span>
        </div>
      )}
      {problem !== null && (
        <div className="ti-form-error" role="alert">
          <Icon name="exclamation-circle" />
          <span>{problem}</span>
        </div>
      )}
    </Dialog>
  );
}
