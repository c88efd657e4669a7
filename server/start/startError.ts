import { StartError } from '../runtime/startError.ts';
import { explainDiskError } from '../store/diskError.ts';

/** The text of an error for an operator: one sentence if the disk caused it, else all of it. */
export function toldError(error: unknown): unknown {
  return explainDiskError(error) ?? error;
}

/** Explains a refused port or folder to the person who starts the server. */
export function explainSystemError(
  error: unknown,
  what: {
    readonly port?: { readonly name: string; readonly value: number };
    readonly host?: string;
    readonly folder?: string;
  },
): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const { port, host, folder } = what;
  if (port !== undefined && code === 'EADDRINUSE')
    return new StartError(
      `端口 ${port.value} 已被占用。请停止占用它的程序，或用 ${port.name} 指定另一个端口，例如 ${port.name}=${port.value + 1} npm start`,
    );
  if (port !== undefined && code === 'EACCES')
    return new StartError(`没有权限使用端口 ${port.value}。请用 ${port.name} 指定 1024 以上的端口`);
  if (host !== undefined && (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN'))
    return new StartError(`本机没有地址“${host}”。请用 HOST 指定本机的地址，或用 0.0.0.0 监听所有地址`);
  if (
    folder !== undefined &&
    (code === 'EACCES' || code === 'EROFS' || code === 'ENOTDIR' || code === 'EEXIST' || code === 'EPERM')
  ) {
    return new StartError(`无法写入数据目录“${folder}”。请检查权限，或用 DATA_DIR 指定另一个目录`);
  }
  return error;
}
