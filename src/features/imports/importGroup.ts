import type { ImportFile } from '../../contract/endpoints/imports.ts';
import { importKinds, isImportMoving, isImportUnwritten } from '../../contract/entities/imports.ts';
import type { StatusTagProps } from '../../ui/StatusTag/StatusTag.tsx';
import { stateTag } from './importTags.tsx';

/** Of files that were uploaded together: 小区、电梯. */
export const kindsOf = (files: readonly ImportFile[]): string =>
  [...new Set(files.map(({ kind }) => importKinds[kind].noun))].join('、');

/** 物业.xlsx 等 3 个文件 */
export const namesOf = (files: readonly ImportFile[]): string =>
  `${files[0]?.file_name ?? ''}${files.length > 1 ? ` 等 ${files.length} 个文件` : ''}`;

const isWritten = ({ state }: ImportFile): boolean => state === 'done' || state === 'stopped';

/** Rows of one kind, over all files that count; null where none does. */
export function sumOf(
  files: readonly ImportFile[],
  field: 'row_num' | 'new_num' | 'changed_num' | 'same_num' | 'wrong_num',
): number | null {
  const counted =
    field === 'row_num' || field === 'wrong_num' ? files : files.filter(({ state }) => !isImportUnwritten(state));
  return counted.length === 0 ? null : counted.reduce((sum, file) => sum + file[field], 0);
}

/** Where all files stand together: what the server works on or what needs the user comes before what is done. */
export function groupTag(files: readonly ImportFile[]): StatusTagProps {
  const [first] = files;
  if (first === undefined) return stateTag('cancelled');
  const tags = files.map(({ state, wrong_num: wrong }) => stateTag(state, wrong));
  const [tag = stateTag(first.state)] = tags;
  if (tags.every(({ label }) => label === tag.label)) return tag;
  const moving = files.find(({ state }) => isImportMoving(state));
  if (moving !== undefined) return stateTag(moving.state);
  const waiting = files
    .toSorted((one, other) => other.wrong_num - one.wrong_num)
    .find(({ state }) => state === 'ready');
  if (waiting !== undefined) return stateTag('ready', waiting.wrong_num);
  if (!files.some(isWritten)) return stateTag(files.some(({ state }) => state === 'undone') ? 'undone' : 'failed');
  return files.some(({ state }) => state === 'undone')
    ? { label: '部分撤销', tone: 'high' }
    : { label: '部分写入', tone: 'high' };
}

/** Some file has rows in the register that can be put back. */
export const canBeUndone = (files: readonly ImportFile[]): boolean =>
  files.some(isWritten) && !files.some(({ state }) => state !== 'checking' && isImportMoving(state));
