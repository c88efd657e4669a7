/** An area's id after those above it, as its path `/1/12/` names them. */
export const areaIdsOfPath = (path: string): readonly number[] => path.split('/').filter(Boolean).map(Number);
