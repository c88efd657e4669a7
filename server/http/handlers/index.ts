import type { Handlers } from '../handlers.ts';
import { accessHandlers, type AccessHandlerParts } from './access.ts';
import { alarmHandlers } from './alarm.ts';
import { alarmRuleHandlers, type AlarmRuleHandlerParts } from './alarmRule.ts';
import { alarmBoardHandlers } from './alarmBoard.ts';
import { announcementHandlers } from './announcement.ts';
import { auditHandlers } from './audit.ts';
import { authHandlers, type AuthHandlerParts } from './auth.ts';
import { brandHandlers } from './brand.ts';
import { bulletinHandlers } from './bulletin.ts';
import { cabinHandlers, type CabinHandlerParts } from './cabin.ts';
import { communityHandlers } from './community.ts';
import { companyHandlers } from './company.ts';
import { deviceHandlers, type DeviceHandlerParts } from './device.ts';
import { elevatorHandlers, type ElevatorHandlerParts } from './elevator.ts';
import { exceptionHandlers } from './exception.ts';
import { expiringHandlers } from './expiring.ts';
import { faultCauseHandlers } from './faultCause.ts';
import { ladderHandlers, type LadderHandlerParts } from './ladder.ts';
import { listViewHandlers } from './listView.ts';
import { liftRegisterHandlers } from './liftRegister.ts';
import { logCutHandlers } from './logCut.ts';
import { exportHandlers } from './exports.ts';
import { importHandlers, type ImportHandlerParts } from './imports.ts';
import { notificationHandlers, type NotificationHandlerParts } from './notification.ts';
import { notifyChannelHandlers, type NotifyChannelHandlerParts } from './notifyChannel.ts';
import { sysConfigHandlers, type SysConfigHandlerParts } from './sysConfig.ts';
import { outageHandlers, type OutageHandlerParts } from './outage.ts';
import { permissionHandlers } from './permission.ts';
import { personHandlers } from './person.ts';
import { plateHandlers, type PlateHandlerParts } from './plate.ts';
import { probeHandlers, type ProbeHandlerParts } from './probe.ts';
import { regionHandlers } from './region.ts';
import { realtimeHandlers } from './realtime.ts';
import { replayHandlers, type ReplayHandlerParts } from './replay.ts';
import { rescueHandlers } from './rescue.ts';
import { reviewHandlers, type ReviewHandlerParts } from './review.ts';
import { ruleTestHandlers, type RuleTestHandlerParts } from './ruleTest.ts';
import { roleHandlers, type RoleHandlerParts } from './role.ts';
import { setupHandlers, type SetupHandlerParts } from './setup.ts';
import { statisticsHandlers } from './statistics.ts';
import { statsHandlers, type StatsHandlerParts } from './stats.ts';
import { visitHandlers } from './visit.ts';
import { userHandlers, type UserHandlerParts } from './user.ts';
import { whyRangHandlers } from './whyRang.ts';
import { wallHandlers, type WallHandlerParts } from './wall.ts';

export type HandlerParts = AuthHandlerParts &
  AlarmRuleHandlerParts &
  CabinHandlerParts &
  OutageHandlerParts &
  NotificationHandlerParts &
  ElevatorHandlerParts &
  SysConfigHandlerParts &
  PlateHandlerParts &
  ProbeHandlerParts &
  ReplayHandlerParts &
  ReviewHandlerParts &
  SetupHandlerParts &
  WallHandlerParts &
  AccessHandlerParts &
  DeviceHandlerParts &
  RoleHandlerParts &
  StatsHandlerParts &
  UserHandlerParts &
  LadderHandlerParts &
  RuleTestHandlerParts &
  ImportHandlerParts &
  NotifyChannelHandlerParts;

/**
 * The handler of every declared call: one composition for the server and for tests. The files are named as those of
 * `src/contract/endpoints`.
 */
export function createHandlers(parts: HandlerParts): Handlers {
  const handlers: Handlers = {
    ...authHandlers(parts),
    ...accessHandlers(parts),
    ...listViewHandlers(parts),
    ...sysConfigHandlers(parts),
    ...setupHandlers(parts),
    ...logCutHandlers(parts),
    ...rescueHandlers(parts),
    ...exceptionHandlers(parts),
    ...visitHandlers(parts),
    ...reviewHandlers(parts),
    ...elevatorHandlers(parts),
    ...liftRegisterHandlers(parts),
    ...plateHandlers(parts),
    ...deviceHandlers(parts),
    ...alarmHandlers(parts),
    ...alarmBoardHandlers(parts),
    ...alarmRuleHandlers(parts),
    ...notificationHandlers(parts),
    ...ruleTestHandlers(parts),
    ...whyRangHandlers(parts),
    ...realtimeHandlers(parts),
    ...statsHandlers(parts),
    ...statisticsHandlers(parts),
    ...bulletinHandlers(parts),
    ...replayHandlers(parts),
    ...probeHandlers(parts),
    ...wallHandlers(parts),
    ...auditHandlers(parts),
    ...expiringHandlers(parts),
    ...brandHandlers(parts),
    ...faultCauseHandlers(parts),
    ...communityHandlers(parts),
    ...announcementHandlers(parts),
    ...outageHandlers(parts),
    ...cabinHandlers(parts),
    ...companyHandlers(parts),
    ...regionHandlers(parts),
    ...personHandlers(parts),
    ...permissionHandlers(parts),
    ...roleHandlers(parts),
    ...userHandlers(parts),
    ...ladderHandlers(parts),
    ...importHandlers(parts),
    ...notifyChannelHandlers(parts),
    ...exportHandlers(parts, () => handlers),
  };
  return handlers;
}
