/** The state in the page's address: which part of the fleet is listed and which lift is open. */
export interface ScreeningAddress {
  readonly areaId: number | null;
  readonly communityId: number | null;
  readonly elevatorId: number | null;
  /** Index into `liftLooks`; null for all. */
  readonly look: number | null;
}

const idOf = (text: string | null): number | null => (text !== null && /^\d{1,12}$/.test(text) ? Number(text) : null);

export function readScreeningAddress(query: URLSearchParams): ScreeningAddress {
  return {
    areaId: idOf(query.get('area')),
    communityId: idOf(query.get('community')),
    elevatorId: idOf(query.get('id')),
    look: idOf(query.get('look')),
  };
}

export function writeScreeningAddress(query: URLSearchParams, change: Partial<ScreeningAddress>): URLSearchParams {
  const next = new URLSearchParams(query);
  const names = { areaId: 'area', communityId: 'community', elevatorId: 'id', look: 'look' } as const;
  for (const [key, name] of Object.entries(names)) {
    const value = Object.entries(change).find(([changed]) => changed === key)?.[1];
    if (value === null) next.delete(name);
    else if (value !== undefined) next.set(name, String(value));
  }
  return next;
}
