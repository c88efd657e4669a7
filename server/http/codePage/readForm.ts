import type { FastifyRequest } from 'fastify';
import type { ReceivedFile } from '../handlers.ts';
import { isMultipart } from '../readInput.ts';

/** A form as a browser without script sends it. */
export interface SentForm {
  readonly fields: ReadonlyMap<string, readonly string[]>;
  /** Of a file that is too large only that is known: its bytes were passed over. */
  readonly files: readonly (ReceivedFile & { readonly isTooLarge: boolean })[];
}

const limits = { files: 3, fields: 12, fieldSize: 4_000, fileSize: 5 * 1_048_576, parts: 15 } as const;

/** A file that is too large ends there, and the rest of the form is read. */
const partOptions = { limits, throwFileSizeLimit: false };

export const emptyForm: SentForm = { fields: new Map(), files: [] };

/**
 * The form's fields and files. What follows a file that is too large is read to its end, because a browser shows no answer before it has
 * sent everything. A form that breaks off gives what came until then.
 */
export async function readForm(request: FastifyRequest): Promise<SentForm> {
  if (!isMultipart(request)) return { ...emptyForm, fields: fieldsOf(request.body) };
  const fields = new Map<string, string[]>();
  const files: (ReceivedFile & { readonly isTooLarge: boolean })[] = [];
  try {
    for await (const part of request.parts(partOptions)) {
      if (part.type === 'field') {
        if (typeof part.value === 'string')
          fields.set(part.fieldname, [...(fields.get(part.fieldname) ?? []), part.value]);
        continue;
      }
      const chunks: Buffer[] = [];
      for await (const chunk of part.file) chunks.push(Buffer.from(chunk));
      const bytes = Buffer.concat(chunks);
      // A field in which no file was chosen comes as an empty one.
      if (bytes.length > 0 || part.filename !== '')
        files.push(
          part.file.truncated
            ? { name: part.filename, bytes: new Uint8Array(), isTooLarge: true }
            : { name: part.filename, bytes, isTooLarge: false },
        );
    }
  } catch {
    // More parts than the page has, or a broken form: what came is judged on its own.
  }
  return { fields, files };
}

function fieldsOf(body: unknown): ReadonlyMap<string, readonly string[]> {
  const fields = new Map<string, string[]>();
  if (typeof body === 'string')
    for (const [name, value] of new URLSearchParams(body)) fields.set(name, [...(fields.get(name) ?? []), value]);
  return fields;
}
