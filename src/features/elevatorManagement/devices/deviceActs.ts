import type { DeviceCredentials } from '../../../contract/endpoints/device.ts';
import type { DeviceRow } from '../../../contract/entities/elevator.ts';
import type { IconName } from '../../../ui/Icon/iconNames.ts';
import type { DeviceActs } from './deviceSources.ts';

export interface DeviceRights {
  readonly bind: boolean;
  readonly renewSecret: boolean;
}

/** Something that a person may do with a device, with the words of its dialog. */
export interface DeviceAct {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  readonly title: string;
  /** The consequence. */
  readonly message: (device: DeviceRow) => string;
  readonly tone: 'normal' | 'danger';
  readonly asksReason: boolean;
  /** Returns credentials that are shown once, where there are new ones. */
  readonly run: (acts: DeviceActs, deviceKey: string, reason: string) => Promise<DeviceCredentials | undefined>;
}

const terminalNote = ({ is_rescue_terminal: isTerminal }: DeviceRow): string =>
  isTerminal === true ? '它是这台电梯的救援终端：请随后指定另一个。' : '';

/** An act that brings no new credentials. */
const runOf =
  (step: 'disable' | 'enable' | 'unbind'): DeviceAct['run'] =>
  async (acts, deviceKey, reason) => {
    await acts[step](deviceKey, reason);
    return undefined;
  };

const chooseTerminal: DeviceAct = {
  id: 'terminal',
  label: '设为救援终端',
  icon: 'phone',
  title: '指定救援终端',
  message: () => '此后与轿厢通话、通知救援结束都经过这台设备，原来的救援终端不再担任。',
  tone: 'normal',
  asksReason: false,
  run: async (acts, deviceKey) => {
    await acts.chooseTerminal(deviceKey);
    return undefined;
  },
};
const renewSecret: DeviceAct = {
  id: 'secret',
  label: '更换密钥',
  icon: 'key',
  title: '更换密钥',
  message: () => '旧密钥立即失效，设备的连接会断开，写入新密钥后才能重新接入。',
  tone: 'danger',
  asksReason: true,
  run: (acts, deviceKey, reason) => acts.renewSecret(deviceKey, reason),
};
const disable: DeviceAct = {
  id: 'disable',
  label: '禁用',
  icon: 'ban',
  title: '禁用设备',
  message: (device) =>
    `连接立即断开，启用前不能接入，其上报与报警不再采用，这台电梯可能无法求救。${terminalNote(device)}`,
  tone: 'danger',
  asksReason: true,
  run: runOf('disable'),
};
const enable: DeviceAct = {
  id: 'enable',
  label: '启用',
  icon: 'check',
  title: '启用设备',
  message: () => '设备可以用原来的密钥重新接入。',
  tone: 'normal',
  asksReason: true,
  run: runOf('enable'),
};
const unbind: DeviceAct = {
  id: 'unbind',
  label: '解绑',
  icon: 'times',
  title: '解绑设备',
  message: (device) =>
    `连接立即断开，等待下发的指令取消，未结的救援单不受影响。此后的消息进入隔离区，疑似求救仍会提示。${terminalNote(device)}`,
  tone: 'danger',
  asksReason: true,
  run: runOf('unbind'),
};

/** Returns the actions that this person may take on this device now. */
export function actsOn(device: DeviceRow, may: DeviceRights): readonly DeviceAct[] {
  const isDisabled = device.is_disabled === true;
  return [
    ...(may.bind && device.is_rescue_terminal !== true && !isDisabled ? [chooseTerminal] : []),
    ...(may.renewSecret ? [renewSecret] : []),
    ...(may.bind ? [isDisabled ? enable : disable, unbind] : []),
  ];
}
