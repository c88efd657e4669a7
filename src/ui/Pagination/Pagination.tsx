import { Select } from '../Select/Select.tsx';
import { IconButton } from '../IconButton/IconButton.tsx';
import { pagesAround } from './pagesAround.ts';
import './Pagination.css';

interface PaginationProps {
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
  onPageSize?: (pageSize: number) => void;
  pageSizes?: readonly number[];
}

const grouped = (count: number): string => count.toLocaleString('en-US');

/** The place in the list, and the way to the rest. */
export function Pagination({ page, pageSize, total, onPage, onPageSize, pageSizes = [20, 50, 100] }: PaginationProps) {
  const lastPage = Math.max(1, Math.ceil(total / pageSize));
  const shown = Math.min(page, lastPage);
  const first = (shown - 1) * pageSize + 1;
  const last = Math.min(shown * pageSize, total);
  return (
    <nav className="ti-pagination" aria-label="分页">
      <p className="ti-pagination__total">
        {total === 0 ? '共 0 条' : `第 ${grouped(first)}–${grouped(last)} 条，共 ${grouped(total)} 条`}
      </p>
      {onPageSize !== undefined && (
        <div className="ti-pagination__size">
          <Select
            label="每页条数"
            value={pageSize}
            options={pageSizes.map((size) => ({ value: size, label: `${size} 条/页` }))}
            onChange={(size) => size !== null && onPageSize(size)}
          />
        </div>
      )}
      <IconButton
        size="small"
        icon="angle-left"
        label="上一页"
        disabled={shown <= 1}
        onClick={() => onPage(shown - 1)}
      />
      <ol className="ti-pagination__pages">
        {pagesAround(shown, lastPage).map((number, index, all) =>
          number === null ? (
            <li key={`gap-after-${all[index - 1]}`} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={number}>
              <button
                type="button"
                aria-label={`第 ${number} 页`}
                aria-current={number === shown ? 'page' : undefined}
                onClick={() => onPage(number)}
              >
                {number}
              </button>
            </li>
          ),
        )}
      </ol>
      <IconButton
        size="small"
        icon="angle-right"
        label="下一页"
        disabled={shown >= lastPage}
        onClick={() => onPage(shown + 1)}
      />
    </nav>
  );
}
