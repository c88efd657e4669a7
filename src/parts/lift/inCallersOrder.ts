import type { ElevatorSearch } from '../../streams/fleet/searchElevators.ts';

/** 2 栋 before 10 栋. */
const byAddress = new Intl.Collator('zh', { numeric: true });

/** As a caller's lift is looked for: those with an open call first, then building by building. */
export function inCallersOrder(search: ElevatorSearch): ElevatorSearch {
  const { keyword, result } = search;
  if (result.kind !== 'ready') return search;
  const list = result.value.list.toSorted(
    (a, b) =>
      Number(a.open_rescue_id === null) - Number(b.open_rescue_id === null) ||
      byAddress.compare(a.community_name, b.community_name) ||
      byAddress.compare(a.addr, b.addr) ||
      a.id - b.id,
  );
  return { keyword, result: { ...result, value: { ...result.value, list } } };
}
