import type { ReactNode } from 'react';
import { Button } from '../Button/Button.tsx';
import type { SelectionAction } from './listTypes.ts';
import './SelectionBar.css';

interface SelectionBarProps<Row> {
  rows: readonly Row[];
  /** The number of chosen rows on the page in sight. */
  hereNum: number;
  measure: string;
  actions: readonly SelectionAction<Row>[];
  /** Reads the list again after a change. */
  reload: () => void;
  onClear: () => void;
  /** Exports the chosen rows. */
  exportButton: ReactNode;
}

/** The number of chosen rows, those on other pages too, and the actions on all of them. */
export function SelectionBar<Row>({
  rows,
  hereNum,
  measure,
  actions,
  reload,
  onClear,
  exportButton,
}: SelectionBarProps<Row>) {
  const elsewhere = rows.length - hereNum;
  return (
    <div className="ti-selection" role="group" aria-label="已选">
      <span className="ti-selection__count" role="status">
        已选 <b>{rows.length}</b> {measure}
        {elsewhere > 0 && `，其中 ${elsewhere} ${measure}不在本页`}
      </span>
      <Button size="small" variant="plain" onClick={onClear}>
        清除选择
      </Button>
      <span className="ti-selection__acts">
        {actions.map(({ id, label, icon, run }) => (
          <Button
            key={id}
            size="small"
            {...(icon === undefined ? {} : { icon })}
            onClick={() => run(rows, { reload, clear: onClear })}
          >
            {label}
          </Button>
        ))}
        {exportButton}
      </span>
    </div>
  );
}
