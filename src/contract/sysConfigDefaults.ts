import type { SysConfig } from './endpoints/sysConfig.ts';

/** Working values (design: lifecycles; TSG T5002-2017 5(4) for arrival). */
export const sysConfigDefaults: SysConfig = {
  hotline: '96333',
  escalate_after_seconds: [60, 120, 300],
  respond_limit_seconds: 180,
  arrive_limit_minutes_city: 30,
  arrive_limit_minutes_other: 60,
  lapse_after_seconds: 300,
  alarm_handle_limit_seconds: 86_400,
  // A wrong hold of a door must be found within minutes; repairs and checks follow the usual contracts (house values).
  scooter_limit_minutes: 10,
  fault_limit_minutes: 240,
  incident_limit_minutes: 30,
  power_cut_lifts: 3,
  power_cut_within_seconds: 120,
  // A flood as ISA-18.2 defines it.
  flood_alarms: 10,
  // Of the machine room, car top, pit and plate a visit shows one at least (house value).
  visit_photo_places: 1,
  // The rungs of a visit and of what expires (design: maintenance).
  visit_reminder_days_before: 2,
  visit_reminder_days_late: [1, 7],
  visit_reminder_days_unsigned: [1, 3],
  certificate_reminder_days: 60,
  insurance_reminder_days: 30,
  contract_reminder_days: [90, 60, 30],
  inspection_reminder_days: [60, 30, 7],
  // A family that scans one after the other, and a busy lift on a bad day (house values).
  reviews_per_address_hour: 5,
  reviews_per_lift_day: 20,
  // Abuse and advertising, as far as a short list tells; the site adds its own.
  review_sensitive_words: '傻逼、他妈的、草泥马、去死、加微信、代开发票、贷款',
  // A thousand lifts fill it in some five months with one photo a visit (docs/operating).
  storage_limit_gb: 2,
  // House targets for the two published indicators; the law itself wants every single call in time.
  answered_target_percent: 95,
  arrived_target_percent: 98,
};
