import { probeSilentAfterMs, probeStageLabels, type ProbeStage } from '../../src/contract/endpoints/probe.ts';

/** In the order in which the synthetic call passes them. */
export const probeStages = Object.keys(probeStageLabels).filter(
  (stage): stage is ProbeStage => stage in probeStageLabels,
);

/** Finds the silent stage of the chain. All times are monotonic, in ms, so that a calendar that is set proves nothing and hides nothing. */
export class StageWatch {
  readonly #proven = new Map<ProbeStage, number>();
  /** The time since which a stage has had something to prove: not while the one before it was silent. */
  readonly #askedSince = new Map<ProbeStage, number>();
  #startedAtMs: number;
  #awaitsConsole: boolean;

  /** `awaitsConsole`: that no console answers is a fault from the start on; otherwise only once one has been open. */
  constructor(nowMs: number, { awaitsConsole = true }: { readonly awaitsConsole?: boolean } = {}) {
    this.#startedAtMs = nowMs;
    this.#awaitsConsole = awaitsConsole;
  }

  /** From now on somebody should answer. */
  consoleOpened(nowMs: number): void {
    if (this.#awaitsConsole) return;
    this.#awaitsConsole = true;
    this.#askedSince.set('console', nowMs);
  }

  get #awaited(): readonly ProbeStage[] {
    return this.#awaitsConsole ? probeStages : probeStages.filter((stage) => stage !== 'console');
  }

  /** The process did nothing for a while: silence in that time says nothing about the chain. */
  startAgain(nowMs: number): void {
    this.#startedAtMs = nowMs;
    this.#askedSince.clear();
  }

  proven(stage: ProbeStage, atMs: number): void {
    if (this.#isSilent(stage, atMs))
      for (const later of probeStages.slice(probeStages.indexOf(stage) + 1)) this.#askedSince.set(later, atMs);
    this.#proven.set(stage, atMs);
  }

  /** Returns the time at which this process last saw it proven; undefined if it has not. */
  provenAtMs(stage: ProbeStage): number | undefined {
    return this.#proven.get(stage);
  }

  /** The stage at fault: the first that was silent for too long although it had something to prove. */
  blamed(nowMs: number): ProbeStage | undefined {
    return this.#awaited.find((stage) => this.#blamedAtMs(stage) <= nowMs);
  }

  /** Returns the time until the next stage is blamed, unless it is proven before; infinite if all are. */
  blamesInMs(nowMs: number): number {
    return Math.min(
      ...this.#awaited.map((stage) => this.#blamedAtMs(stage) - nowMs).filter((leftMs) => leftMs > 0),
      Number.POSITIVE_INFINITY,
    );
  }

  /** Every stage was proven a moment ago. */
  isWhole(nowMs: number): boolean {
    return this.#awaited.every((stage) => !this.#isSilent(stage, nowMs));
  }

  #blamedAtMs(stage: ProbeStage): number {
    const quietSinceMs = Math.max(
      this.#proven.get(stage) ?? Number.NEGATIVE_INFINITY,
      this.#askedSince.get(stage) ?? Number.NEGATIVE_INFINITY,
      this.#startedAtMs,
    );
    return quietSinceMs + probeSilentAfterMs;
  }

  #isSilent(stage: ProbeStage, nowMs: number): boolean {
    const provenAtMs = this.#proven.get(stage);
    return provenAtMs === undefined || nowMs - provenAtMs >= probeSilentAfterMs;
  }
}
