import { loginExpiredMessage, refusalCodes, type Envelope, type FieldErrors } from '../../src/contract/envelope.ts';
import { NotFound, Refusal } from '../domain/refusal.ts';
import { StoreClosedError, StoreFailedError, StoreUnavailableError, UnkeepableDataError } from '../store/errors.ts';
import { VersionConflictError } from '../store/eventStore.ts';
import { explainDataError } from '../store/keepable.ts';

/** An answer other than success, as it leaves the server. */
export interface Failure {
  readonly status: number;
  readonly envelope: Envelope<FieldErrors | null>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Unforeseen: to be logged with its id. */
  readonly isFault?: true;
}

/** A call that ends with an HTTP status of its own. The message is ours: never text that someone typed. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure';
  constructor(
    readonly status: number,
    message: string,
    readonly code: number = status,
    readonly fieldErrors: FieldErrors['errors'] = [],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** The only failure that may end a session in the browser; thrown by the session check alone. */
export class LoginExpired extends Error {
  override readonly name = 'LoginExpired';
  /** `reason`: why the session ended, in our own words, where it is known. */
  constructor(readonly reason: string = loginExpiredMessage) {
    super(reason);
  }
}

export const deniedMessage = '您没有权限执行此操作，请联系管理员';

/** Messages for requests that the framework refuses before a handler is called, by status. */
const statusMessages: Readonly<Record<number, string>> = {
  400: '请求格式有误，请检查后重试',
  404: '接口不存在',
  405: '请求方法不受支持',
  408: '请求超时，请重试',
  413: '请求内容过大，请缩减后重试',
  414: '请求地址过长',
  415: '不支持的内容类型，请以 JSON 提交',
  429: '操作过于频繁，请稍后再试',
  431: '请求头过大',
  503: '服务暂不可用，请稍后重试',
};

const dataOf = (errors: FieldErrors['errors']): FieldErrors | null => (errors.length === 0 ? null : { errors });

/** Turns whatever was thrown into an answer. `faultId` names an unforeseen error to the user, who sees nothing else of it. */
export function toFailure(error: unknown, faultId: string): Failure {
  if (error instanceof LoginExpired) {
    return {
      status: 401,
      envelope: { code: refusalCodes.loginExpired, message: error.reason, data: null },
      headers: { 'www-authenticate': 'Bearer' },
    };
  }
  if (error instanceof Refusal)
    return {
      status: 200,
      envelope: { code: error.code, message: harmless(error.message), data: dataOf(error.fieldErrors) },
    };
  if (error instanceof NotFound)
    return { status: 404, envelope: { code: refusalCodes.notFound, message: harmless(error.message), data: null } };
  if (error instanceof HttpFailure) {
    return {
      status: error.status,
      envelope: { code: error.code, message: harmless(error.message), data: dataOf(error.fieldErrors) },
      headers: error.headers,
    };
  }
  if (error instanceof VersionConflictError) {
    return {
      status: 200,
      envelope: { code: refusalCodes.conflict, message: '数据刚刚被他人修改，请刷新后重试', data: null },
    };
  }
  if (
    error instanceof StoreClosedError ||
    error instanceof StoreUnavailableError ||
    error instanceof StoreFailedError
  ) {
    return {
      status: 503,
      envelope: { code: 503, message: statusMessages[503] ?? '', data: null },
      headers: { 'retry-after': '5' },
    };
  }
  // A read with such data causes the database's own error.
  const dataError = explainDataError(error);
  if (dataError instanceof UnkeepableDataError)
    return { status: 422, envelope: { code: refusalCodes.invalid, message: dataError.message, data: null } };
  const status = statusOf(error);
  const message = status === undefined ? undefined : statusMessages[status];
  if (status !== undefined && message !== undefined) return { status, envelope: { code: status, message, data: null } };
  return {
    status: 500,
    envelope: {
      code: 500,
      message: `服务器内部错误，请稍后重试；如仍失败，请把编号 ${faultId} 告诉管理员`,
      data: null,
    },
    isFault: true,
  };
}

/** A name in the rows could be exactly the sentence that ends sessions: it must not have that effect. */
function harmless(message: string): string {
  return message.trim() === loginExpiredMessage ? '操作未完成，请重试' : message;
}

function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number') return undefined;
  return error.statusCode >= 400 && error.statusCode < 500
    ? statusMessages[error.statusCode] === undefined
      ? 400
      : error.statusCode
    : undefined;
}
