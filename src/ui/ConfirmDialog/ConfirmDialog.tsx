import { useId, useState } from 'react';
import { Button } from '../Button/Button.tsx';
import { Dialog } from '../Dialog/Dialog.tsx';
import '../theme/form.css';
import './ConfirmDialog.css';

export interface ConfirmReason {
  label: string;
  isRequired?: boolean;
  placeholder?: string;
  maxLength?: number;
}

export interface ConfirmDialogProps {
  isOpen: boolean;
  /** The step to confirm: 删除电梯. */
  title: string;
  /** The name of the item concerned, so that no one confirms the wrong one. */
  objectName: string;
  /** The consequence, in one sentence. */
  message?: string;
  confirmLabel?: string;
  /** On the safe button, where 取消 could mean either: 继续填写, 保留. */
  cancelLabel?: string;
  /** `danger` for what cannot be undone. */
  tone?: 'normal' | 'danger';
  /** Asks why, and hands the answer to `onConfirm`. */
  reason?: ConfirmReason;
  isBusy?: boolean;
  /** The error of the last try; the dialog stays open with its reason kept. */
  error?: string | null;
  onConfirm: (reason: string) => void;
  onCancel: () => void;
}

function ConfirmBody({
  objectName,
  message,
  confirmLabel = '确定',
  cancelLabel = '取消',
  tone = 'normal',
  reason,
  isBusy = false,
  error = null,
  onConfirm,
  onCancel,
  title,
}: Omit<ConfirmDialogProps, 'isOpen'>) {
  const [text, setText] = useState('');
  const [isReasonMissing, setReasonMissing] = useState(false);
  const reasonId = useId();
  const confirm = (): void => {
    const isMissing = reason?.isRequired === true && text.trim() === '';
    setReasonMissing(isMissing);
    if (!isMissing) onConfirm(text.trim());
  };
  return (
    <Dialog
      isOpen
      isPersistent
      hasCloseButton={false}
      title={title}
      icon={tone === 'danger' ? 'exclamation-triangle' : 'question-circle'}
      onClose={onCancel}
      minWidth={420}
      maxWidth={480}
      footer={
        <>
          <Button onClick={onCancel} disabled={isBusy} autoFocus={tone === 'danger' && reason === undefined}>
            {cancelLabel}
          </Button>
          <Button
            variant={tone === 'danger' ? 'danger' : 'primary'}
            onClick={confirm}
            isBusy={isBusy}
            autoFocus={tone !== 'danger' && reason === undefined}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p className="ti-confirm__object">{objectName}</p>
      {message !== undefined && <p className="ti-confirm__message">{message}</p>}
      {reason !== undefined && (
        <div className="ti-field">
          <label className="ti-field__label" htmlFor={reasonId}>
            {reason.label}
            {reason.isRequired === true && (
              <span className="ti-field__required" aria-hidden="true">
                *
              </span>
            )}
          </label>
          <textarea
            id={reasonId}
            className="ti-input ti-input--area"
            rows={3}
            value={text}
            maxLength={reason.maxLength ?? 200}
            placeholder={reason.placeholder}
            required={reason.isRequired}
            aria-invalid={isReasonMissing || undefined}
            aria-describedby={isReasonMissing ? `${reasonId}-error` : undefined}
            autoFocus
            onChange={(event) => setText(event.target.value)}
          />
          {isReasonMissing && (
            <p className="ti-field__error" id={`${reasonId}-error`}>
              请填写{reason.label}
            </p>
          )}
        </div>
      )}
      {error !== null && (
        <p className="ti-form-error" role="alert">
          {error}
        </p>
      )}
    </Dialog>
  );
}

/** Asks before an act that matters. Persistent: only its two buttons close it. */
export function ConfirmDialog({ isOpen, ...rest }: ConfirmDialogProps) {
  return isOpen ? <ConfirmBody {...rest} /> : null;
}
