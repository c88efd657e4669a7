import type { DeviceModel } from '../../../src/contract/entities/deviceModel.ts';
import type { DeviceCommandIdentifier } from '../../../src/contract/device.ts';

const standardCodes = [
  '00',
  '01',
  '02',
  '03',
  '04',
  '05',
  '06',
  '07',
  '08',
  '40',
  '41',
  '42',
  '43',
  '44',
  '45',
  '46',
  '47',
  '90',
];
const upkeep = ['reboot_app', 'reboot_system', 'refresh_data', 'clear_data'] as const;
const collectorCommands = [...upkeep, 'report_period', 'clear_alarm', 'volume', 'sos_status'] as const;

type KnownModel = DeviceModel & { readonly commands: readonly DeviceCommandIdentifier[] };

/**
 * The products that this server knows, each with the vendor whose adapter (`server/gateway/vendors`) reads its messages: what a
 * device of a model reports and which commands it obeys. A model has one name and one vendor. Periods in seconds.
 */
export const deviceModels: readonly KnownModel[] = [
  {
    model: 'TA-C1',
    vendor: 'standard',
    device_type: 'COL',
    firmware: '2.3.0',
    codes: standardCodes,
    commands: [...collectorCommands],
    report_period: 5,
  },
  {
    model: 'TA-C2',
    vendor: 'standard',
    device_type: 'COL',
    firmware: '3.0.2',
    codes: standardCodes,
    commands: [...collectorCommands],
    report_period: 5,
  },
  {
    model: 'TA-V1',
    vendor: 'standard',
    device_type: 'CAM',
    firmware: '1.8.1',
    codes: [],
    commands: [...upkeep, 'report_period', 'door_hold'],
    report_period: 60,
  },
  {
    model: 'TA-S7',
    vendor: 'standard',
    device_type: 'SCR',
    firmware: '1.4.0',
    codes: [],
    commands: [...upkeep, 'report_period', 'volume'],
    report_period: 60,
  },
  {
    model: 'LQ-300',
    vendor: 'lanqi',
    device_type: 'COL',
    firmware: '5.12',
    // Their 08–11, in our words.
    codes: ['01', '02', '03', '04', '05', '07', '41', '90'],
    commands: [...upkeep, 'report_period', 'clear_alarm', 'sos_status'],
    report_period: 5,
  },
  {
    model: 'HA-20E',
    vendor: 'hengan',
    device_type: 'COL',
    firmware: '20.4',
    codes: ['01', '03', '06', '08', '41', '90'],
    commands: [...upkeep, 'report_period', 'clear_alarm', 'volume', 'sos_status'],
    report_period: 5,
  },
  {
    model: 'YX-8',
    vendor: 'yuxin',
    device_type: 'COL',
    firmware: '1.6',
    codes: ['01', '02', '03', '04', '05', '41', '90', '91', '92', '93'],
    commands: [...upkeep, 'report_period', 'clear_alarm', 'sos_status'],
    report_period: 5,
  },
];
