/** A broker as the gateway uses it: the embedded or an external one. */
export interface Transport {
  readonly port: number | undefined;
  readonly isReady: () => boolean;
  readonly connections: () => number;
  /** Is anyone subscribed to this device's topic now? An external broker does not tell: then always true. */
  readonly hasListener: (deviceKey: string, channel: 'command' | 'receipt') => boolean;
  readonly publish: (deviceKey: string, channel: 'command' | 'receipt', message: object) => void;
  /** Returns the time for which there have been unread bytes at every moment, ms; 0 if there are none. */
  readonly behindMs: () => number;
  /** Closes the device's own connections: they were opened with a secret that is no longer valid. An external broker does this itself. */
  readonly disconnect: (deviceKey: string) => void;
  /** Accepts nothing more; resolves when messages in progress are settled. */
  readonly close: () => Promise<void>;
}
