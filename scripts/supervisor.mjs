import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

/** The server's exit code for a setting that cannot work (EX_CONFIG of sysexits.h): starting it again would change nothing. */
export const wrongSettingCode = 78;

/**
 * What Node is started with: the young generation is large enough for the reports of a large city to be forgotten in it, or else the
 * whole heap is collected every few seconds and alarms wait for that (docs/decisions/0057).
 */
export const serverFlags = ['--max-semi-space-size=64'];

const firstRestartMs = 100;
const longestRestartMs = 30_000;
/** The server exits within ten seconds of a stop signal; a frozen one is killed. */
const stopLimitMs = 15_000;
const ancestorsPeriodMs = 500;

/** Whether these arguments of `npm start` ask for a server, which is supervised, and not for a command that runs once and exits. */
export const isService = (args) => args.every((arg) => ['serve', '--no-demo', '--rebuild'].includes(arg));

/**
 * Runs a server program as a child and never returns: it passes SIGTERM, SIGINT and SIGHUP on, ends with the child's
 * status, and starts the child again after a crash, waiting longer each time; a child that has stood for
 * `steadyAfterMs`, serving or waiting, is started again at once. The child reports over its IPC channel when it waits
 * as a standby or for its database (`{ kind: 'waiting' }`) and when it serves (`{ kind: 'serving' }`), and stops when
 * that channel closes, because then this process is gone. `--rebuild` is passed on until a child has served: from then
 * on a rebuild that was cut short continues without it.
 */
export function supervise({ file, args, env = process.env, steadyAfterMs = 60_000 }) {
  let child;
  let restartTimer;
  let restartMs = firstRestartMs;
  let hasServed = false;
  let hasWaited = false;
  let isStopping = false;

  function start() {
    const startedMs = performance.now();
    const childArgs = hasServed ? args.filter((arg) => arg !== '--rebuild') : args;
    child = spawn(process.execPath, [...serverFlags, ...process.execArgv, file, ...childArgs], {
      env,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    child.on('message', (message) => {
      if (message?.kind === 'serving') hasServed = true;
      if (message?.kind === 'waiting') hasWaited = true;
    });
    child.once('error', (error) => ended(`无法启动（${error.message}）`, 1));
    child.once('exit', (code, signal) => {
      if (performance.now() - startedMs >= steadyAfterMs) restartMs = firstRestartMs;
      // The signal came before it could listen for one: it has stopped all the same.
      const hasStopped = isStopping && signal === 'SIGTERM';
      ended(
        signal === null ? `退出代码 ${code}` : `信号 ${signal}`,
        signal === null ? code : hasStopped ? 0 : 128 + constants.signals[signal],
      );
    });
  }

  function ended(why, status) {
    child = undefined;
    // At the first start a wrong setting is for the person at the terminal. After it has served or waited the trouble
    // may pass: a full disk, a port that a frozen predecessor still holds.
    if (isStopping || status === 0 || (status === wrongSettingCode && !hasServed && !hasWaited)) process.exit(status);
    console.error(`${new Date().toISOString()} 服务意外退出（${why}），${restartMs / 1_000} 秒后重新启动`);
    restartTimer = setTimeout(start, restartMs);
    restartMs = Math.min(2 * restartMs, longestRestartMs);
  }

  function stop() {
    if (isStopping) return;
    isStopping = true;
    clearTimeout(restartTimer);
    if (child === undefined) process.exit(0);
    child.kill('SIGTERM');
    setTimeout(() => {
      console.error(`${new Date().toISOString()} 服务在 ${stopLimitMs / 1_000} 秒内没有停止，强制结束`);
      child?.kill('SIGKILL');
    }, stopLimitMs);
  }

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop);
  // A closed terminal takes no more lines; that must not end the process before the server has stopped.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  if (env.npm_lifecycle_event !== undefined) whenAncestorsEnd(stop);
  start();
}

/** npm runs a script in a shell, and neither passes every signal on: anyone who ends npm or the shell wants the server to end. */
function whenAncestorsEnd(stop) {
  const started = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === started) return;
    clearInterval(timer);
    stop();
  }, ancestorsPeriodMs);
}

/** The parent (npm's shell) and its parent (npm), where the system shows them. A process whose parent ended gets another one. */
function ancestors() {
  const parent = process.ppid;
  try {
    // `pid (name) state ppid …`; the name may hold spaces and brackets.
    const grandparent = readFileSync(`/proc/${parent}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ')[1];
    return `${parent} ${grandparent}`;
  } catch {
    return `${parent}`;
  }
}
