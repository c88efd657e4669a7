/** The lifts of the load, beside those of the small city. */
export const firstLoadLiftId = 10_000;
export const loadDeviceKey = (elevatorId: number): string => `LOAD${elevatorId}`;
