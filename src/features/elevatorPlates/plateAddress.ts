import { mostPlates } from '../../contract/endpoints/plate.ts';

/** A plate of 100 × 140 mm for each lift, or stickers, eight on a sheet of A4. */
export const plateForms = [
  { id: 'plate', label: '标牌 100 × 140 毫米' },
  { id: 'sheet', label: '贴纸 每张 A4 八枚' },
] as const;
export type PlateForm = (typeof plateForms)[number]['id'];

export interface PlateAddress {
  readonly ids: readonly number[];
  readonly form: PlateForm;
  /** The number of named lifts that one print does not take. */
  readonly leftOut: number;
}

/** Returns the plates that an address asks to print: `?ids=3,17&form=sheet`. What is no id is left out. */
export function readPlateAddress(params: URLSearchParams): PlateAddress {
  const named = (params.get('ids') ?? '').split(',').filter((text) => /^[1-9]\d{0,14}$/.test(text));
  const ids = [...new Set(named.map(Number))];
  const form = plateForms.find(({ id }) => id === params.get('form'))?.id ?? 'plate';
  return { ids: ids.slice(0, mostPlates), form, leftOut: Math.max(0, ids.length - mostPlates) };
}

/** The same lifts in another form. */
export const plateFormLink = ({ ids }: Pick<PlateAddress, 'ids'>, form: PlateForm): string =>
  `?ids=${ids.join(',')}&form=${form}`;
