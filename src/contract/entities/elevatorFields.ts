import * as z from 'zod';
import { defineRows } from '../defineRows.ts';
import type { FieldErrors } from '../envelope.ts';
import { line, listedRow, optionalDay, requiredLine, telephone } from '../rows.ts';
import { elevatorRowSchema } from './elevator.ts';
import { keysOf } from '../exceptions.ts';
import { specialTypeLabels, type SpecialType } from '../visits/visitKinds.ts';
import { liftCategories, type LiftCategory } from '../liftCategories.ts';

export const liftCategoryLabels: Readonly<Record<LiftCategory, string>> = {
  traction: '曳引驱动电梯',
  hydraulic: '液压电梯',
  dumbwaiter: '杂物电梯',
  escalator: '自动扶梯与人行道',
};
export const liftCategoryOptions = liftCategories.map((value) => ({ value, label: liftCategoryLabels[value] }));

export const specialTypeOptions = keysOf(specialTypeLabels).map((value) => ({
  value,
  label: specialTypeLabels[value],
}));
const specialTypes: readonly [SpecialType | '', ...(SpecialType | '')[]] = ['', ...keysOf(specialTypeLabels)];

/** The state of a lift's use, by index. A lift that is out of use can still hold a person: its calls ring all the same. */
export const liftStateLabels = ['在用', '停用', '报废'] as const;
export const liftStateOptions = liftStateLabels.map((label, value) => ({ value, label }));
export const liftStates = { inUse: 0, outOfUse: 1, scrapped: 2 } as const;

/** 1 industrial, otherwise residential (specification, section 3). */
export const elevatorTypeOptions = [
  { value: 2, label: '民用' },
  { value: 1, label: '工业' },
] as const;

/** Digits as people type them in Chinese text (`０１`) are the same digits; blanks between groups of them say nothing. */
export const plainDigits = (text: string): string =>
  text
    .replaceAll(/[\uFF10-\uFF19]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
    .replaceAll(/[\s\u3000]/g, '');

const digits = (label: string, count: number) =>
  z
    .string(`请填写${label}`)
    .max(60, `${label}须为 ${count} 位数字`)
    .overwrite(plainDigits)
    .regex(new RegExp(`^(\\d{${count}})?$`), `${label}须为 ${count} 位数字`);

const measure = (label: string, least: number, most: number) => {
  const words = `${label}须在 ${least} 到 ${most} 之间`;
  return z.number(`请填写${label}`).min(least, words).max(most, words);
};
const count = (label: string, most: number) => measure(label, 1, most).int(`${label}须为整数`).nullable().default(null);
const floor = (label: string) => measure(label, -20, 200).int(`${label}须为整数`);
const organization = (label: string) => z.number(`请选择${label}`).int().positive().nullable().default(null);

/** Fields of a lift in the editor. Days are `2026-11-30`, empty where not known. */
export const elevatorFields = z.object({
  tag: requiredLine('电梯编号', 40),
  addr: line('位置', 120).default(''),
  /** Given by the authority that registers the lift. */
  registration_code: digits('注册代码', 20).default(''),
  /** The code on the plate in the car; the server proposes one where it is empty. */
  rescue_code: digits('救援码', 6).default(''),
  internal_tag: line('内部编号', 40).default(''),
  sos_tel: telephone('轿厢求救电话').default(''),
  community_id: z.number('请选择小区').int().positive(),
  brand_id: organization('品牌'),
  property_id: organization('物业单位'),
  maintenance_id: organization('维保单位'),
  elevator_type: z.number('请选择用途').int().min(0, '请选择用途').max(9, '请选择用途').default(2),
  category: z.enum([...liftCategories, ''], '请选择类别').default(''),
  /** Lifts whose maker writes the list of their visits. */
  special_type: z.enum(specialTypes, '请选择专用类型').default(''),
  /** The list of its own that its visits follow; null for the standard's. */
  check_list_id: z.number('请选择专用清单').int().positive().nullable().default(null),
  drive: line('驱动方式', 40).default(''),
  rated_load_kg: measure('额定载重量', 1, 100_000).nullable().default(null),
  rated_speed_mps: measure('额定速度', 0.01, 30).nullable().default(null),
  floor_min: floor('最低楼层').default(1),
  floor_max: floor('最高楼层'),
  floors_num: count('层数', 220),
  stops_num: count('站数', 220),
  doors_num: count('门数', 440),
  maker_unit: line('制造单位', 60).default(''),
  manage_unit: line('使用单位', 60).default(''),
  factory_number: line('出厂编号', 40).default(''),
  state: z.number('请选择状态').int().min(0, '请选择状态').max(2, '请选择状态').default(liftStates.inUse),
  /** The reason why the lift is out of use or scrapped. */
  state_reason: line('停用或报废原因', 120).default(''),
  installed_on: optionalDay('安装日期').default(''),
  put_into_use_on: optionalDay('投入使用日期').default(''),
  inspected_on: optionalDay('上次检验日期').default(''),
  next_inspection_on: optionalDay('下次检验日期').default(''),
  self_tested_on: optionalDay('上次自行检测日期').default(''),
  next_self_test_on: optionalDay('下次自行检测日期').default(''),
  /** The permit for maintenance on demand. Absent from an older client, and then both stay. */
  on_demand_permit_number: line('按需维保许可编号', 40).optional(),
  on_demand_permit_expiry: optionalDay('按需维保许可有效期').optional(),
  /** Degrees in the coordinate system of the city's map; where both are empty, the lift stands where its community does. */
  lng: measure('经度', 73, 136).nullable().default(null),
  lat: measure('纬度', 3, 54).nullable().default(null),
});
export type ElevatorValues = z.output<typeof elevatorFields>;

/** A lift as the register lists it: its fields as they are saved, its version, its code, and the names of its companies. */
export const elevatorRegisterSchema = listedRow(elevatorFields)
  .extend(elevatorRowSchema.shape)
  .extend({
    /** The code of the sign in the car, `/q/<code>`; never changes. */
    code: z.string(),
    state: z.number(),
    stateResult: z.string(),
    /** The state of the next inspection today: past its day, or due within 60 days; null when neither, or when no day is known. */
    inspection: z.enum(['overdue', 'soon']).nullable(),
    property_name: z.string(),
    maintenance_name: z.string(),
    /** Of `check_list_id`; empty without one. */
    check_list_name: z.string(),
  });
export type RegisteredElevator = z.infer<typeof elevatorRegisterSchema>;

type Issues = FieldErrors['errors'];

/** Pairs of days of which the first is not after the second, where both are known. */
const dayOrder = [
  ['installed_on', 'put_into_use_on', '投入使用日期早于安装日期，请核对'],
  ['put_into_use_on', 'inspected_on', '上次检验日期早于投入使用日期，请核对'],
  ['put_into_use_on', 'self_tested_on', '上次自行检测日期早于投入使用日期，请核对'],
  ['inspected_on', 'next_inspection_on', '下次检验日期早于上次检验日期，请核对'],
  ['self_tested_on', 'next_self_test_on', '下次自行检测日期早于上次自行检测日期，请核对'],
  ['put_into_use_on', 'next_inspection_on', '下次检验日期早于投入使用日期，请核对'],
  ['installed_on', 'inspected_on', '上次检验日期早于安装日期，请核对'],
] as const satisfies readonly (readonly [keyof ElevatorValues, keyof ElevatorValues, string])[];

function floorIssues({ floor_min, floor_max, floors_num, stops_num, doors_num }: ElevatorValues): Issues {
  if (floor_max < floor_min) return [{ field: 'floor_max', message: '最高楼层不能低于最低楼层' }];
  // Buildings that have no floor 0 number one floor less.
  const mostFloors = floor_max - floor_min + 1;
  const tooMany = floors_num !== null && floors_num > mostFloors;
  return [
    ...(tooMany
      ? [{ field: 'floors_num', message: `从 ${floor_min} 层到 ${floor_max} 层最多 ${mostFloors} 层，请核对` }]
      : []),
    ...(stops_num !== null && stops_num > (floors_num ?? mostFloors)
      ? [{ field: 'stops_num', message: '站数不能多于层数，请核对' }]
      : []),
    ...(doors_num !== null && stops_num !== null && doors_num < stops_num
      ? [{ field: 'doors_num', message: '门数不能少于站数，请核对' }]
      : []),
  ];
}

/** A permit has both its number and its day. */
function permitIssues({
  on_demand_permit_number: number = '',
  on_demand_permit_expiry: expiry = '',
}: ElevatorValues): Issues {
  if ((number === '') === (expiry === '')) return [];
  return [
    number === ''
      ? { field: 'on_demand_permit_number', message: '请填写按需维保许可编号，或清空其有效期' }
      : { field: 'on_demand_permit_expiry', message: '请选择按需维保许可有效期，或清空其编号' },
  ];
}

/** The fields with a past event whose day is after `today`, the city's day (`2026-11-30`). */
export const notYet = (values: ElevatorValues, today: string): Issues =>
  (['inspected_on', 'self_tested_on'] as const)
    .filter((field) => values[field] > today)
    .map((field) => ({ field, message: '此日期尚未到来，请核对' }));

/** Returns the problems of a lift's fields in combination, one issue for each field. The form and the server use it. */
export function elevatorIssues(values: ElevatorValues): Issues {
  const order = dayOrder
    .filter(([first, second]) => values[first] !== '' && values[second] !== '' && values[second] < values[first])
    .map(([, field, message]) => ({ field, message }));
  const issues: Issues = [
    ...order,
    ...floorIssues(values),
    ...((values.lng === null) === (values.lat === null)
      ? []
      : [
          values.lng === null
            ? { field: 'lng', message: '请填写经度，或将纬度一并清空' }
            : { field: 'lat', message: '请填写纬度，或将经度一并清空' },
        ]),
    ...permitIssues(values),
    ...(values.state !== liftStates.inUse && values.state_reason === ''
      ? [{ field: 'state_reason', message: '请填写停用或报废的原因' }]
      : []),
  ];
  return issues.filter(({ field }, index) => issues.findIndex((other) => other.field === field) === index);
}

/** Stands for a wrong field: with these the fields beside it contradict nothing. */
const neutral: Readonly<Record<string, unknown>> = { tag: '-', community_id: 1, floor_min: -20, floor_max: 200 };

/**
 * As `elevatorIssues`, for values of which some do not even fit their own fields: the others are compared all the same, so that a form
 * marks everything at once. Wrong fields get no second message.
 */
export function elevatorIssuesAmong(entered: Readonly<Record<string, unknown>>): Issues {
  const wrong = new Set<string>();
  const members = Object.entries(elevatorFields.shape).map(([name, schema]) => {
    const own = schema.safeParse(entered[name]);
    if (own.success) return [name, own.data] as const;
    wrong.add(name);
    return [name, neutral[name] ?? schema.safeParse(undefined).data] as const;
  });
  const areFloorsKnown = !wrong.has('floor_min') && !wrong.has('floor_max');
  const values = elevatorFields.safeParse({ ...Object.fromEntries(members), ...(areFloorsKnown ? {} : neutralFloors) });
  return values.success ? elevatorIssues(values.data).filter(({ field }) => !wrong.has(field)) : [];
}
const neutralFloors = { floor_min: neutral['floor_min'], floor_max: neutral['floor_max'] };

/** Lifts in the log. A stored lift may break rules that are newer than itself, so `before` is not judged by them. */
export const elevatorRows = defineRows({
  kind: 'elevator',
  label: '电梯',
  logged: elevatorFields.extend({
    sos_tel: z.string(),
    tag: z.string(),
    addr: z.string(),
    registration_code: z.string(),
    rescue_code: z.string(),
    maker_unit: z.string(),
    manage_unit: z.string(),
    floor_min: z.number(),
    floor_max: z.number(),
    lng: z.number().nullable(),
    lat: z.number().nullable(),
  }),
  values: {
    state: Object.fromEntries(liftStateLabels.map((label, index) => [index, label])),
    category: liftCategoryLabels,
    special_type: specialTypeLabels,
    elevator_type: Object.fromEntries(elevatorTypeOptions.map(({ value, label }) => [value, label])),
  },
});
