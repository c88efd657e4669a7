/** Counts of the gateway since it started. */
export interface GatewayStats {
  /** The broker listens, or the outside broker is connected. */
  readonly isReady: boolean;
  readonly connections: number;
  readonly onlineDevices: number;
  readonly telemetry: number;
  /** Reports that waited, after they were read, until there was time. */
  readonly deferredTelemetry: number;
  /** Reports that were given up because a newer one of their device came before there was time for them. */
  readonly shedTelemetry: number;
  readonly events: number;
  /** The number of events that were kept before. */
  readonly repeatedEvents: number;
  readonly statuses: number;
  readonly replies: number;
  readonly quarantined: number;
  /** Dropped because their device sent too much: PUBACK but no receipt, not kept. Never a call for help. */
  readonly droppedTelemetry: number;
  readonly droppedEvents: number;
  readonly droppedOther: number;
  /** Calls for help that had to wait because their device sent too many. */
  readonly delayedUrgent: number;
  readonly refusedLogins: number;
  /**
   * Sign-ins with the right secret that were refused for a moment: of devices that published where they may not, or
   * asked or called without end.
   */
  readonly backedOff: number;
  readonly refusedTopics: number;
  readonly oversizedPackets: number;
  /** Connections closed because they asked for too much: SUBSCRIBE, UNSUBSCRIBE, PINGREQ or acknowledgements without end. */
  readonly closedFloods: number;
  /** Connections closed because too much waited for them and they did not read it. */
  readonly closedStalled: number;
  /** Not kept because the store could not: not acknowledged, the device sends them again. */
  readonly failed: number;
}

export type GatewayCounter = Exclude<keyof GatewayStats, 'isReady' | 'connections' | 'onlineDevices'>;
export type GatewayCounters = Record<GatewayCounter, number>;

export function noCounts(): GatewayCounters {
  return {
    telemetry: 0,
    deferredTelemetry: 0,
    shedTelemetry: 0,
    events: 0,
    repeatedEvents: 0,
    statuses: 0,
    replies: 0,
    quarantined: 0,
    droppedTelemetry: 0,
    droppedEvents: 0,
    droppedOther: 0,
    delayedUrgent: 0,
    refusedLogins: 0,
    backedOff: 0,
    refusedTopics: 0,
    oversizedPackets: 0,
    closedFloods: 0,
    closedStalled: 0,
    failed: 0,
  };
}
