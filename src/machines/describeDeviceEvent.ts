import type { DeviceEvent } from '../contract/events/device.ts';
import { deviceSteps } from '../contract/events/device.ts';
import { meaningOf } from '../contract/messageCodes.ts';
import { toDisplayTime } from '../contract/time.ts';
import type { EventWords } from './lifecycle.ts';

function codeWords({ code, vendorCode }: { readonly code: string; readonly vendorCode: string }): string {
  const meaning = meaningOf(code);
  if (meaning === undefined) return `未知代码 ${vendorCode}`;
  return `${code} ${meaning.label}${code === vendorCode ? '' : `（厂商代码 ${vendorCode}）`}`;
}

/** A device's event as its timeline shows it. */
export function describeDeviceEvent(event: DeviceEvent): EventWords {
  const title = deviceSteps[event.type].label;
  switch (event.type) {
    case 'device.codeRaised': {
      const { times = 1, late } = event.data;
      const words = [codeWords(event.data), ...(times > 1 ? [`出现 ${times} 次`] : []), ...(late ? ['补报'] : [])];
      return { title, detail: words.join('，') };
    }
    case 'device.codeCleared':
      return { title, detail: codeWords(event.data) };
    case 'device.selfTestMissed':
      return { title, detail: `最近一次自检 ${toDisplayTime(event.data.lastAtMs)}` };
    default:
      return { title, detail: '' };
  }
}
