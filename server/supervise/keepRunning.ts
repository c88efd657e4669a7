import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import type { Clock } from '../runtime/clock.ts';
import { watchSilence, type SilenceWatch } from './watchSilence.ts';

const firstRestartMs = 100;
const longestRestartMs = 30_000;
/** A child exits within five seconds of a stop signal; a frozen one is killed. */
const stopLimitMs = 15_000;

export interface KeptChild {
  readonly clock: Clock;
  /** Starts the program, with an IPC channel if its beats are to be heard. */
  readonly start: () => ChildProcess;
  /** A child that has stood for this long is started again at once when it ends. */
  readonly steadyAfterMs: number;
  /** A child that has beaten is killed after such a silence, and started again. */
  readonly silentAfterMs: number;
  readonly onMessage: (message: unknown) => void;
  /** Returns true if the child has ended for good with this status. */
  readonly isFinal: (status: number) => boolean;
  /** It has ended for good, or was stopped. */
  readonly onEnded: (status: number) => void;
  /** Writes a line, in Chinese, for operators. */
  readonly say: (text: string) => void;
}

export interface KeptRunning {
  /** Ends the child, by force if it does not end itself within 15 s; then `onEnded` is called. */
  readonly stop: () => void;
}

/** Runs a child process and starts it again after a crash, waiting longer each time. */
export function keepRunning({
  clock,
  start,
  steadyAfterMs,
  silentAfterMs,
  onMessage,
  isFinal,
  onEnded,
  say,
}: KeptChild): KeptRunning {
  let child: ChildProcess | undefined;
  let silence: SilenceWatch | undefined;
  let cancelRestart: (() => void) | undefined;
  let restartMs = firstRestartMs;
  let isStopping = false;

  function run(): void {
    const startedMs = clock.monotonicMs();
    let whyKilled: string | undefined;
    const started = start();
    child = started;
    const watch = watchSilence({
      clock,
      silentAfterMs,
      onSilent(why) {
        whyKilled = why;
        started.kill('SIGKILL');
      },
    });
    silence = watch;
    started.on('message', (message) => {
      watch.hear(message);
      onMessage(message);
    });
    started.once('error', (error) => ended(`无法启动（${error.message}）`, 1));
    started.once('exit', (code, signal) => {
      if (clock.monotonicMs() - startedMs >= steadyAfterMs) restartMs = firstRestartMs;
      // The signal came before it could listen for one: it has stopped all the same.
      const hasStopped = isStopping && signal === 'SIGTERM';
      ended(
        whyKilled ?? (signal === null ? `退出代码 ${code}` : `信号 ${signal}`),
        signal === null ? (code ?? 1) : hasStopped ? 0 : 128 + constants.signals[signal],
      );
    });
  }

  function ended(why: string, status: number): void {
    // A child that could not be started may report that twice.
    if (child === undefined) return;
    child = undefined;
    silence?.stop();
    if (isStopping || isFinal(status)) return onEnded(status);
    say(`服务意外退出（${why}），${restartMs / 1_000} 秒后重新启动`);
    cancelRestart = clock.after(restartMs, run);
    restartMs = Math.min(2 * restartMs, longestRestartMs);
  }

  run();
  return {
    stop() {
      if (isStopping) return;
      isStopping = true;
      silence?.stop();
      cancelRestart?.();
      if (child === undefined) return onEnded(0);
      child.kill('SIGTERM');
      clock.after(stopLimitMs, () => {
        say(`服务在 ${stopLimitMs / 1_000} 秒内没有停止，强制结束`);
        child?.kill('SIGKILL');
      });
    },
  };
}
