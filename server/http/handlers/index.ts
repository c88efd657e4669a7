import type { Handlers } from '../handlers.ts';
import { accessHandlers, type AccessHandlerParts } from './access.ts';
import { alarmHandlers } from './alarm.ts';
import { authHandlers, type AuthHandlerParts } from './auth.ts';
import { baseDataHandlers, type BaseDataHandlerParts } from './baseData.ts';
import { elevatorHandlers, type ElevatorHandlerParts } from './elevator.ts';
import { liveHandlers, type LiveHandlerParts } from './live.ts';
import { otherHandlers, type OtherHandlerParts } from './other.ts';
import { replayHandlers } from './replay.ts';
import { rescueHandlers } from './rescue.ts';
import { wallHandlers, type WallHandlerParts } from './wall.ts';

export type HandlerParts = AuthHandlerParts & BaseDataHandlerParts & ElevatorHandlerParts & OtherHandlerParts & LiveHandlerParts & WallHandlerParts & AccessHandlerParts;

/** The handler of every declared call: one composition for the server and for tests. */
export function createHandlers(parts: HandlerParts): Handlers {
  return {
    ...authHandlers(parts),
    ...accessHandlers(parts),
    ...otherHandlers(parts),
    ...rescueHandlers(parts),
    ...elevatorHandlers(parts),
    ...alarmHandlers(parts),
    ...liveHandlers(parts),
    ...replayHandlers(parts),
    ...wallHandlers(parts),
    ...baseDataHandlers(parts),
  };
}
