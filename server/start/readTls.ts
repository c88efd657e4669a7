import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Config } from './config.ts';
import { StartError } from '../runtime/startError.ts';

/** The certificate and key to serve with; undefined for plain HTTP and MQTT. Throws StartError if they are unusable. */
export async function readTls(config: Config): Promise<{ readonly cert: Buffer; readonly key: Buffer } | undefined> {
  if (config.TLS_CERT_FILE === undefined || config.TLS_KEY_FILE === undefined) return undefined;
  const [cert, key] = await Promise.all([
    readTlsFile('TLS_CERT_FILE', config.TLS_CERT_FILE),
    readTlsFile('TLS_KEY_FILE', config.TLS_KEY_FILE),
  ]);
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw new StartError(
      `TLS_CERT_FILE 与 TLS_KEY_FILE 不是一对可用的 PEM 证书和私钥：${error instanceof Error ? error.message : String(error)}`,
    );
  }
  return { cert, key };
}

async function readTlsFile(name: string, path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new StartError(`无法读取 ${name} 指定的文件“${path}”，请检查路径与权限`, { cause: error });
  }
}
