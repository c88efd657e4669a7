/**
 * The limit for the ring of a call for help, in ms: from the receipt of its MQTT packet to the frame at the last of this number of consoles.
 * Every benchmark, test and document that speaks of the ring means these figures.
 */
export const ringBudget = { p99Ms: 150, consoles: 1_000 } as const;
