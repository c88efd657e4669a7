import { meaningOf } from '../../src/contract/messageCodes.ts';
import type { DeviceCode } from '../domain/domain.ts';

/** No more than one event of each kind in so long for a code; what happens in between is counted. */
export const codeEventEveryMs = 60_000;
/** Codes of one device that are remembered: those that stand, and those whose minute is not over. */
const mostRemembered = 60;

/** Something to be recorded of a code. */
export interface CodeChange extends DeviceCode {
  readonly kind: 'raised' | 'cleared';
  /** The number of appearances since it was last recorded; of one that was cleared it is 0. */
  readonly times: number;
}

/** One of our codes that must not wait for anything. */
export const isDanger = (code: string): boolean => meaningOf(code)?.level === 1;

interface Code {
  /** Ours. */
  code: string;
  /** As recorded. */
  isStanding: boolean;
  /** In the last report. */
  isReported: boolean;
  /** Since it was last recorded. */
  appearances: number;
  raisedAtMs: number;
  clearedAtMs: number;
}

/**
 * The codes of one device: what its last report says, what the log has, and so what to record next. In the end the codes that
 * stand are those of the last report, however they fluttered. Times are monotonic, in ms. Its memory is bounded whatever the
 * device sends.
 */
export class CodeBook {
  readonly #codes = new Map<string, Code>();
  #reported: readonly DeviceCode[];

  /** `standing`: what is recorded, from before the start. */
  constructor(standing: readonly DeviceCode[] = []) {
    for (const { vendorCode, code } of standing)
      this.#codes.set(vendorCode, { ...unseen, code, isStanding: true, isReported: true });
    this.#reported = standing;
  }

  /** Was it in the last report? */
  isReported(vendorCode: string): boolean {
    return this.#codes.get(vendorCode)?.isReported === true;
  }

  /** Does the last report have one of these codes of ours? */
  reportsAny(isMeant: (code: string) => boolean): boolean {
    return this.#reported.some(({ code }) => isMeant(code));
  }

  /** The last report had none. */
  get isEmpty(): boolean {
    return this.#reported.length === 0;
  }

  /** The report says the same as the last one. */
  isSame(reported: readonly DeviceCode[]): boolean {
    return (
      reported.length === this.#reported.length &&
      reported.every(({ vendorCode }, index) => vendorCode === this.#reported[index]?.vendorCode)
    );
  }

  /** Takes in what a report says: all its codes, each once. */
  report(reported: readonly DeviceCode[], nowMs: number): void {
    this.#reported = reported;
    const now = new Set(reported.map(({ vendorCode }) => vendorCode));
    for (const [vendorCode, known] of this.#codes) if (!now.has(vendorCode)) known.isReported = false;
    for (const { vendorCode, code } of reported) {
      const known = this.#codes.get(vendorCode) ?? this.#begin(vendorCode, code, nowMs);
      if (known === undefined) continue;
      known.code = code;
      if (known.isReported) continue;
      known.isReported = true;
      known.appearances += 1;
    }
  }

  /** As if the last report had not had it: in the next one it is new again. */
  takeBack(vendorCode: string): void {
    this.#reported = this.#reported.filter((code) => code.vendorCode !== vendorCode);
    const code = this.#codes.get(vendorCode);
    if (code === undefined) return;
    code.isReported = false;
    code.appearances = Math.max(0, code.appearances - 1);
  }

  /** The changes to record now, ended codes first; call `recorded` for each that has been. */
  due(nowMs: number): readonly CodeChange[] {
    // What found no room when it was reported may find it now.
    this.report(this.#reported, nowMs);
    const cleared: CodeChange[] = [];
    const raised: CodeChange[] = [];
    for (const [vendorCode, known] of this.#codes) {
      const { code, appearances, raisedAtMs, clearedAtMs } = known;
      if (appearances > 0) {
        if (nowMs - raisedAtMs >= codeEventEveryMs)
          raised.push({ kind: 'raised', vendorCode, code, times: appearances });
      } else if (known.isStanding && !known.isReported && nowMs - clearedAtMs >= codeEventEveryMs)
        cleared.push({ kind: 'cleared', vendorCode, code, times: 0 });
    }
    return [...cleared, ...raised];
  }

  recorded({ kind, vendorCode, times }: CodeChange, nowMs: number): void {
    const code = this.#codes.get(vendorCode);
    if (code === undefined) return;
    code.isStanding = kind === 'raised';
    code.appearances -= times;
    if (kind === 'raised') code.raisedAtMs = nowMs;
    else code.clearedAtMs = nowMs;
  }

  /** Nothing is left to record, now or later. */
  get isSettled(): boolean {
    for (const code of this.#codes.values())
      if (code.appearances > 0 || code.isStanding !== code.isReported) return false;
    return this.#reported.every(({ vendorCode }) => this.#codes.has(vendorCode));
  }

  /** The number of remembered codes. */
  get remembered(): number {
    return this.#codes.size;
  }

  /** As recorded. */
  get standing(): readonly string[] {
    return [...this.#codes].flatMap(([vendorCode, { isStanding }]) => (isStanding ? [vendorCode] : []));
  }

  /** Undefined if there is no room. There always is for a danger to life: a vendor's table has few. */
  #begin(vendorCode: string, ours: string, nowMs: number): Code | undefined {
    if (this.#codes.size >= mostRemembered) this.#forgetOver(nowMs);
    if (this.#codes.size >= mostRemembered && !isDanger(ours)) return undefined;
    const code = { ...unseen };
    this.#codes.set(vendorCode, code);
    return code;
  }

  /** Forgets codes that are over and recorded; where that leaves no room, also what only waits for its minute. */
  #forgetOver(nowMs: number): void {
    for (const isKept of [
      ({ appearances, raisedAtMs }: Code) => appearances > 0 || nowMs - raisedAtMs < codeEventEveryMs,
      () => false,
    ]) {
      for (const [vendorCode, code] of this.#codes)
        if (!code.isStanding && !code.isReported && !isKept(code)) this.#codes.delete(vendorCode);
      if (this.#codes.size < mostRemembered) return;
    }
  }
}

const unseen: Code = {
  code: '',
  isStanding: false,
  isReported: false,
  appearances: 0,
  raisedAtMs: Number.NEGATIVE_INFINITY,
  clearedAtMs: Number.NEGATIVE_INFINITY,
};
