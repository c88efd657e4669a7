import { Button } from '../../ui/Button/Button.tsx';
import { Dialog } from '../../ui/Dialog/Dialog.tsx';

export interface Refused {
  readonly name: string;
  readonly message: string;
}

interface BulkResultProps {
  title: string;
  doneNum: number;
  refused: readonly Refused[];
  /** 更改 or 更换. */
  verb: string;
  /** 单 or 台. */
  measure: string;
  noun: string;
  onClose: () => void;
}

/** The outcome of a change to several records: how many were changed, and why each other one was not. */
export function BulkResult({ title, doneNum, refused, verb, measure, noun, onClose }: BulkResultProps) {
  return (
    <Dialog
      isOpen
      title={title}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          知道了
        </Button>
      }
    >
      <p role="status">
        已{verb} {doneNum} {measure}
        {refused.length > 0 && `，以下 ${refused.length} ${measure}未${verb}：`}
      </p>
      {refused.length > 0 && (
        <ul aria-label={`未${verb}的${noun}`}>
          {refused.map(({ name, message }) => (
            <li key={name}>
              <b>{name}</b>：{message}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
