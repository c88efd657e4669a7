import { faultEvents } from '../../src/contract/events/fault.ts';
import { incidentEvents } from '../../src/contract/events/incident.ts';
import type { Responsible } from '../../src/contract/events/responsible.ts';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import { faultPhenomenonLabels } from '../../src/contract/exceptions.ts';
import { roleTypes } from '../../src/contract/labels.ts';
import { meaningOf } from '../../src/contract/messageCodes.ts';
import type { Principal } from '../access/principal.ts';
import { findExceptionRow } from '../domain/records/currentRows.ts';
import type { ExceptionTable } from '../store/rowTables.ts';
import { exceptionIdOf, type ExceptionFollowUp, type ExceptionFollowUpParts } from './exceptionFollowUp.ts';
import { raiseNotice, type Notice } from './raiseNotice.ts';
import { responsibilityOf } from '../domain/city/responsible.ts';

/** Users who repair the lift. */
const repairs = ({ roleType, permissions }: Principal): boolean =>
  roleType === roleTypes.maintenanceStaff && permissions.has('exception.handle');
/** Users near enough to go to the car and move a scooter out. */
const isPropertyStaff = ({ roleType }: Principal): boolean => roleType === roleTypes.propertyStaff;
const answers = ({ permissions }: Principal): boolean => permissions.has('rescue.answer');

/** A danger to life must not wait until somebody looks at a list. */
export const noticeOfDangerousFault: ExceptionFollowUp = async (parts, event) => {
  const data = faultEvents['fault.occurred'].parse(event.data);
  if (data.level !== 1) return;
  const what = meaningOf(data.code)?.label ?? faultPhenomenonLabels[data.phenomenon];
  await notify(parts, event, {
    title: `紧急故障：${data.tag}`,
    detail: `${data.responsible.communityName} ${data.addr}：${what}，请立即维修`,
    elevatorId: data.elevatorId,
    userIds: await parts.people.among(repairs, data.responsible),
  });
};

export const noticeOfLateRepair: ExceptionFollowUp = async (parts, event) => {
  const row = await findExceptionRow(parts.store, exceptionIdOf(event));
  if (row === undefined) return;
  await notify(parts, event, {
    title: `故障超时未修复：${row.tag}`,
    detail: `${placeOf(row)}：故障 ${row.id} 已超过修复时限，请尽快处理`,
    elevatorId: row.elevator_id,
    userIds: await parts.people.among(repairs, responsibilityOf(row)),
  });
};

/** The property's people can be there first; those who answer for the lift see to it that they are. */
export const noticeOfLateScooter: ExceptionFollowUp = async (parts, event) => {
  const row = await findExceptionRow(parts.store, exceptionIdOf(event));
  if (row === undefined) return;
  await notify(parts, event, {
    title: `电动车未移出：${row.tag}`,
    detail: `${placeOf(row)}：电动车入梯已超过处理时限，请到现场移出并恢复电梯`,
    elevatorId: row.elevator_id,
    userIds: await parts.people.among((person) => isPropertyStaff(person) || answers(person), responsibilityOf(row)),
  });
};

export const noticeOfPowerCut: ExceptionFollowUp = async (parts, event) => {
  const { kind, children = [], responsible, elevatorId, cut } = incidentEvents['incident.opened'].parse(event.data);
  if (kind !== 'powerCut') return;
  await notify(parts, event, {
    title: `多台停电：${responsible.communityName} ${children.length} 台`,
    // One power cut may be several incidents: the companies tell them apart.
    detail: `${responsible.fullArea} ${responsible.communityName}${cut === undefined ? '' : companiesIn(responsible)}：请逐台确认轿厢无人。有人求救时仍单独响铃`,
    elevatorId,
    userIds: await parts.people.among(answers, responsible),
  });
};

const companiesIn = ({ propertyName, maintenanceName }: Responsible): string => {
  const names = [propertyName, maintenanceName].filter((name) => name !== '');
  return names.length === 0 ? '' : `（${names.join('、')}）`;
};

const notify = (
  parts: ExceptionFollowUpParts,
  event: StoredEvent,
  notice: Pick<Notice, 'title' | 'detail' | 'elevatorId' | 'userIds'>,
): Promise<void> =>
  raiseNotice(parts, event, { ...notice, level: 0, rescueOrderId: null, exceptionId: exceptionIdOf(event) });

type NoticeRow = Pick<ExceptionTable, 'id' | 'tag' | 'addr' | 'community_name' | 'elevator_id'>;

const placeOf = ({ community_name, addr }: NoticeRow): string => `${community_name} ${addr}`;
