import { Readable } from 'node:stream';

/** A file as the answer of a call, instead of an envelope. The server sends it while it makes it. */
export class SentFile {
  readonly name: string;
  readonly mime: string;
  readonly body: Readable | Uint8Array;

  constructor({
    name,
    mime,
    body,
  }: {
    readonly name: string;
    readonly mime: string;
    readonly body: Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<string>;
  }) {
    this.name = name;
    this.mime = mime;
    this.body = body instanceof Uint8Array ? body : Readable.from(body);
  }
}

export const xlsxMime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const csvMime = 'text/csv; charset=utf-8';
