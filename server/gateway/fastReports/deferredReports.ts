/** A report that has been read and not been handled. */
export interface DeferredReport {
  readonly deviceKey: string;
  readonly text: string;
  /** The signed-in user of its connection. */
  readonly sender: string;
  /** The sender speaks only for itself. */
  readonly canWait: boolean;
}

/**
 * The newest report of each device that waits for time (docs/decisions/0056). Devices are served in the order in which they
 * began to wait; one that reports more often than the others replaces only its own report, and keeps its place.
 */
export class DeferredReports {
  readonly #newest = new Map<string, DeferredReport>();

  /** The number of devices that wait. */
  get size(): number {
    return this.#newest.size;
  }

  /** Returns whether an older report of the device is thereby given up. */
  put(report: DeferredReport): boolean {
    const isReplacing = this.#newest.has(report.deviceKey);
    this.#newest.set(report.deviceKey, report);
    return isReplacing;
  }

  /** The device's report, which waits no longer; undefined if none did. */
  remove(deviceKey: string): DeferredReport | undefined {
    const report = this.#newest.get(deviceKey);
    if (report !== undefined) this.#newest.delete(deviceKey);
    return report;
  }

  /** Hands out reports, those that have waited longest first, for as long as `mayGoOn` says. */
  drain(mayGoOn: () => boolean, handle: (report: DeferredReport) => void): void {
    for (const [deviceKey, report] of this.#newest) {
      if (!mayGoOn()) return;
      this.#newest.delete(deviceKey);
      handle(report);
    }
  }
}
