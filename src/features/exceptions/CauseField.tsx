import { useState } from 'react';
import { useController, type Control } from 'react-hook-form';
import type { Observable } from 'rxjs';
import type { FaultCause } from '../../contract/entities/exception.ts';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import { FieldFrame } from '../../ui/form/FieldFrame.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';
import { Select } from '../../ui/Select/Select.tsx';
import { causeOfTop, causeOption, causesBelow, topCauses } from '../../parts/causes/causeChoices.ts';

interface CauseFieldProps {
  control: Control;
  causes$: Observable<LoadState<readonly FaultCause[]>>;
}

/** The cause of a fault on two levels; the form's value is the code of the cause chosen last. */
export function CauseField({ control, causes$ }: CauseFieldProps) {
  const { field, fieldState } = useController({ control, name: 'cause' });
  const state = useObservable(causes$, loading);
  const causes = state.kind === 'ready' ? state.value : [];
  const [top, setTop] = useState<string | null>(null);
  const below = causesBelow(causes, top);
  const value = typeof field.value === 'string' ? field.value : null;
  const placeholder = state.kind === 'loading' ? '正在读取…' : '请选择';
  const failure = state.kind === 'failed' ? `无法读取故障原因：${state.message}` : undefined;
  // What is wrong stands under the field that is still empty.
  const missing = fieldState.error?.message;
  const isBelowMissing = missing !== undefined && below.length > 0;
  const error = isBelowMissing ? failure : (missing ?? failure);
  return (
    <div className="exc-cause">
      <FieldFrame label="故障原因" isRequired error={error}>
        {(aria) => (
          <Select
            label="故障原因"
            id={aria.id}
            labelledBy={`${aria.id}-label`}
            describedBy={aria['aria-describedby']}
            focusRef={field.ref}
            onBlur={field.onBlur}
            isRequired
            isInvalid={error !== undefined}
            placeholder={placeholder}
            value={top}
            options={topCauses(causes).map(causeOption)}
            onChange={(code) => {
              setTop(code);
              field.onChange(causeOfTop(causes, code));
            }}
          />
        )}
      </FieldFrame>
      {below.length > 0 && (
        <FieldFrame label="具体原因" isRequired error={isBelowMissing ? '请选择具体原因' : undefined}>
          {(aria) => (
            <Select
              label="具体原因"
              id={aria.id}
              labelledBy={`${aria.id}-label`}
              describedBy={aria['aria-describedby']}
              isRequired
              isInvalid={isBelowMissing}
              value={value}
              options={below.map(causeOption)}
              onChange={field.onChange}
            />
          )}
        </FieldFrame>
      )}
    </div>
  );
}
