import { writeSync } from 'node:fs';
import { inspect } from 'node:util';
import { explainStoreError } from '../store/explainStoreError.ts';

/**
 * Ends the process after an error that leaves it in an unknown state, and reports it in one block with its time. Its
 * supervisor restarts it.
 */
export function crash(error: unknown): never {
  try {
    // The store's own message is sufficient.
    const text = explainStoreError(error) ?? `服务遇到无法继续的错误，即将退出\n${inspect(error, { depth: 4 })}`;
    writeSync(process.stderr.fd, `\n${new Date().toISOString()} ${text}\n\n`);
  } catch {
    // A closed terminal or a full pipe takes no more lines.
  }
  process.exit(1);
}

/** Unhandled errors and rejections end the process with a report. A closed terminal stops the server in order. */
export function reportCrashes(): void {
  process.on('uncaughtException', crash);
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
}
