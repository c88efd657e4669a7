/** The keys of the address that belong to the list itself; filters use others. */
export const reservedKeys = ['page', 'page_size', 'sort', 'order', 'id'] as const;

export const pageSizes = [20, 50, 100] as const;

/** The place in the list, by the address. */
export interface ListPosition {
  page: number;
  pageSize: number;
  /** A column's id; null is the list's own order, newest first. */
  sort: string | null;
  order: 'asc' | 'desc';
  /** The row whose detail is open. */
  openId: string | null;
}

const wholeFrom1 = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;

/** Reads the address. What makes no sense there reads as if it were absent: page 1, 20 rows, newest first. */
export function readPosition(params: URLSearchParams, sortableIds: readonly string[]): ListPosition {
  const size = wholeFrom1(params.get('page_size'));
  const sort = params.get('sort');
  const isSortable = sort !== null && sortableIds.includes(sort);
  return {
    page: wholeFrom1(params.get('page')) ?? 1,
    pageSize: pageSizes.find((allowed) => allowed === size) ?? pageSizes[0],
    sort: isSortable ? sort : null,
    order: isSortable && params.get('order') === 'asc' ? 'asc' : 'desc',
    openId: params.get('id'),
  };
}

/** The address with some keys changed; null or '' removes one. Keys keep a fixed order, so equal lists have equal links. */
function withParams(params: URLSearchParams, changes: Readonly<Record<string, string | null>>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [key, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(key);
    else next.set(key, value);
  }
  next.sort();
  return next;
}

/** A changed filter leads back to the first page, and closes a detail that the new list may not contain. */
export function withFilter(params: URLSearchParams, changes: Readonly<Record<string, string | null>>): URLSearchParams {
  return withParams(params, { ...changes, page: null, id: null });
}

export function withPage(params: URLSearchParams, page: number): URLSearchParams {
  return withParams(params, { page: page === 1 ? null : String(page) });
}

/** Another page size shows the page that holds the first row seen now. */
export function withPageSize(params: URLSearchParams, position: ListPosition, pageSize: number): URLSearchParams {
  const firstRow = (position.page - 1) * position.pageSize;
  const page = Math.floor(firstRow / pageSize) + 1;
  return withParams(params, {
    page_size: pageSize === pageSizes[0] ? null : String(pageSize),
    page: page === 1 ? null : String(page),
  });
}

export function withSort(params: URLSearchParams, sort: string | null, order: 'asc' | 'desc'): URLSearchParams {
  return withParams(params, { sort, order: sort !== null && order === 'asc' ? 'asc' : null, page: null });
}

export function withOpenRow(params: URLSearchParams, id: string | null): URLSearchParams {
  return withParams(params, { id });
}
