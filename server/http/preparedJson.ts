import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Envelope } from '../../src/contract/envelope.ts';

const toGzip = promisify(gzip);

/**
 * A successful response built once for all callers of the same request: text and compressed bytes are made on first use
 * and kept with it.
 */
export class PreparedJson<Data> {
  readonly data: Data;
  #text: string | undefined;
  #compressed: Promise<Buffer> | undefined;

  constructor(data: Data) {
    this.data = data;
  }

  /** The whole envelope. */
  text(): string {
    return (this.#text ??= JSON.stringify({ code: 0, message: '成功', data: this.data } satisfies Envelope<Data>));
  }

  gzipped(): Promise<Buffer> {
    return (this.#compressed ??= toGzip(this.text(), { level: 1 }));
  }
}

/** The JSON of an answer lives as long as the answer: callers that get the same object get the same bytes. */
export function prepareOnce<Data extends object>(): (data: Data) => PreparedJson<Data> {
  const prepared = new WeakMap<Data, PreparedJson<Data>>();
  return (data) => {
    const known = prepared.get(data) ?? new PreparedJson(data);
    prepared.set(data, known);
    return known;
  };
}
