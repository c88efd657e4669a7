import { clockToleranceMs } from '../../domain/clockTolerance.ts';
import { ageYearsAt } from '../../../src/contract/liftAge.ts';
import { minuteOfWeek, type CompiledRule, type OrganizationRef } from './compileRule.ts';
import type { RuleEvent } from './ruleEvent.ts';
import { isAnyStanding, isCollectorAway, isWithoutPower, type RuleState } from './ruleState.ts';

function belongsTo({ responsible, areaIds }: RuleEvent, { type, id }: OrganizationRef): boolean {
  switch (type) {
    case 1:
      return responsible.areaId === id || areaIds.includes(id);
    case 2:
      return responsible.communityId === id;
    case 3:
      return responsible.brandId === id;
    case 4:
      return responsible.propertyId === id;
    case 5:
      return responsible.maintenanceId === id;
    default:
      return false;
  }
}

/** A device's clock says when it happened, unless it is off: then what counts is when we received it. */
const scheduledMs = ({ atMs, receivedAtMs }: RuleEvent): number =>
  Math.abs(atMs - receivedAtMs) < clockToleranceMs ? atMs : receivedAtMs;

function isOfAge({ installedAtMs, receivedAtMs }: RuleEvent, least: number | null, most: number | null): boolean {
  if (least === null && most === null) return true;
  if (installedAtMs === null) return false;
  const years = Math.floor(ageYearsAt(installedAtMs, receivedAtMs));
  return (least === null || years >= least) && (most === null || years <= most);
}

/** Do the rule's conditions hold for the event? What must be held, counted or waited for is not asked here. */
export function appliesTo(
  { body: { when }, minutes, organizations, ownOrganization }: CompiledRule,
  event: RuleEvent,
): boolean {
  if (ownOrganization !== undefined && !belongsTo(event, ownOrganization)) return false;
  if (organizations.length > 0 && !organizations.some((one) => belongsTo(event, one))) return false;
  // A device has no priority.
  if (when.levels.length > 0 && event.source !== 'device' && !when.levels.includes(event.level)) return false;
  if (!isOfAge(event, when.age_least_years, when.age_most_years)) return false;
  if (when.site_types.length > 0 && !when.site_types.some((type) => type === event.siteType)) return false;
  return minutes === undefined || minutes[minuteOfWeek(scheduledMs(event))] === 1;
}

/** Does something keep the event from counting now? Never ask it of priority 1. */
export function isExcused({ body: { unless }, openKinds }: CompiledRule, state: RuleState, event: RuleEvent): boolean {
  const { suppressedBy, elevatorId } = event;
  return (
    (unless.maintenance && (suppressedBy === 'maintenance' || suppressedBy === 'outage')) ||
    (unless.power_cut && (suppressedBy === 'incident' || isWithoutPower(state, elevatorId))) ||
    (unless.offline && isCollectorAway(state, elevatorId)) ||
    isAnyStanding(state, openKinds, event)
  );
}
