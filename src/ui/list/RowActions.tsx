import { useState } from 'react';
import { Button } from '../Button/Button.tsx';
import { IconButton } from '../IconButton/IconButton.tsx';
import { ConfirmDialog } from '../ConfirmDialog/ConfirmDialog.tsx';
import { useToast } from '../Toast/useToast.ts';
import type { RowAction } from './listTypes.ts';
import { toLoadFailure } from '../failure/toLoadFailure.ts';

interface RowActionsProps<Row> {
  row: Row;
  actions: readonly RowAction<Row>[];
  /** Icons alone, with the words as their names. */
  isTight?: boolean;
  /** After an act that succeeded. */
  onDone: () => void;
}

const asks = <Row,>({ confirm }: RowAction<Row>, row: Row): boolean =>
  confirm !== undefined && (confirm.isNeeded?.(row) ?? true);

/** The actions available for one row now. Serious ones ask for confirmation first, naming the row. */
export function RowActions<Row>({ row, actions, isTight = false, onDone }: RowActionsProps<Row>) {
  const notify = useToast();
  const [asking, setAsking] = useState<RowAction<Row> | null>(null);
  const [busyId, setBusyId] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);

  const run = async (action: RowAction<Row>, reason: string): Promise<void> => {
    setBusyId(action.id);
    setError(null);
    try {
      await action.run(row, reason);
      setAsking(null);
      onDone();
    } catch (thrown) {
      const { message } = toLoadFailure(thrown);
      if (asks(action, row)) setError(message);
      else notify({ tone: 'error', message });
    } finally {
      setBusyId(null);
    }
  };

  return (
    <div className="ti-grid__buttons">
      {actions
        .filter((action) => action.isOffered?.(row) ?? true)
        .map((action) => {
          const { id, icon, label } = action;
          const press = {
            isBusy: busyId === id,
            onClick: () => {
              setError(null);
              if (asks(action, row)) setAsking(action);
              else void run(action, '');
            },
          };
          return isTight && icon !== undefined ? (
            <IconButton key={id} size="small" icon={icon} label={label} {...press} />
          ) : (
            <Button key={id} size="small" variant="plain" {...(icon === undefined ? {} : { icon })} {...press}>
              {label}
            </Button>
          );
        })}
      {asking?.confirm !== undefined && (
        <ConfirmDialog
          isOpen
          title={asking.confirm.title}
          objectName={asking.confirm.objectName(row)}
          tone={asking.tone ?? 'normal'}
          isBusy={busyId !== null}
          error={error}
          {...(asking.confirm.message === undefined ? {} : { message: asking.confirm.message })}
          {...(asking.confirm.confirmLabel === undefined ? {} : { confirmLabel: asking.confirm.confirmLabel })}
          {...(asking.confirm.reason === undefined ? {} : { reason: asking.confirm.reason })}
          onConfirm={(reason) => void run(asking, reason)}
          onCancel={() => setAsking(null)}
        />
      )}
    </div>
  );
}
