import type { ImportFile } from '../../contract/endpoints/imports.ts';
import {
  canLeaveOutWrong,
  canUndoImport,
  importKinds,
  inWritingOrder,
  isImportMoving,
  isImportUnwritten,
} from '../../contract/entities/imports.ts';
import type { StatusTagProps } from '../../ui/StatusTag/StatusTag.tsx';
import { stateTag } from './importTags.tsx';

/** Returns the kinds of files that were uploaded together: 小区、电梯. */
export const kindsOf = (files: readonly ImportFile[]): string =>
  [...new Set(files.map(({ kind }) => importKinds[kind].noun))].join('、');

/** 物业.xlsx 等 3 个文件 */
export const namesOf = (files: readonly ImportFile[]): string =>
  `${files[0]?.file_name ?? ''}${files.length > 1 ? ` 等 ${files.length} 个文件` : ''}`;

/** Wrong rows that keep the file from being written. */
const wrongOf = ({ origin, wrong_num: wrong }: ImportFile): number => (canLeaveOutWrong(origin) ? 0 : wrong);

/** Files that wait for better rows. */
export const wrongFilesOf = (files: readonly ImportFile[]): readonly ImportFile[] =>
  files.filter((file) => file.state === 'ready' && wrongOf(file) > 0);

/** Rows that would be written. */
export const rowsOf = (files: readonly ImportFile[]): number =>
  files.reduce((sum, { new_num, changed_num }) => sum + new_num + changed_num, 0);

/** Returns the files that one button writes, in order; none while a file is wrong or the server is at work on one. */
export function dueOf(files: readonly ImportFile[]): readonly ImportFile[] {
  if (wrongFilesOf(files).length > 0 || files.some(({ state }) => isImportMoving(state))) return [];
  return inWritingOrder(files.filter((file) => file.state === 'ready' && rowsOf([file]) > 0));
}

const listed = (files: readonly ImportFile[]): string => files.map(({ file_name: name }) => `“${name}”`).join('、');

/** Returns the next step with files that were uploaded together, and what stopped one of them. */
export function groupAdvice(files: readonly ImportFile[]): string {
  const wrong = wrongFilesOf(files);
  const written = files.filter(({ state }) => state === 'done');
  const waiting = files.filter(({ state }) => state === 'ready');
  const stood = written.length > 0 ? `${listed(written)}已写入，可撤销整组；` : '';
  if (wrong.length > 0) {
    const rest = written.length > 0 ? '其余文件没有写入' : '整组都没有写入';
    return `${stood}${listed(wrong)}有行需要修改，${rest}：请打开文件查看原因，改好后重新上传，或取消这个文件的导入。`;
  }
  if (files.some(({ state }) => isImportMoving(state)) || files.length < 2) return '';
  const failed = files.filter(({ state }) => state === 'failed' || state === 'stopped');
  const mended = failed.length > 0 ? `${listed(failed)}请打开查看原因，改好后重新上传；` : '';
  if (written.length > 0 || failed.length > 0) {
    const left = waiting.length > 0 ? `${listed(waiting)}没有写入任何数据，可再次写入；` : '';
    // Of a group that was written whole nothing need be said.
    return mended === '' && left === '' ? '' : `${stood}${mended}${left}`.replace(/；$/, '。');
  }
  if (waiting.length === 0) return '';
  return '确认之前没有写入任何数据。各文件依次写入：先单位，再小区、电梯、人员与用户；后面的文件可引用前面文件中的名称。';
}

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

/** Returns the tag of all files together: what the server works on or what needs the user comes before what is done. */
export function groupTag(files: readonly ImportFile[]): StatusTagProps {
  const [first] = files;
  if (first === undefined) return stateTag('cancelled');
  const tags = files.map((file) => stateTag(file.state, wrongOf(file)));
  const [tag = stateTag(first.state)] = tags;
  if (tags.every(({ label }) => label === tag.label)) return tag;
  const moving = files.find(({ state }) => isImportMoving(state));
  if (moving !== undefined) return stateTag(moving.state);
  const waiting = files.toSorted((one, other) => wrongOf(other) - wrongOf(one)).find(({ state }) => state === 'ready');
  if (waiting !== undefined) return stateTag('ready', wrongOf(waiting));
  if (!files.some(isWritten)) return stateTag(files.some(({ state }) => state === 'undone') ? 'undone' : 'failed');
  return files.some(({ state }) => state === 'undone')
    ? { label: '部分撤销', tone: 'high' }
    : { label: '部分写入', tone: 'high' };
}

/** Some file has rows in the register that can be put back. */
export const canBeUndone = (files: readonly ImportFile[]): boolean =>
  files.some((file) => canUndoImport(file.kind) && isWritten(file) && (file.purged_at ?? null) === null) &&
  !files.some(({ state }) => state !== 'checking' && isImportMoving(state));
