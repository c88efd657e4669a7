import { firstLine } from '../../../contract/companyLines.ts';
import type { StepFormContext } from './stepForms.ts';

export type ResponseLevel = 1 | 2 | 3;
export interface DispatchPreset {
  readonly who: string;
  readonly phone: string;
}

/** Returns the people who are usually sent at each level of the chain of response (design: domain). */
export function dispatchPresets({
  row,
  elevator,
}: Pick<StepFormContext, 'row' | 'elevator'>): Readonly<Record<ResponseLevel, readonly DispatchPreset[]>> {
  const maintenance = { who: row.maintenance_name, phone: firstLine(elevator?.maintain_info) };
  const property = { who: row.property_name, phone: firstLine(elevator?.property_info) };
  return {
    1: [maintenance, property].filter(({ who }) => who !== ''),
    2: [{ who: '网格救援站', phone: '' }],
    3: [
      { who: '119 消防救援', phone: '119' },
      { who: '110 公安', phone: '110' },
    ],
  };
}

/** A text that a preset wrote, so that another preset may replace it; what a person wrote stays. */
export function isPresetWho(who: string, presets: ReturnType<typeof dispatchPresets>): boolean {
  const text = who.trim();
  return text === '' || Object.values(presets).some((list) => list.some((preset) => preset.who === text));
}
