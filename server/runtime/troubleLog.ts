import { every, type Clock } from './clock.ts';
import { logEntry, logText } from './logText.ts';

const periodMs = 60_000;
/** Beyond this many different kinds of trouble in a period, the rest count as one. */
const mostKinds = 100;
const longestExplanation = 1_000;

/** Takes what went wrong in words for operators, `推送出错`, and the error behind it. Never throws. */
export type OnTrouble = (trouble: string, error: unknown) => void;

export interface TroubleLogOptions {
  readonly clock: Clock;
  /** Writes one entry, which may have several lines. */
  readonly write: (text: string) => void;
  /** Returns the meaning of an error for operators, which is then written without a stack; undefined for one that only its stack explains. */
  readonly explain: (error: unknown) => string | undefined;
}

export interface TroubleLog {
  readonly onTrouble: OnTrouble;
  /** Writes what has been gathered. */
  close(): void;
}

/**
 * Troubles as lines for operators. The first of a kind is written immediately; its repeats within a minute are counted
 * and written as one line, so that a database that is unreachable for an hour does not fill the disk. A kind is the
 * trouble and the error's text, whatever numbers they name.
 */
export function createTroubleLog({ clock, write, explain }: TroubleLogOptions): TroubleLog {
  const repeats = new Map<string, { readonly trouble: string; count: number }>();

  function tellRepeats(): void {
    for (const { trouble, count } of repeats.values())
      if (count > 0) write(logEntry(clock.nowMs(), `${trouble}（此前 1 分钟内又发生 ${count} 次）`, undefined));
    repeats.clear();
  }

  const stop = every(clock, periodMs, tellRepeats);
  return {
    onTrouble(trouble, error) {
      const kind = kindOf(trouble, error);
      const known = repeats.get(kind) ?? (repeats.size >= mostKinds ? repeats.get('') : undefined);
      if (known !== undefined) {
        known.count += 1;
        return;
      }
      const isLast = repeats.size >= mostKinds;
      repeats.set(isLast ? '' : kind, { trouble: isLast ? '其他问题' : trouble, count: 0 });
      const explanation = explain(error);
      write(
        explanation === undefined
          ? logEntry(clock.nowMs(), trouble, error)
          : `${logEntry(clock.nowMs(), trouble, undefined)} ${logText(explanation, longestExplanation)}`,
      );
    },
    close() {
      stop();
      tellRepeats();
    },
  };
}

/** Ids, positions and times differ each time. */
function kindOf(trouble: string, error: unknown): string {
  const text = error instanceof Error ? `${error.name} ${error.message}` : String(error);
  return `${trouble} ${text}`.replaceAll(/[0-9a-f]{8,}|\d+/gi, '#').slice(0, 300);
}
