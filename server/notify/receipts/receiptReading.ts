import * as z from 'zod';
import type { Receipt } from '../adapter.ts';

/** A provider's call as it came in. */
export interface ReceiptRequest {
  readonly method: 'GET' | 'POST';
  readonly query: Readonly<Record<string, string>>;
  /** The value of `X-Tian-Signature`; empty without one. */
  readonly signature: string;
  readonly body: Buffer;
  readonly nowMs: number;
}

/** Someone has scanned the code that binds a person's WeChat; the demo names the person instead of a code. */
export const bindingScanSchema = z.union([
  z.object({ openid: z.string(), code: z.string() }),
  z.object({ openid: z.string(), personId: z.number() }),
]);
export type BindingScan = Readonly<z.infer<typeof bindingScanSchema>>;

/** The answer to a receipt, and the work to do afterwards. */
export interface ReceiptReading {
  readonly status: number;
  readonly type: 'application/json; charset=utf-8' | 'text/plain; charset=utf-8';
  readonly body: string;
  readonly receipts: readonly Receipt[];
  readonly scans: readonly BindingScan[];
}

const nothing = { receipts: [], scans: [] } as const;

export const jsonAnswer = (status: number, value: object, receipts: readonly Receipt[] = []): ReceiptReading => ({
  ...nothing,
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
  receipts,
});

export const textAnswer = (
  status: number,
  body: string,
  found: Partial<Pick<ReceiptReading, 'receipts' | 'scans'>> = {},
): ReceiptReading => ({ ...nothing, status, type: 'text/plain; charset=utf-8', body, ...found });

/** Returns the meaning of a pressed key: only the first one says that the person has understood and acts. */
export const stateOfKey = (key: string): 'acknowledged' | 'answered' =>
  key.startsWith('1') ? 'acknowledged' : 'answered';
