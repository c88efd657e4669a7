import { up as upBaseline } from './007-baseline.ts';
import { up as upQuarantineBySender } from './008-quarantine-by-sender.ts';
import { up as upActiveLease } from './013-active-lease.ts';
import { up as upCatalogue } from './014-catalogue.ts';
import { up as upPeople } from './015-people.ts';
import { up as upRecords } from './017-records.ts';
import { up as upQuarantineRescue } from './018-quarantine-rescue.ts';
import { up as upTablesOfALifecycle } from './019-tables-of-a-lifecycle.ts';
import { up as upCompanies } from './021-companies.ts';
import { up as upResponsibilities } from './022-responsibilities.ts';
import { up as upCommunities } from './023-communities.ts';
import { up as upAudit } from './024-audit.ts';
import { up as upLiftsOfACompany } from './025-lifts-of-a-company.ts';
import { up as upLiftRegister } from './026-lift-register.ts';
import { up as upDevices } from './027-devices.ts';
import { up as upAccess } from './028-access.ts';
import { up as upImports } from './029-imports.ts';
import { up as upFiles } from './030-files.ts';
import { up as upListViews } from './031-list-views.ts';
import { up as upCommunityNotices } from './032-community-notices.ts';
import { up as upLists } from './033-lists.ts';
import { up as upExceptions } from './034-exceptions.ts';
import { up as upCodes } from './035-codes.ts';
import { up as upPictures } from './036-pictures.ts';
import { up as upAlarmBoard } from './037-alarm-board.ts';
import { up as upFaultCauses } from './038-fault-causes.ts';
import { up as upRules } from './039-rules.ts';
import { up as upAuditOfNotices } from './040-audit-of-notices.ts';
import { up as upNotifications } from './041-notifications.ts';
import { up as upNotifyChannels } from './042-notify-channels.ts';
import { up as upAlarmRules } from './043-alarm-rules.ts';
import { up as upLadders } from './044-ladders.ts';
import { up as upProbes } from './045-probes.ts';
import { up as upRuleTests } from './046-rule-tests.ts';
import { up as upReceipts } from './047-receipts.ts';
import { up as upRedactedImports } from './048-redacted-imports.ts';
import { up as upLiftWords } from './050-lift-words.ts';
import { up as upAuditOfTheLog } from './051-audit-of-the-log.ts';
import { up as upStoppedWork } from './057-stopped-work.ts';
import { up as upImportGroups } from './058-import-groups.ts';
import { up as upPowerCuts } from './061-power-cuts.ts';
import { up as upLiftFiles } from './062-lift-files.ts';
import { up as upLiftsOfTheFleet } from './067-lifts-of-the-fleet.ts';
import { up as upDetailsOfCauses } from './070-details-of-causes.ts';
import { up as upPlainIds } from './071-plain-ids.ts';
import { up as upCompletedImports } from './073-completed-imports.ts';
import { up as upImportsInOrder } from './074-imports-in-order.ts';
import { up as upCausesOfTheCar } from './075-causes-of-the-car.ts';
import { up as upReviews } from './076-reviews.ts';
import { up as upScannedCalls } from './077-scanned-calls.ts';
import { up as upAnnouncements } from './080-announcements.ts';
import { up as upOutages } from './081-outages.ts';
import { up as upPresenceCodes } from './082-presence-codes.ts';
import { up as upCabins } from './083-cabins.ts';
import { up as upVisits } from './085-visits.ts';
import { up as upVisitOverview } from './086-visit-overview.ts';
import { up as upReminders } from './088-reminders.ts';
import { up as upHourCounters } from './091-hour-counters.ts';
import { up as upCheckListVersions } from './092-check-list-versions.ts';
import { up as upFactsOfRecords } from './094-facts-of-records.ts';
import { up as upFactsOfBaseData } from './095-facts-of-base-data.ts';
import type { StoreMigration } from './migration.ts';

/** Every step of the schema in order; a new one is added at the end. */
export const migrations: readonly StoreMigration[] = [
  { name: '007-baseline', up: upBaseline },
  { name: '008-quarantine-by-sender', up: upQuarantineBySender },
  { name: '013-active-lease', up: upActiveLease },
  { name: '014-catalogue', up: upCatalogue },
  { name: '015-people', up: upPeople },
  { name: '017-records', up: upRecords },
  { name: '018-quarantine-rescue', up: upQuarantineRescue },
  { name: '019-tables-of-a-lifecycle', up: upTablesOfALifecycle },
  { name: '021-companies', up: upCompanies },
  { name: '022-responsibilities', up: upResponsibilities },
  { name: '023-communities', up: upCommunities },
  { name: '024-audit', up: upAudit },
  { name: '025-lifts-of-a-company', up: upLiftsOfACompany },
  { name: '026-lift-register', up: upLiftRegister },
  { name: '027-devices', up: upDevices },
  { name: '028-access', up: upAccess },
  { name: '029-imports', up: upImports },
  { name: '030-files', up: upFiles },
  { name: '031-list-views', up: upListViews },
  { name: '032-community-notices', up: upCommunityNotices },
  { name: '033-lists', up: upLists },
  { name: '034-exceptions', up: upExceptions },
  { name: '035-codes', up: upCodes },
  { name: '036-pictures', up: upPictures },
  { name: '037-alarm-board', up: upAlarmBoard },
  { name: '038-fault-causes', up: upFaultCauses },
  { name: '039-rules', up: upRules },
  { name: '040-audit-of-notices', up: upAuditOfNotices },
  { name: '041-notifications', up: upNotifications },
  { name: '042-notify-channels', up: upNotifyChannels },
  { name: '043-alarm-rules', up: upAlarmRules },
  { name: '044-ladders', up: upLadders },
  { name: '045-probes', up: upProbes },
  { name: '046-rule-tests', up: upRuleTests },
  { name: '047-receipts', up: upReceipts },
  { name: '048-redacted-imports', up: upRedactedImports },
  { name: '050-lift-words', up: upLiftWords },
  { name: '051-audit-of-the-log', up: upAuditOfTheLog },
  { name: '057-stopped-work', up: upStoppedWork },
  { name: '058-import-groups', up: upImportGroups },
  { name: '061-power-cuts', up: upPowerCuts },
  { name: '062-lift-files', up: upLiftFiles },
  { name: '067-lifts-of-the-fleet', up: upLiftsOfTheFleet },
  { name: '070-details-of-causes', up: upDetailsOfCauses },
  { name: '071-plain-ids', up: upPlainIds },
  { name: '073-completed-imports', up: upCompletedImports },
  { name: '074-imports-in-order', up: upImportsInOrder },
  { name: '075-causes-of-the-car', up: upCausesOfTheCar },
  { name: '076-reviews', up: upReviews },
  { name: '077-scanned-calls', up: upScannedCalls },
  { name: '080-announcements', up: upAnnouncements },
  { name: '081-outages', up: upOutages },
  { name: '082-presence-codes', up: upPresenceCodes },
  { name: '083-cabins', up: upCabins },
  { name: '085-visits', up: upVisits },
  { name: '086-visit-overview', up: upVisitOverview },
  { name: '088-reminders', up: upReminders },
  { name: '091-hour-counters', up: upHourCounters },
  { name: '092-check-list-versions', up: upCheckListVersions },
  { name: '094-facts-of-records', up: upFactsOfRecords },
  { name: '095-facts-of-base-data', up: upFactsOfBaseData },
];
