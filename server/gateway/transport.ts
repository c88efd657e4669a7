/** A broker as the gateway uses it: ours in the process, or one outside. */
export interface Transport {
  readonly port: number | undefined;
  readonly isReady: () => boolean;
  readonly connections: () => number;
  /** Does anybody listen to this device's topic now? An outside broker does not say: then always true. */
  readonly hasListener: (deviceKey: string, channel: 'command' | 'receipt') => boolean;
  readonly publish: (deviceKey: string, channel: 'command' | 'receipt', message: object) => void;
  /** Closes the device's own connections: they were opened with a secret that counts no more. An outside broker does this itself. */
  readonly disconnect: (deviceKey: string) => void;
  /** Takes in nothing more; resolves when what was being taken in is settled. */
  readonly close: () => Promise<void>;
}
