import type { Filter } from './listTypes.ts';
import type { ListPosition } from './urlState.ts';

/**
 * The query that the address asks for: the filters' members, then the list's own. The filters were checked
 * against `Query` where the screen was defined; the list's own members are the same for every list of the wire.
 */
export function toListQuery<Query>(
  filters: readonly Pick<Filter<Partial<Query>>, 'toQuery'>[],
  params: URLSearchParams,
  position: Pick<ListPosition, 'page' | 'pageSize' | 'sort' | 'order'>,
): Query {
  const own = {
    page: position.page,
    page_size: position.pageSize,
    order: position.order,
    ...(position.sort === null ? {} : { sort: position.sort }),
  };
  const parts: object[] = filters.map((filter) => filter.toQuery(params));
  return Object.assign({}, ...parts, own);
}
