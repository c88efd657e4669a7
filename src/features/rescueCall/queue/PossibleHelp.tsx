import { useState } from 'react';
import type { QuarantineRow } from '../../../contract/entities/alarmRecord.ts';
import { toDisplayTime } from '../../../contract/time.ts';
import { Button } from '../../../ui/Button/Button.tsx';
import { Dialog } from '../../../ui/Dialog/Dialog.tsx';
import { Icon } from '../../../ui/Icon/Icon.tsx';

function Message({ message }: { message: QuarantineRow }) {
  const isKnown = message.elevator_id !== null;
  return (
    <li className="rc-help__message">
      <h3>
        {isKnown ? message.tag : '未知设备'}
        <time dateTime={message.updated_at}>{toDisplayTime(message.updated_at)}</time>
      </h3>
      <p>{isKnown ? `${message.community_name} ${message.addr}` : message.topic}</p>
      {isKnown && (
        <p className="rc-help__what">
          <Icon name="phone" />
          请致电轿厢 <a href={`tel:${message.sos_tel}`}>{message.sos_tel}</a> 核实
        </p>
      )}
      <p className="rc-help__why">
        {message.reason}
        {message.repeat_num > 1 && `，共收到 ${message.repeat_num} 次`}
      </p>
      <pre tabIndex={0} aria-label="消息原文">
        {message.payload}
      </pre>
    </li>
  );
}

/** Nobody is rung for what cannot be read; but whoever answers calls sees that it came, and from where. */
export function PossibleHelp({ messages }: { messages: readonly QuarantineRow[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="rc-help" onClick={() => setOpen(true)}>
        <Icon name="exclamation-triangle" />
        <span>{messages.length} 条疑似求救的消息无法识别</span>
        <b>查看</b>
      </button>
      <Dialog
        title="疑似求救的设备消息（近 24 小时）"
        icon="exclamation-triangle"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        maxWidth={720}
        footer={<Button onClick={() => setOpen(false)}>关闭</Button>}
      >
        <p>这些消息格式不对或设备未登记，系统无法据此开单。请逐条核实；确有人被困时，请按 N 新建电话报警。</p>
        <ul className="rc-help__list">
          {messages.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </ul>
      </Dialog>
    </>
  );
}
