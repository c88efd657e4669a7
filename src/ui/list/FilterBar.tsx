import { Button } from '../Button/Button.tsx';
import type { Filter, FilterControl } from './listTypes.ts';
import './FilterBar.css';

interface FilterBarProps extends FilterControl {
  filters: readonly Filter<object>[];
}

/** The filters of a list, in one row that wraps. What they hold lives in the address. */
export function FilterBar({ filters, params, setParams }: FilterBarProps) {
  const keys = filters.flatMap((filter) => filter.keys);
  const isFiltered = keys.some((key) => params.has(key));
  return (
    <div className="ti-filter-bar" role="group" aria-label="筛选条件">
      {filters
        .filter(({ isShown }) => isShown?.(params) ?? true)
        .map((filter) => (
          <div key={filter.keys.join()} style={{ width: filter.width ?? 180 }}>
            <filter.Control params={params} setParams={setParams} />
          </div>
        ))}
      {isFiltered && (
        <Button
          variant="plain"
          icon="filter-slash"
          onClick={() => setParams(Object.fromEntries(keys.map((key) => [key, null])))}
        >
          清空筛选
        </Button>
      )}
    </div>
  );
}
