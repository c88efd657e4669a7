import { useSearchParams } from 'react-router-dom';
import {
  readPosition,
  withFilter,
  withOpenRow,
  withPage,
  withPageSize,
  withSort,
  type ListPosition,
} from './urlState.ts';

interface ListAddress {
  params: URLSearchParams;
  position: ListPosition;
  setFilters: (changes: Readonly<Record<string, string | null>>) => void;
  /** The same without a step for Back. */
  replaceFilters: (changes: Readonly<Record<string, string | null>>) => void;
  setPage: (page: number) => void;
  /** The same without a step for Back: the address named a page that is not there. */
  correctPage: (page: number) => void;
  setPageSize: (pageSize: number) => void;
  setSort: (sort: string | null, order: 'asc' | 'desc') => void;
  setOpenId: (id: string | null) => void;
}

/** Filters, sort, page and the open row, in the address: a link shows the same rows, and Back goes back. */
export function useListAddress(sortableIds: readonly string[]): ListAddress {
  const [params, setParams] = useSearchParams();
  const position = readPosition(params, sortableIds);
  return {
    params,
    position,
    setFilters: (changes) => setParams((now) => withFilter(now, changes)),
    replaceFilters: (changes) => setParams((now) => withFilter(now, changes), { replace: true }),
    setPage: (page) => setParams((now) => withPage(now, page)),
    correctPage: (page) => setParams((now) => withPage(now, page), { replace: true }),
    setPageSize: (pageSize) => setParams((now) => withPageSize(now, position, pageSize)),
    setSort: (sort, order) => setParams((now) => withSort(now, sort, order)),
    setOpenId: (id) => setParams((now) => withOpenRow(now, id), { preventScrollReset: true }),
  };
}
