import { Button } from '../../ui/Button/Button.tsx';
import { Dialog } from '../../ui/Dialog/Dialog.tsx';

export interface RefusedVisit {
  readonly name: string;
  readonly message: string;
}

interface BulkResultProps {
  title: string;
  doneNum: number;
  refused: readonly RefusedVisit[];
  onClose: () => void;
}

/** The outcome of several visits: how many were changed, and why each other one was not. */
export function BulkResult({ title, doneNum, refused, onClose }: BulkResultProps) {
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
        已更改 {doneNum} 单{refused.length > 0 && `，以下 ${refused.length} 单未更改：`}
      </p>
      {refused.length > 0 && (
        <ul className="or-plain" aria-label="未更改的工单">
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
