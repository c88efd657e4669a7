import { createCipheriv, hkdfSync, type Cipher } from 'node:crypto';
import type { Page } from '../../src/contract/envelope.ts';
import type { EventStore } from '../store/eventStore.ts';

/**
 * The records that are named by their place in the log, and how many ids the kind has for each place. A proof never had a plain id, so
 * none is opened.
 */
const idsForEachPlace = { notice: 1_000, firing: 1, auditEntry: 1, signIn: 1, comment: 1, proof: 0 } as const;
export type SealedKind = keyof typeof idsForEachPlace;

const rounds = 8;
const halfBits = 26;
const half = 2 ** halfBits;
/** Sealed ids lie between this and 2^53, so that JSON numbers carry them and none is an id from before they were sealed. */
const firstSealed = half * half;

/** A permutation of the whole numbers below 2^52: a Feistel network whose round function is AES under a key of its own. */
class Permutation {
  readonly #aes: Cipher;

  constructor(key: Uint8Array) {
    this.#aes = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  }

  apply(value: number): number {
    let [left, right] = [Math.floor(value / half), value % half];
    for (let round = 0; round < rounds; round += 1) [left, right] = [right, left ^ this.#mix(round, right)];
    return left * half + right;
  }

  invert(value: number): number {
    let [left, right] = [Math.floor(value / half), value % half];
    for (let round = rounds - 1; round >= 0; round -= 1) [left, right] = [right ^ this.#mix(round, left), left];
    return left * half + right;
  }

  #mix(round: number, value: number): number {
    const block = Buffer.alloc(16);
    block.writeUInt8(round);
    block.writeUInt32BE(value, 1);
    return this.#aes.update(block).readUInt32BE() % half;
  }
}

/**
 * The ids that clients get for records whose own id is made of their place in the log. The log counts the events of the whole site, so
 * a user with one lift in scope would read the site's rate of events from two of their own. A sealed id names its record always and to
 * everyone by the same number, and tells nothing else, not even which of two is the older one.
 */
export class SealedIds {
  readonly #store: Pick<EventStore, 'rows'>;
  readonly #permutations: Readonly<Record<SealedKind, Permutation>>;

  constructor(siteKey: Uint8Array, store: Pick<EventStore, 'rows'>) {
    this.#store = store;
    const permutationOf = (kind: SealedKind) =>
      new Permutation(new Uint8Array(hkdfSync('sha256', siteKey, '', `id of a ${kind}`, 32)));
    this.#permutations = {
      notice: permutationOf('notice'),
      firing: permutationOf('firing'),
      auditEntry: permutationOf('auditEntry'),
      signIn: permutationOf('signIn'),
      comment: permutationOf('comment'),
      proof: permutationOf('proof'),
    };
  }

  /** `id` is a whole number below 2^52. */
  seal(kind: SealedKind, id: number): number {
    return firstSealed + this.#permutations[kind].apply(id);
  }

  /** The same rows under their sealed ids. */
  sealRows<Row extends { readonly id: number }>(kind: SealedKind, rows: readonly Row[]): Row[] {
    return rows.map((row) => ({ ...row, id: this.seal(kind, row.id) }));
  }

  sealPage<Row extends { readonly id: number }>(kind: SealedKind, page: Page<Row>): Page<Row> & { list: Row[] } {
    return { ...page, list: this.sealRows(kind, page.list) };
  }

  /**
   * The record's own id, or 0, which is no record's. An id that a client got before ids were sealed is opened as well, but no other: by
   * trying plain ids, a client would find out where its records stand in the log.
   */
  async open(kind: SealedKind, id: number): Promise<number> {
    if (!Number.isSafeInteger(id) || id < 1) return 0;
    if (id >= firstSealed) return this.#permutations[kind].invert(id - firstSealed);
    return id < ((await this.#lastPlainPlace()) + 1) * idsForEachPlace[kind] ? id : 0;
  }

  /** Returns the log's last position before ids began to be sealed; migration 071 wrote it. */
  async #lastPlainPlace(): Promise<number> {
    const kept = await this.#store.rows
      .selectFrom('store_meta')
      .select('value')
      .where('key', '=', 'plain_ids_until')
      .executeTakeFirst();
    return Number(kept?.value ?? 0);
  }
}
