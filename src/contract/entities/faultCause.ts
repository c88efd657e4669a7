import * as z from 'zod';
import { defineRows } from '../defineRows.ts';
import { keysOf } from '../exceptions.ts';
import type { RescueCause } from '../labels.ts';
import { requiredLine } from '../rows.ts';

/** The parts of a lift that a diagnosis tells apart; `none` for causes that no measurement of the lift foretells. */
export const subsystemLabels = {
  door: '门系统',
  levelling: '平层',
  contacts: '触点与控制',
  drive: '曳引与制动',
  none: '无',
} as const;
export type Subsystem = keyof typeof subsystemLabels;
const subsystems = keysOf(subsystemLabels);

/** Fields of a cause of faults in the editor. Records name it by its code, so the code never changes. */
export const faultCauseFields = z.object({
  code: z
    .string('请填写编码')
    .trim()
    .regex(/^[0-9A-Za-z]{1,20}$/, '编码须为 1 到 20 位数字或字母'),
  name: requiredLine('名称', 50),
  /** The code of the cause above it; empty for level 1. */
  parent_code: z.string().max(20).default(''),
  sort: z.number('请填写排序').int('排序须为整数').min(0, '排序不能为负').max(9_999, '排序最多 9999').default(0),
  /** No longer offered; records that name it stay readable. */
  is_retired: z.boolean().default(false),
  /** Empty for that of the cause above it, or where none is known; absent from an older client, and then it stays. */
  subsystem: z.enum([...subsystems, ''], '请选择子系统').optional(),
});

/** The subsystem that a row of the catalogue names. */
export const keptSubsystem = (text: string): Subsystem | '' => subsystems.find((name) => name === text) ?? '';

interface SubsystemOfCause {
  readonly code: string;
  readonly parent_code: string;
  readonly subsystem?: Subsystem | '' | undefined;
}

/** The subsystem of each cause, by its code: its own, else that of the cause above it. Causes of which neither is known are left out. */
export function subsystemsOf(causes: readonly SubsystemOfCause[]): ReadonlyMap<string, Subsystem> {
  const own = new Map(causes.map(({ code, subsystem = '' }) => [code, subsystem]));
  return new Map(
    causes.flatMap(({ code, parent_code: parent, subsystem = '' }) => {
      const found = subsystem === '' ? (own.get(parent) ?? '') : subsystem;
      return found === '' ? [] : [[code, found] as const];
    }),
  );
}

/**
 * The cause of level 1 in the catalogue below which the details of a rescue's cause stand. A code never changes, so a group may be
 * renamed. Null: the catalogue that a site begins with has no such group (none today).
 */
export const rescueCauseGroups: Readonly<Record<RescueCause, string | null>> = {
  human: '1',
  external: '2',
  door: '3',
  traction: '4',
  control: '5',
  safety: '6',
  other: '7',
  car: 'JX',
};

/** Causes in the log. */
export const faultCauseRows = defineRows({
  kind: 'faultCause',
  label: '故障原因',
  logged: faultCauseFields,
  words: { subsystem: '子系统' },
  values: { subsystem: subsystemLabels },
});

const between = ' · ';
/** The label of a cause of level 2 as a repair keeps it: 门系统 · 厅门锁. */
export const labelWithGroup = (group: string, name: string): string => `${group}${between}${name}`;
/** The name of the cause itself in such a label. */
export const detailOfLabel = (label: string): string => label.split(between).slice(1).join(between) || label;
