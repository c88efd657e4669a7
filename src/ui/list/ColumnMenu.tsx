import { Button } from '../Button/Button.tsx';
import { Popover } from '../Popover/Popover.tsx';
import type { Column } from './listTypes.ts';
import './ColumnMenu.css';

interface ColumnMenuProps<Row> {
  columns: readonly Column<Row>[];
  isHidden: (id: string) => boolean;
  onToggle: (id: string) => void;
  onReset: () => void;
}

/** Chooses which columns to see. */
export function ColumnMenu<Row>({ columns, isHidden, onToggle, onReset }: ColumnMenuProps<Row>) {
  return (
    <Popover icon="sliders-h" label="选择显示的列" width={220}>
      {() => (
        <div className="ti-column-menu">
          {columns.map((column) => (
            <label key={column.id}>
              <input type="checkbox" checked={!isHidden(column.id)} onChange={() => onToggle(column.id)} />
              {column.header}
            </label>
          ))}
          <Button size="small" variant="plain" icon="undo" onClick={onReset}>
            恢复默认
          </Button>
        </div>
      )}
    </Popover>
  );
}
