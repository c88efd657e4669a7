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
/** The server exits within five seconds of a stop signal; a frozen one is killed. */
const stopLimitMs = 15_000;
const ancestorsPeriodMs = 500;
/** A server that has not beaten for this long hangs: it beats every two seconds. */
const longestSilenceMs = 20_000;
/** The same while it starts, or has announced a step that may keep it busy. */
const longestStepMs = 1_800_000;
const watchPeriodMs = 1_000;
/** A look this late shows that this process stood still itself, as with a paused container: it heard no beats meanwhile. */
const stoodStillMs = 3_000;

/** Whether these arguments of `npm start` ask for a server, which is supervised, and not for a command that runs once and exits. */
export const isService = (args) => args.every((arg) => ['serve', '--no-demo', '--rebuild'].includes(arg));

/**
 * Runs a server program as a child and never returns: it passes SIGTERM, SIGINT and SIGHUP on, ends with the child's
 * status, and starts the child again after a crash, waiting longer each time; a child that has stood for
 * `steadyAfterMs`, serving or waiting, is started again at once. The child reports over its IPC channel when it waits
 * as a standby or for its database (`{ kind: 'waiting' }`) and when it serves (`{ kind: 'serving' }`), and stops when
 * that channel closes, because then this process is gone. Once it has beaten (`{ kind: 'beat' }`, see `server/runtime/beats.ts`)
 * a child that is silent for `silentAfterMs` is killed and started again, except in a step that it has announced. `--rebuild` is passed on until a child has served: from then
 * on a rebuild that was cut short continues without it.
 */
export function supervise({ file, args, env = process.env, steadyAfterMs = 60_000, silentAfterMs = longestSilenceMs }) {
  let child;
  let restartTimer;
  let restartMs = firstRestartMs;
  let hasServed = false;
  let hasWaited = false;
  let isStopping = false;
  let stopWatching;

  function start() {
    const startedMs = performance.now();
    const childArgs = hasServed ? args.filter((arg) => arg !== '--rebuild') : args;
    child = spawn(process.execPath, [...serverFlags, ...process.execArgv, file, ...childArgs], {
      env,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    const silence = watchSilence(child, silentAfterMs, () => isStopping);
    stopWatching = silence.stop;
    child.on('message', (message) => {
      silence.hear(message);
      if (message?.kind === 'serving') hasServed = true;
      if (message?.kind === 'waiting') hasWaited = true;
    });
    child.once('error', (error) => ended(`无法启动（${error.message}）`, 1));
    child.once('exit', (code, signal) => {
      if (performance.now() - startedMs >= steadyAfterMs) restartMs = firstRestartMs;
      // The signal came before it could listen for one: it has stopped all the same.
      const hasStopped = isStopping && signal === 'SIGTERM';
      ended(
        silence.why ?? (signal === null ? `退出代码 ${code}` : `信号 ${signal}`),
        signal === null ? code : hasStopped ? 0 : 128 + constants.signals[signal],
      );
    });
  }

  function ended(why, status) {
    child = undefined;
    stopWatching?.();
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

/** Kills a child whose beats end. `why` says so afterwards. A child that never beats is left alone. */
function watchSilence(child, silentAfterMs, isStopping) {
  const silence = { why: undefined, hear, stop };
  let beatMs;
  let pulseMs;
  let step;
  let lookedMs = performance.now();
  const timer = setInterval(look, watchPeriodMs);

  function hear(message) {
    const nowMs = performance.now();
    if (message?.kind === 'beat') beatMs = nowMs;
    if (message?.kind === 'pulse') pulseMs = nowMs;
    if (message?.kind === 'step') step = message.name;
    if (message?.kind !== 'stepDone') return;
    step = undefined;
    beatMs = nowMs;
  }

  function look() {
    const nowMs = performance.now();
    const hasStoodStill = nowMs - lookedMs > stoodStillMs;
    lookedMs = nowMs;
    if (beatMs === undefined || isStopping()) return;
    if (hasStoodStill) {
      beatMs = nowMs;
      return;
    }
    const limitMs = step === undefined ? silentAfterMs : longestStepMs;
    if (nowMs - beatMs < limitMs) return;
    const what = nowMs - pulseMs < limitMs ? '数据写入停住' : '进程停住';
    silence.why = `${what}，${limitMs / 1_000} 秒没有心跳${step === undefined ? '' : `（${step}）`}，已强制结束`;
    stop();
    child.kill('SIGKILL');
  }

  function stop() {
    clearInterval(timer);
  }
  return silence;
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
