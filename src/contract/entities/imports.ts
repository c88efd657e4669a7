import type { Permission } from '../permissions.ts';

/** Kinds of records that can be imported from a file, each with the permission that its own form needs. */
export const importKinds = {
  elevator: { noun: '电梯', measure: '台', permission: 'elevator.edit' },
  community: { noun: '小区', measure: '个', permission: 'community.edit' },
  maintenance: { noun: '维保单位', measure: '家', permission: 'maintenance.edit' },
  property: { noun: '物业单位', measure: '家', permission: 'property.edit' },
  person: { noun: '人员', measure: '名', permission: 'person.edit' },
  user: { noun: '用户', measure: '名', permission: 'user.edit' },
  checkList: { noun: '专用清单', measure: '项', permission: 'visit.plan' },
  visit: { noun: '维保历史', measure: '条', permission: 'visit.plan' },
} as const satisfies Readonly<
  Record<string, { readonly noun: string; readonly measure: string; readonly permission: Permission }>
>;
export type ImportKind = keyof typeof importKinds;
const isImportKind = (name: string): name is ImportKind => Object.hasOwn(importKinds, name);
export const importKindNames = Object.keys(importKinds).filter(isImportKind);

/** Imports whose records are kept permanently: nothing takes them back once they are written. */
export const canUndoImport = (kind: string): boolean => kind !== 'visit';

/** Each kind after those that its records name: companies, communities, lists, lifts, people, users, visits. */
const writingOrder: readonly string[] = [
  'property',
  'maintenance',
  'community',
  'checkList',
  'elevator',
  'person',
  'user',
  'visit',
] satisfies readonly ImportKind[];

/** The files of an upload in the order in which they are written. */
export const inWritingOrder = <File extends { readonly kind: string }>(files: readonly File[]): File[] =>
  files.toSorted((one, other) => writingOrder.indexOf(one.kind) - writingOrder.indexOf(other.kind));

/** The most that one file may hold, and how many may be uploaded together. */
export const importLimits = { bytes: 10 * 1_048_576, rows: 20_000, filesOfGroup: 20 } as const;

/**
 * The most rows of imports that are kept of one account, and the time for which they are kept: those that wrote nothing, and those that can
 * be undone.
 */
export const importKeeping = { rowsOfAccount: 300_000, unwrittenDays: 7, undoDays: 180 } as const;

export const importStateLabels = {
  checking: '检查中',
  ready: '待写入',
  writing: '写入中',
  done: '已写入',
  reverting: '退回中',
  failed: '未写入',
  cancelled: '已取消',
  undoing: '撤销中',
  undone: '已撤销',
  stopped: '已中止',
} as const;
export const importStates = [
  'checking',
  'ready',
  'writing',
  'done',
  'reverting',
  'failed',
  'cancelled',
  'undoing',
  'undone',
  'stopped',
] as const satisfies readonly (keyof typeof importStateLabels)[];
export type ImportState = (typeof importStates)[number];
/** Nothing of it stands in the register: it was never written, or was taken back. */
export const isImportUnwritten = (state: ImportState): boolean => state === 'failed' || state === 'cancelled';
/** The server is at work on it: its figures move. */
export const isImportMoving = (state: ImportState): boolean =>
  state === 'checking' || state === 'writing' || state === 'reverting' || state === 'undoing';

/** Sources of an import's rows: a file that someone uploads, or the register, which completes what its lifts lack. */
export const importOrigins = ['file', 'fill'] as const;
export type ImportOrigin = (typeof importOrigins)[number];
/** Rows of a file are written together or not at all; what cannot be completed is left out. */
export const canLeaveOutWrong = (origin: string | undefined): boolean => origin === 'fill';

export const importRowStateLabels = {
  unchecked: '未检查',
  new: '新增',
  change: '更新',
  same: '无变化',
  wrong: '错误',
} as const;
export const importRowStates = [
  'unchecked',
  'new',
  'change',
  'same',
  'wrong',
] as const satisfies readonly (keyof typeof importRowStateLabels)[];
export type ImportRowState = (typeof importRowStates)[number];
