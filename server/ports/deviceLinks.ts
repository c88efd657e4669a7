/** Reports that were given up for newer ones of the same lift, because they came faster than they could be handled. */
export interface ShedReports {
  readonly lastMinute: number;
  /** The beginning of the overload, epoch ms; null if there is none. */
  readonly sinceMs: number | null;
}

/** The connections of one gateway to its devices. */
export interface GatewayLinks {
  /** The gateway's own broker; null where devices connect to an outside one. */
  readonly broker: { readonly port: number; readonly tls: boolean } | null;
  /** True if it accepts devices, or is connected to the outside broker. */
  isReady(): boolean;
  shedReports(): ShedReports;
  /** Closes a device's own connections, after its secret was renewed, or it was unbound, disabled or enabled. */
  disconnect(deviceKey: string): void;
  /** Returns the time since the device was last heard, ms; undefined if it never was. */
  heardAgoMs(deviceKey: string): number | undefined;
}

/**
 * The connections to devices as the rest of the site sees them, whichever gateway they end at. Before a gateway has joined,
 * nothing is connected.
 */
export interface DeviceLinks extends Pick<GatewayLinks, 'isReady' | 'disconnect' | 'heardAgoMs'> {
  /** The site's own broker; null while none listens, and where devices connect to an outside one. */
  broker(): GatewayLinks['broker'];
  /** Undefined before a gateway has joined. */
  shedReports(): ShedReports | undefined;
  /** A gateway offers its connections; the returned function withdraws them. */
  join(gateway: GatewayLinks): () => void;
}
