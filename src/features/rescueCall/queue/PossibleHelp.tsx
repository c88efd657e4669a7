import { useState } from 'react';
import type { QuarantineRow } from '../../../contract/entities/alarmRecord.ts';
import { namedCall, plainReason } from '../../../contract/possibleHelp.ts';
import { toDisplayTime } from '../../../contract/time.ts';
import { Button } from '../../../ui/Button/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/Dialog/Dialog.tsx';
import { Icon } from '../../../ui/Icon/Icon.tsx';
import { OpenFromHelp, type HelpRescue } from './OpenFromHelp.tsx';

const nameOf = (message: QuarantineRow): string => (message.elevator_id === null ? '未知设备' : message.tag);

/** For those who mend the device: what it sent, word for word. */
function Original({ message }: { message: QuarantineRow }) {
  return (
    <details className="rc-help__original">
      <summary>消息原文（供维保和管理员核查）</summary>
      <p>
        {message.topic}：{message.reason}
      </p>
      <pre tabIndex={0} aria-label="消息原文">
        {message.payload}
      </pre>
      {(message.last_payload !== message.payload || message.last_topic !== message.topic) && (
        <>
          <p>最近一条：{message.last_topic}</p>
          <pre tabIndex={0} aria-label="最近一条消息原文">
            {message.last_payload}
          </pre>
        </>
      )}
    </details>
  );
}

interface MessageProps {
  message: QuarantineRow;
  onResolve: (() => void) | undefined;
  onOpenRescue: (() => void) | undefined;
}

function Message({ message, onResolve, onOpenRescue }: MessageProps) {
  const isKnown = message.elevator_id !== null;
  return (
    <li className="rc-help__message">
      <h3>
        {nameOf(message)}
        <time dateTime={message.updated_at}>{toDisplayTime(message.updated_at)}</time>
      </h3>
      <p>{isKnown ? `${message.community_name} ${message.addr}` : '不知道来自哪台电梯'}</p>
      <p>
        可能是<b>{namedCall(message.payload) ?? '求救'}</b>：{plainReason(message.reason)}
        {message.repeat_num > 1 && `，共收到 ${message.repeat_num} 次`}。
      </p>
      {isKnown && (
        <p className="rc-help__what">
          <Icon name="phone" />
          请致电轿厢 <a href={`tel:${message.sos_tel}`}>{message.sos_tel}</a> 核实
        </p>
      )}
      <Original message={message} />
      <p className="rc-help__done">
        {onResolve !== undefined && (
          <Button size="small" icon="check" aria-label={`标记为已处理：${nameOf(message)}`} onClick={onResolve}>
            标记为已处理
          </Button>
        )}
        {onOpenRescue !== undefined && (
          <Button
            size="small"
            variant="primary"
            icon="plus"
            aria-label={`开救援单：${nameOf(message)}`}
            onClick={onOpenRescue}
          >
            开救援单
          </Button>
        )}
      </p>
    </li>
  );
}

export interface PossibleHelpProps {
  messages: readonly QuarantineRow[];
  /** Keeps who looked into it and what came of it; rejects with what to tell the person. Absent for those who may not. */
  onResolve?: ((message: QuarantineRow, note: string) => Promise<void>) | undefined;
  /** Absent for those who may not register a call. */
  rescue?: HelpRescue | undefined;
}

/**
 * An unreadable message rings no one, but users who answer calls see that it came, and from where. Stays mounted while there is none: a
 * form that is being filled in must not go because a colleague has dealt with the message.
 */
export function PossibleHelp({ messages, onResolve, rescue }: PossibleHelpProps) {
  const [isOpen, setOpen] = useState(false);
  const [resolving, setResolving] = useState<QuarantineRow | null>(null);
  const [opening, setOpening] = useState<QuarantineRow | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const resolve = async (note: string): Promise<void> => {
    if (resolving === null || onResolve === undefined) return;
    setBusy(true);
    try {
      await onResolve(resolving, note);
      setResolving(null);
      if (messages.every(({ id }) => id === resolving.id)) setOpen(false);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '未能标记，请稍后重试');
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {messages.length > 0 && (
        <button type="button" className="rc-help" onClick={() => setOpen(true)}>
          <Icon name="exclamation-triangle" />
          <span>{messages.length} 条疑似求救的消息无法识别</span>
          <b>查看</b>
        </button>
      )}
      <Dialog
        title="疑似求救的设备消息（近 24 小时）"
        icon="exclamation-triangle"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        maxWidth={720}
        footer={<Button onClick={() => setOpen(false)}>关闭</Button>}
      >
        <p>
          {messages.length === 0
            ? '这些消息都已处理，没有待核实的消息。'
            : '系统读不懂这些消息，没有自动开单。请逐条致电核实；有人被困，或联系不上轿厢时，请开救援单。'}
        </p>
        <ul className="rc-help__list">
          {messages.map((message) => (
            <Message
              key={message.id}
              message={message}
              onOpenRescue={rescue === undefined ? undefined : () => setOpening(message)}
              onResolve={
                onResolve === undefined
                  ? undefined
                  : () => {
                      setProblem(null);
                      setResolving(message);
                    }
              }
            />
          ))}
        </ul>
      </Dialog>
      {opening !== null && rescue !== undefined && (
        <OpenFromHelp
          key={opening.id}
          message={opening}
          rescue={{
            ...rescue,
            open: async (message, report) => {
              await rescue.open(message, report);
              setOpen(false);
            },
          }}
          onClose={() => setOpening(null)}
        />
      )}
      <ConfirmDialog
        isOpen={resolving !== null}
        title="标记为已处理"
        objectName={resolving === null ? '' : `${nameOf(resolving)} · ${toDisplayTime(resolving.updated_at)}`}
        message="处理人和说明将永久留存；该设备再次发来此类消息时会重新列出。"
        confirmLabel="已处理"
        reason={{
          label: '处理说明',
          isRequired: true,
          placeholder: '例如：已致电轿厢，无人被困，通知维保检查设备',
          maxLength: 500,
        }}
        isBusy={isBusy}
        error={problem}
        onConfirm={(note) => void resolve(note)}
        onCancel={() => setResolving(null)}
      />
    </>
  );
}
