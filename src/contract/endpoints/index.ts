import * as access from './access.ts';
import * as alarm from './alarm.ts';
import * as alarmBoard from './alarmBoard.ts';
import * as audit from './audit.ts';
import * as auth from './auth.ts';
import * as brand from './brand.ts';
import * as camera from './camera.ts';
import * as community from './community.ts';
import { maintenanceCalls, propertyCalls } from './company.ts';
import * as device from './device.ts';
import * as elevator from './elevator.ts';
import * as exception from './exception.ts';
import * as expiring from './expiring.ts';
import * as listView from './listView.ts';
import * as liftRegister from './liftRegister.ts';
import * as exports from './exports.ts';
import * as imports from './imports.ts';
import * as other from './other.ts';
import * as permission from './permission.ts';
import * as person from './person.ts';
import * as plate from './plate.ts';
import * as realtime from './realtime.ts';
import * as replay from './replay.ts';
import * as region from './region.ts';
import * as rescue from './rescue.ts';
import * as role from './role.ts';
import * as setup from './setup.ts';
import * as stats from './stats.ts';
import * as user from './user.ts';
import * as wall from './wall.ts';
import * as whyRang from './whyRang.ts';

/** Every call of the API by name. The server starts only when each has a handler and a permission. */
export const endpoints = {
  login: auth.login,
  logout: auth.logout,
  userMenuTree: auth.userMenuTree,
  userDetail: auth.userDetail,
  changeOwnPassword: auth.changeOwnPassword,
  listViews: listView.listViews,
  listViewSave: listView.listViewSave,
  listViewDelete: listView.listViewDelete,
  userOptions: access.userOptions,
  userAccounts: user.userAccounts,
  userRecord: user.userRecord,
  userSave: user.userSave,
  userEdit: user.userEdit,
  userDelete: user.userDelete,
  userOrganizations: user.userOrganizations,
  userSignIns: user.userSignIns,
  userJoinCode: user.userJoinCode,
  userJoinCodeRevoke: user.userJoinCodeRevoke,
  joinLook: user.joinLook,
  joinAccept: user.joinAccept,
  permissionTree: permission.permissionTree,
  permissionList: permission.permissionList,
  permissionDetail: permission.permissionDetail,
  permissionSave: permission.permissionSave,
  permissionEdit: permission.permissionEdit,
  permissionDelete: permission.permissionDelete,
  roleList: role.roleList,
  roleDetail: role.roleDetail,
  roleSave: role.roleSave,
  roleEdit: role.roleEdit,
  roleDelete: role.roleDelete,
  userDisable: access.userDisable,
  userEnable: access.userEnable,
  userSessionsEnd: access.userSessionsEnd,
  userPasswordReset: access.userPasswordReset,
  elevatorList: liftRegister.elevatorListInFull,
  elevatorDetail: liftRegister.elevatorDetailInFull,
  elevatorSave: liftRegister.elevatorSave,
  elevatorUpdate: liftRegister.elevatorUpdate,
  elevatorDelete: liftRegister.elevatorDelete,
  elevatorPlates: plate.elevatorPlates,
  deviceLatestData: elevator.deviceLatestData,
  deviceStatus: elevator.deviceStatus,
  deviceRunCommand: elevator.deviceRunCommand,
  deviceSecretRenew: access.deviceSecretRenew,
  deviceBind: device.deviceBind,
  deviceBindRescue: device.deviceBindRescue,
  deviceUnbind: device.deviceUnbind,
  deviceDisable: device.deviceDisable,
  deviceEnable: device.deviceEnable,
  deviceModelDifferences: device.deviceModelDifferences,
  deviceModelSync: device.deviceModelSync,
  cameraList: camera.cameraList,
  cameraSave: camera.cameraSave,
  cameraDelete: camera.cameraDelete,
  rescueAck: rescue.rescueAck,
  rescueAckState: rescue.rescueAckState,
  rescueDelete: rescue.rescueDelete,
  rescueList: rescue.rescueList,
  rescueTimeline: rescue.rescueTimeline,
  rescueWhy: whyRang.rescueWhy,
  exceptionReport: rescue.exceptionReport,
  exceptionReportOther: exception.exceptionReportOther,
  exceptionHandle: exception.exceptionHandle,
  exceptionList: exception.exceptionList,
  exceptionDetail: exception.exceptionDetail,
  exceptionDelete: exception.exceptionDelete,
  exceptionComment: exception.exceptionComment,
  exceptionComments: exception.exceptionComments,
  alarmRecordList: alarm.alarmRecordList,
  alarmBoard: alarmBoard.alarmBoard,
  alarmRecordDetail: alarmBoard.alarmRecordDetail,
  alarmRecordHandle: alarmBoard.alarmRecordHandle,
  alarmRecordDelete: alarm.alarmRecordDelete,
  alarmWhy: whyRang.alarmWhy,
  noticeList: alarm.noticeList,
  noticeCallback: alarm.noticeCallback,
  quarantineList: alarm.quarantineList,
  quarantineResolve: alarm.quarantineResolve,
  sysConfigList: other.sysConfigList,
  sysConfigEdit: other.sysConfigEdit,
  uploadFile: other.uploadFile,
  siteSetup: setup.siteSetup,
  siteTestCall: setup.siteTestCall,
  auditList: audit.auditList,
  expiringList: expiring.expiringList,
  faultCauseList: exception.faultCauseList,
  faultCauseSave: exception.faultCauseSave,
  brandList: brand.brandList,
  brandSave: brand.brandSave,
  brandDelete: brand.brandDelete,
  maintenanceList: maintenanceCalls.list,
  maintenanceDetail: maintenanceCalls.detail,
  maintenanceSave: maintenanceCalls.save,
  maintenanceUpdate: maintenanceCalls.update,
  maintenanceDelete: maintenanceCalls.remove,
  maintenanceContractList: maintenanceCalls.contracts,
  maintenanceContractSave: maintenanceCalls.saveContract,
  maintenanceContractDelete: maintenanceCalls.removeContract,
  propertyList: propertyCalls.list,
  propertyDetail: propertyCalls.detail,
  propertySave: propertyCalls.save,
  propertyUpdate: propertyCalls.update,
  propertyDelete: propertyCalls.remove,
  propertyContractList: propertyCalls.contracts,
  propertyContractSave: propertyCalls.saveContract,
  propertyContractDelete: propertyCalls.removeContract,
  regionTree: region.regionTree,
  regionSave: region.regionSave,
  regionDelete: region.regionDelete,
  communityList: community.communityList,
  communityDetail: community.communityDetail,
  communitySave: community.communitySave,
  communityUpdate: community.communityUpdate,
  communityDelete: community.communityDelete,
  communityMembers: community.communityMembers,
  communityMemberSave: community.communityMemberSave,
  communityMemberDelete: community.communityMemberDelete,
  communityPeople: community.communityPeople,
  communityNotices: community.communityNotices,
  communityNoticeSave: community.communityNoticeSave,
  communityNoticeDelete: community.communityNoticeDelete,
  personList: person.personList,
  personSave: person.personSave,
  personDelete: person.personDelete,
  personOrganizations: person.personOrganizations,
  exportList: exports.exportList,
  importList: imports.importList,
  importDetail: imports.importDetail,
  importRows: imports.importRows,
  importUpload: imports.importUpload,
  importCommit: imports.importCommit,
  importCancel: imports.importCancel,
  importUndo: imports.importUndo,
  importTemplate: imports.importTemplate,
  importErrorFile: imports.importErrorFile,
  elevatorRealtime: realtime.elevatorRealtime,
  statsWorks: stats.statsWorks,
  statsElevator: stats.statsElevator,
  statsElevatorBrand: stats.statsElevatorBrand,
  statsAreaCommunityElevator: stats.statsAreaCommunityElevator,
  statsElevatorEvent: stats.statsElevatorEvent,
  cityMap: replay.cityMap,
  replayRange: replay.replayRange,
  replayCity: replay.replayCity,
  recordingOf: replay.recordingOf,
  recordingsOfLift: replay.recordingsOfLift,
  wallPair: wall.wallPair,
  wallRedeem: wall.wallRedeem,
  wallRenew: wall.wallRenew,
  wallList: wall.wallList,
  wallRevoke: wall.wallRevoke,
} as const;
export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
