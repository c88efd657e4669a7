import { useState } from 'react';
import type { AnnouncementReach } from '../../contract/endpoints/announcement.ts';
import { memberRoleLabels } from '../../contract/entities/community.ts';
import { notifyChannelLabels } from '../../contract/notificationWords.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Dialog } from '../../ui/Dialog/Dialog.tsx';
import './noticeList.css';

interface SendDialogProps {
  reach: AnnouncementReach;
  /** Resolves with what is wrong, or null once it is sent. */
  onSend: (to: { elevator_ids: number[]; person_ids: number[] }) => Promise<string | null>;
  onClose: () => void;
}

interface Choice {
  readonly id: number;
  readonly label: string;
  readonly detail: string;
  /** The reason why it cannot be chosen; empty if it can. */
  readonly problem: string;
}

const canBeReached = ({ problem }: Choice): boolean => problem === '';

/** Chooses the cars and people whom a notice goes to; it says whom it reaches before anything leaves. */
export function SendDialog({ reach, onSend, onClose }: SendDialogProps) {
  const lifts: readonly Choice[] = reach.lifts.map((lift) => ({
    id: lift.elevator_id,
    label: lift.tag,
    detail: lift.screens.length === 0 ? lift.addr : `${lift.addr} · ${lift.screens.join('、')}`,
    problem: lift.screens.length === 0 ? '轿厢内没有屏幕' : '',
  }));
  const people: readonly Choice[] = reach.members.map((member) => ({
    id: member.person_id,
    label: member.name,
    detail: [
      memberRoleLabels[member.role],
      ...(member.channel === null ? [] : [`${notifyChannelLabels[member.channel]} ${member.masked_address}`]),
    ].join(' · '),
    problem: member.problem,
  }));
  const [liftIds, setLiftIds] = useState<ReadonlySet<number>>(new Set(lifts.filter(canBeReached).map(({ id }) => id)));
  const [personIds, setPersonIds] = useState<ReadonlySet<number>>(
    new Set(people.filter(canBeReached).map(({ id }) => id)),
  );
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const screenNum = reach.lifts.reduce(
    (sum, lift) => sum + (liftIds.has(lift.elevator_id) ? lift.screens.length : 0),
    0,
  );
  const send = async (): Promise<void> => {
    setBusy(true);
    setProblem(await onSend({ elevator_ids: [...liftIds], person_ids: [...personIds] }));
    setBusy(false);
  };
  return (
    <Dialog
      title="发送公告"
      icon="send"
      isOpen
      isPersistent
      closesOnEscape={!isBusy}
      onClose={onClose}
      footer={
        <>
          {problem !== null && <p role="alert">{problem}</p>}
          <Button onClick={onClose} disabled={isBusy}>
            取消
          </Button>
          <Button
            variant="primary"
            isBusy={isBusy}
            disabled={screenNum + personIds.size === 0}
            onClick={() => void send()}
          >
            发送到 {screenNum} 块屏幕、{personIds.size} 人
          </Button>
        </>
      }
    >
      <p>
        {reach.community_name}：{reach.title}
      </p>
      <p className="nl-quiet">发送后不能再改，内容有变请撤回并新建一条。</p>
      <Choices title="轿厢屏幕" none="您可见的范围内没有电梯" choices={lifts} chosen={liftIds} onChange={setLiftIds} />
      <Choices
        title="小区人员"
        none="小区还没有登记人员，请在“小区管理”中登记"
        choices={people}
        chosen={personIds}
        onChange={setPersonIds}
      />
    </Dialog>
  );
}

function Choices({
  title,
  none,
  choices,
  chosen,
  onChange,
}: {
  title: string;
  none: string;
  choices: readonly Choice[];
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
}) {
  const open = choices.filter(canBeReached);
  const areAllChosen = open.length > 0 && open.every(({ id }) => chosen.has(id));
  const toggle = (id: number): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <fieldset>
      <legend>
        {title}（已选 {chosen.size} / {choices.length}）
      </legend>
      {choices.length === 0 && <p className="nl-quiet">{none}</p>}
      {open.length > 0 && (
        <Button size="small" onClick={() => onChange(new Set(areAllChosen ? [] : open.map(({ id }) => id)))}>
          {areAllChosen ? '全不选' : '全选'}
        </Button>
      )}
      <ul className="nl-reach">
        {choices.map(({ id, label, detail, problem }) => (
          <li key={id}>
            <label>
              <input
                type="checkbox"
                checked={chosen.has(id)}
                disabled={problem !== ''}
                onChange={() => toggle(id)}
                aria-label={label}
              />
              <span>
                {label} <small>{problem === '' ? detail : `${detail}（${problem}）`}</small>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
