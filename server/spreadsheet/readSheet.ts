import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { Turnstile } from '../runtime/turnstile.ts';
import { readInProcess } from './sheetProcess.ts';

/** More than this inside the container is no register of lifts but an attempt to fill the memory. */
const mostUnpackedBytes = 96 * 1_048_576;
/** The most text of all cells, with an overhead for each: the server keeps them while it writes them down. */
const mostTextLength = 16_000_000;
const lengthOfCell = 10;
const readWithinMs = 60_000;
/** The most bytes of files that wait for their turn. */
const mostWaitingBytes = 32 * 1_048_576;

const hucre = pathToFileURL(createRequire(import.meta.url).resolve('hucre/xlsx')).href;

const unreadableReasons = ['noExcel', 'oldOrEncrypted', 'tooLarge', 'tooSlow', 'busy'] as const;
export type UnreadableReason = (typeof unreadableReasons)[number];

/** The file cannot be read as a workbook; the reason says why. */
export class UnreadableSheetError extends Error {
  override readonly name = 'UnreadableSheetError';
  constructor(readonly reason: UnreadableReason) {
    super(`the workbook cannot be read: ${reason}`);
  }
}

/** The first visible sheet of a workbook. */
export interface SheetText {
  /** Cells as text, trimmed, days as `2026-01-05`; `≈` before a number that the spreadsheet has rounded. */
  readonly rows: readonly (readonly string[])[];
  /** `row,column` from 0: cells with a formula or an error. */
  readonly formulas: readonly string[];
  /** First and last row, from 0, of ranges of rows that are merged with others; no row is in two. */
  readonly merges: readonly (readonly [number, number])[];
}

/** One workbook after the other, so that together they take no more memory than one. */
const turns = new Turnstile(1);
let waitingBytes = 0;

/**
 * Reads a workbook in a process of its own (docs/decisions/0065), at most `mostRows` rows of it. Throws UnreadableSheetError, `busy`
 * while too many others wait.
 */
export async function readSheet(bytes: Uint8Array, mostRows: number): Promise<SheetText> {
  if (waitingBytes > 0 && waitingBytes + bytes.length > mostWaitingBytes) throw new UnreadableSheetError('busy');
  waitingBytes += bytes.length;
  try {
    return await turns.pass(() => readApart(bytes, mostRows));
  } finally {
    waitingBytes -= bytes.length;
  }
}

const lineSchema = z.union([
  z.strictObject({ rows: z.array(z.array(z.string())) }),
  z.strictObject({ formulas: z.array(z.string()) }),
  z.strictObject({ merges: z.array(z.tuple([z.number(), z.number()])) }),
  z.strictObject({ reason: z.enum(unreadableReasons) }),
]);

/** Undefined for a line in whose middle the process ended. */
function lineOf(line: string): z.infer<typeof lineSchema> | undefined {
  try {
    return lineSchema.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

async function readApart(bytes: Uint8Array, mostRows: number): Promise<SheetText> {
  const rows: string[][] = [];
  const formulas: string[] = [];
  let merges: SheetText['merges'] | undefined;
  let reason: UnreadableReason | undefined;
  const ended = await readInProcess(
    bytes,
    { hucre, mostRows, mostUnpackedBytes, mostTextLength, lengthOfCell },
    {
      withinMs: readWithinMs,
      onLine(line) {
        const said = lineOf(line);
        if (said === undefined) return;
        if ('rows' in said) for (const row of said.rows) rows.push(row);
        else if ('formulas' in said) for (const place of said.formulas) formulas.push(place);
        else if ('merges' in said) ({ merges } = said);
        else ({ reason } = said);
      },
    },
  );
  if (reason !== undefined) throw new UnreadableSheetError(reason);
  if (ended === 'tooSlow') throw new UnreadableSheetError('tooSlow');
  if (ended === 'failed') throw new Error('no process could be started to read a workbook');
  // Its last word is missing: it had no more memory.
  if (merges === undefined) throw new UnreadableSheetError('tooLarge');
  return { rows, formulas, merges };
}
