import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';

/* Uploaded and imported files. Times are epoch ms, booleans 0/1, JSON is text. */

export interface UploadTable {
  id: number;
  file_name: string;
  mime: string;
  size_bytes: number;
  sha256: string;
  uploaded_by: number | null;
  created_at_ms: number;
  /** 0 while its parts are being written, and while it is being removed. */
  is_complete: Flag;
  /** The page that a stranger sent it from; empty for a stranger without one, null for files of accounts and devices. */
  ticket: Generated<string | null>;
}

/** A file's bytes, in order. */
export interface UploadPartTable {
  upload_id: number;
  seq: number;
  bytes: Uint8Array;
}

/** A record that shows a file; a file that no record shows is removed after a day. */
export interface UploadUseTable {
  file_name: string;
  record: string;
}

/** A file of base data that someone imports. */
export interface ImportTable {
  id: number;
  kind: string;
  file_name: string;
  state: string;
  /** JSON: the head of the file, one text for each column. */
  header: string;
  /** The reason for its state; empty if there is nothing to say. */
  note: Generated<string>;
  row_num: number;
  new_num: Generated<number>;
  changed_num: Generated<number>;
  same_num: Generated<number>;
  wrong_num: Generated<number>;
  created_by: number;
  created_at_ms: number;
  written_at_ms: number | null;
  /** The settled state in which its rows lost their telephone numbers; empty until then. */
  redacted_state: Generated<string>;
  /** JSON: who works on it, with what they could do when they began (`server/domain/longWork.ts`); null before the first step of work. */
  worker: Generated<string | null>;
  /** The id of the first file that was uploaded together with it; its own for a single file. */
  group_id: Generated<number>;
  /** `file`, or `fill` for rows that the register itself gives. */
  origin: Generated<string>;
  /** Some rows name records that other files of the upload will make: it is checked again before it is written. */
  is_provisional: Generated<Flag>;
  /** The file of the upload that has to be written before; null for none. */
  waits_for: Generated<number | null>;
  /** The time at which its rows were removed; null while they are kept. */
  purged_at_ms: Generated<number | null>;
}

/** A row of such a file: what it would change, and what it has changed. */
export interface ImportRowTable {
  import_id: number;
  /** Its number in the spreadsheet, from 1. */
  row_number: number;
  state: string;
  /** JSON: the texts of the file. */
  cells: string;
  /** JSON: what is wrong, by column. */
  problems: Generated<string>;
  /** JSON: those of them that the spreadsheet itself has, before any check. */
  file_problems: Generated<string>;
  /** JSON: the fields that change, before and after, in words. */
  changes: Generated<string>;
  /** JSON: the record as it would be saved; null while it is unchecked or wrong. */
  row_values: string | null;
  /** JSON: the record as it was; null for a new one. */
  row_before: string | null;
  record_id: number | null;
  /** The version of the record: as it was checked, then as it was written. */
  version: Generated<number>;
  is_written: Generated<Flag>;
}

export interface FileTables {
  imports: ImportTable;
  import_rows: ImportRowTable;
  uploads: UploadTable;
  upload_parts: UploadPartTable;
  upload_uses: UploadUseTable;
}
