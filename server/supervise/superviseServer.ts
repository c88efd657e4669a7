import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { every, systemClock } from '../runtime/clock.ts';
import { wrongSettingCode } from '../runtime/startError.ts';
import { keepRunning } from './keepRunning.ts';

/**
 * Node's flags for the server: the young generation is large enough for the reports of a large city to be forgotten in it, or else the whole
 * heap is collected every few seconds and alarms wait for that (docs/decisions/0057).
 */
export const serverFlags: readonly string[] = ['--max-semi-space-size=64'];

const ancestorsPeriodMs = 500;
/** A server that has not beaten for this long hangs: it beats every two seconds. */
const longestSilenceMs = 20_000;

/** Returns true if these arguments of `npm start` ask for a server, which is supervised, and not for a command that runs once and exits. */
export const isService = (args: readonly string[]): boolean =>
  args.every((arg) => ['serve', '--no-demo', '--rebuild'].includes(arg));

export interface SupervisedServer {
  /** The program, with its arguments. */
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Node's flags besides `serverFlags`, over which they have the last word: by default the flags of this process. */
  readonly nodeFlags?: readonly string[];
  readonly steadyAfterMs?: number;
  readonly silentAfterMs?: number;
}

/**
 * Runs a server program as a child and never returns: it passes SIGTERM, SIGINT and SIGHUP on, ends with the child's
 * status, and starts the child again after a crash, waiting longer each time; a child that has stood for
 * `steadyAfterMs`, serving or waiting, is started again at once. The child reports over its IPC channel when it waits
 * as a standby or for its database (`{ kind: 'waiting' }`) and when it serves (`{ kind: 'serving' }`), and stops when
 * that channel closes, because then this process is gone. Once it has beaten (see `server/runtime/beats.ts`) a child that is
 * silent for `silentAfterMs` is killed and started again, except in a step that it has announced. `--rebuild` is passed on until
 * a child has served: from then on a rebuild that was cut short continues without it.
 */
export function superviseServer({
  file,
  args,
  env = process.env,
  nodeFlags = process.execArgv,
  steadyAfterMs = 60_000,
  silentAfterMs = longestSilenceMs,
}: SupervisedServer): void {
  let hasServed = false;
  let hasWaited = false;
  // A closed terminal takes no more lines; that must not end the process before the server has stopped.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  const { stop } = keepRunning({
    clock: systemClock,
    start: () =>
      spawn(
        process.execPath,
        [...serverFlags, ...nodeFlags, file, ...(hasServed ? args.filter((arg) => arg !== '--rebuild') : args)],
        { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] },
      ),
    steadyAfterMs,
    silentAfterMs,
    onMessage(message) {
      const kind = typeof message === 'object' && message !== null && 'kind' in message ? message.kind : undefined;
      if (kind === 'serving') hasServed = true;
      if (kind === 'waiting') hasWaited = true;
    },
    // At the first start a wrong setting is for the person at the terminal. After it has served or waited the trouble
    // may pass: a full disk, a port that a frozen predecessor still holds.
    isFinal: (status) => status === 0 || (status === wrongSettingCode && !hasServed && !hasWaited),
    onEnded: (status) => process.exit(status),
    say: (text) => process.stderr.write(`${new Date().toISOString()} ${text}\n`),
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
  if (env['npm_lifecycle_event'] !== undefined) whenAncestorsEnd(stop);
}

/** npm runs a script in a shell, and neither passes every signal on: anyone who ends npm or the shell wants the server to end. */
function whenAncestorsEnd(stop: () => void): void {
  const started = ancestors();
  const stopLooking = every(systemClock, ancestorsPeriodMs, () => {
    if (ancestors() === started) return;
    stopLooking();
    stop();
  });
}

/** The parent (npm's shell) and its parent (npm), where the system shows them. A process whose parent ended gets another one. */
function ancestors(): string {
  const parent = process.ppid;
  try {
    // `pid (name) state ppid …`; the name may hold spaces and brackets.
    const grandparent = readFileSync(`/proc/${parent}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ')[1];
    return `${parent} ${grandparent}`;
  } catch {
    return `${parent}`;
  }
}
