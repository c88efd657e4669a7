import { Dialog } from '../../../ui/Dialog/Dialog.tsx';
import { Kbd } from '../../../ui/Kbd/Kbd.tsx';
import type { DeskKey } from './hotkeys.ts';
import './KeysDialog.css';

interface KeysDialogProps {
  keys: readonly DeskKey[];
  onClose: () => void;
}

/** The keys that work everywhere inside, whatever page is open. */
const everywhere: readonly Pick<DeskKey, 'shown' | 'label'>[] = [
  { shown: ['F8'], label: '停靠或展开振铃弹窗（有受理中的救援时）' },
  { shown: ['Y', 'X'], label: '在其他页面或振铃弹窗旁：接收或拒绝转交' },
  { shown: ['Ctrl', 'K'], label: '查找电梯' },
];

/** Every key of the desk, from the table that the keys are read from. */
export function KeysDialog({ keys, onClose }: KeysDialogProps) {
  return (
    <Dialog title="按键一览" icon="info-circle" isOpen onClose={onClose} maxWidth={720}>
      <dl className="rc-keys">
        {[...keys, ...everywhere].map(({ shown, label }) => (
          <div key={`${shown.join('+')} ${label}`}>
            <dt>
              {shown.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
