import * as z from 'zod';
import { plainText } from './text.ts';

/** Every answer of the server: code 0 is success and carries data. */
export const envelopeSchema = z.object({ code: z.number().int(), message: z.string(), data: z.unknown() });
export interface Envelope<Data> {
  readonly code: number;
  readonly message: string;
  readonly data: Data;
}

/**
 * The one message that ends a session in the browser. Only the session check may emit it;
 * text that a person typed never enters a message.
 */
export const loginExpiredMessage = '登录已过期或未登录';

/** Codes of business refusals (HTTP 200) and of the HTTP statuses that carry an envelope. */
export const refusalCodes = {
  refused: 1000,
  invalid: 1001,
  badCredentials: 1002,
  throttled: 1003,
  conflict: 1004,
  alreadyClaimed: 1005,
  notAllowedNow: 1006,
  loginExpired: 401,
  denied: 403,
  notFound: 404,
} as const;

export const fieldErrorsSchema = z.object({ errors: z.array(z.object({ field: z.string(), message: z.string() })) });
export type FieldErrors = z.infer<typeof fieldErrorsSchema>;

/** Query members that every list takes: page 1, 20 rows, newest first unless told. */
export const pageQuerySchema = z.object({
  page: z.coerce.number().int().min(1).default(1),
  page_size: z.coerce.number().int().min(1).max(200, '每页最多 200 条').default(20),
  sort: plainText(40).optional(),
  order: z.enum(['asc', 'desc']).default('desc'),
});
export type PageQuery = z.infer<typeof pageQuerySchema>;

export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({
    list: z.array(row),
    current_page: z.number(),
    page_size: z.number(),
    total: z.number(),
    max_page: z.number(),
  });
}
export interface Page<Row> {
  readonly list: readonly Row[];
  readonly current_page: number;
  readonly page_size: number;
  readonly total: number;
  readonly max_page: number;
}
type PageAsked = Pick<PageQuery, 'page' | 'page_size'>;

/** The page that the query asks for: its rows, of `total` altogether. */
export const toPage = <Row>(list: readonly Row[], total: number, query: PageAsked): Page<Row> & { list: Row[] } => ({
  list: [...list],
  current_page: query.page,
  page_size: query.page_size,
  total,
  max_page: Math.max(1, Math.ceil(total / query.page_size)),
});
/** The page that the query asks for, of rows that are all in memory. */
export const pageFrom = <Row>(rows: readonly Row[], query: PageAsked): Page<Row> & { list: Row[] } =>
  toPage(rows.slice((query.page - 1) * query.page_size, query.page * query.page_size), rows.length, query);

/** A time on the wire: ISO 8601 with offset. */
export const wireTime = z.iso.datetime({ offset: true });
/** A yes or no in a query string or JSON. */
export const wireFlag = z.union([
  z.boolean(),
  z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1'),
]);
/** Ids of a deletion: `?id=1`, `?id=1,2`, `{id: 1}` or `{ids: [1, 2]}`. */
export const idsSchema = z
  .object({
    id: z.union([z.coerce.number().int().positive(), z.string().regex(/^\d+(,\d+)*$/)]).optional(),
    ids: z.array(z.number().int().positive()).max(500, '一次最多 500 条').optional(),
  })
  .transform(({ id, ids }) => ids ?? (id === undefined ? [] : String(id).split(',').map(Number)))
  .refine((list) => list.length > 0, '请指定要操作的记录')
  .refine((list) => list.length <= 500, '一次最多 500 条');
