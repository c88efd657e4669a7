import { monthText } from '../../contract/rows.ts';
import { addMonths, dayOf } from '../../contract/time.ts';

/** The bulletin that the address names: of a month and a region, as it is now or in a frozen version. */
export interface BulletinAddress {
  readonly month: string;
  /** Null: the whole city, or what the user looks after. */
  readonly areaId: number | null;
  /** Null: the draft. */
  readonly version: number | null;
  readonly isPrinting: boolean;
}

export const addressKeys = { month: 'month', area: 'area', version: 'version', print: 'print' } as const;

const numberIn = (params: URLSearchParams, key: string): number | null => {
  const text = params.get(key) ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
};

/** Returns the bulletin of the address. Without a month, or with one to come, it is the last whole one: that is the one to write. */
export function readBulletinAddress(params: URLSearchParams, nowMs: number): BulletinAddress {
  const current = dayOf(nowMs).slice(0, 7);
  const asked = monthText.safeParse(params.get(addressKeys.month)).data;
  return {
    month: asked === undefined || asked > current ? addMonths(current, -1) : asked,
    areaId: numberIn(params, addressKeys.area),
    version: numberIn(params, addressKeys.version),
    isPrinting: params.get(addressKeys.print) === '1',
  };
}
