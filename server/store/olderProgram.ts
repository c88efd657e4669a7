import { StoreNewerError } from './errors.ts';
import type { InlineProjection } from './eventStore.ts';
import type { ProjectionVersionsTable } from './schema.ts';

/** Throws StoreNewerError if rows have a newer shape than this program knows: it would fold them back into the old one. */
export function refuseOlderProgram(
  projections: readonly Pick<InlineProjection, 'name' | 'version'>[],
  kept: readonly ProjectionVersionsTable[],
): void {
  const versions = new Map(projections.map(({ name, version }) => [name, version]));
  const newer = kept.find(({ name, version }) => version > (versions.get(name) ?? version));
  if (newer !== undefined)
    throw new StoreNewerError(new Error(`projection ${newer.name} is at version ${newer.version}`));
}
