export const startPath = '/';
export const loginPath = '/ins-login';
export const wallPath = '/data-board';
/** `navigate` to the handling of a lift's open call. */
export const rescuePath = (elevatorId: number): string => `/alarm-center?elevator_id=${elevatorId}&handle=1`;
export const rescueOrderPath = (orderId: number): string => `/alarm-center?id=${orderId}`;
export const liftPath = (elevatorId: number): string => `/elevator-screening?id=${elevatorId}`;
export const exceptionPath = (exceptionId: number): string => `/alarm-center/fault-records?id=${exceptionId}`;
