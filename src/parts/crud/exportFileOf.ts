import type { SaveFile } from '../../contract/call.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { exportList } from '../../contract/endpoints/exports.ts';
import type { AskedExport } from '../../ui/list/listTypes.ts';

/** Lets the server write a list of this call as a file: for `exportFile` of a list screen. */
export const exportFileOf =
  (saveFile: SaveFile, { path, variant }: Endpoint) =>
  ({ name, format, columns, query }: AskedExport<unknown>, signal: AbortSignal): Promise<void> =>
    saveFile(
      exportList,
      {
        path,
        ...(variant === undefined ? {} : { variant }),
        query: typeof query === 'object' && query !== null ? { ...query } : {},
        columns: columns.map(({ words, ...column }) => ({
          ...column,
          ...(words === undefined ? {} : { words: { ...words } }),
        })),
        format,
        name,
      },
      { quiet: true, signal },
    );
