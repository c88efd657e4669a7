import { useId, type ReactNode } from 'react';
import { Icon } from '../Icon/Icon.tsx';
import '../theme/form.css';

/** Attributes that tie a control to its label, hint and error. */
export interface FieldAria {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
  'aria-required': true | undefined;
}

interface FieldFrameProps {
  label: string;
  isRequired?: boolean | undefined;
  /** Advice for filling it in; shown until there is an error. */
  hint?: string | undefined;
  error?: string | undefined;
  children: (aria: FieldAria) => ReactNode;
}

/** Label, control, and its error right beside it. Every form field is in one. */
export function FieldFrame({ label, isRequired = false, hint, error, children }: FieldFrameProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = error !== undefined || hint !== undefined;
  return (
    <div className="ti-field">
      <label className="ti-field__label" id={`${id}-label`} htmlFor={id}>
        {label}
        {isRequired && (
          <span className="ti-field__required" aria-hidden="true">
            *
          </span>
        )}
      </label>
      {children({
        id,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': hasNote ? noteId : undefined,
        'aria-required': isRequired || undefined,
      })}
      {error !== undefined ? (
        <p className="ti-field__error" id={noteId}>
          <Icon name="exclamation-circle" />
          {error}
        </p>
      ) : (
        hint !== undefined && (
          <p className="ti-field__hint" id={noteId}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}
