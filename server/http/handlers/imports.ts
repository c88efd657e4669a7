import { importKinds, type ImportKind } from '../../../src/contract/entities/imports.ts';
import { refusalCodes } from '../../../src/contract/envelope.ts';
import type { Principal } from '../../access/principal.ts';
import { Refusal } from '../../domain/refusal.ts';
import { errorHeader } from '../../imports/importFile.ts';
import { Imports } from '../../imports/imports.ts';
import { countDoubtful, countWritten, findGroup, readRows } from '../../imports/importStore.ts';
import { importDesks, type ImportDeskSources } from '../../imports/kinds/index.ts';
import { findImport, listImportRows, listImports, requireWholeGroup } from '../../queries/imports.ts';
import { readPropertyGap, stagePropertyGap } from '../../queries/propertyGap.ts';
import { streamSheet, writeTemplate } from '../../spreadsheet/writeSheet.ts';
import { readsOf } from '../../store/readsOf.ts';
import { deniedMessage } from '../failure.ts';
import type { Handlers } from '../handlers.ts';
import { SentFile, xlsxMime } from '../sentFile.ts';
import { stillExporting } from './exports.ts';

export type ImportHandlerParts = ImportDeskSources;

type ImportHandlers = Pick<Handlers, Extract<keyof Handlers, `import${string}`>>;

const rowsAtOnce = 500;

/** A kind is imported by those who may edit it in its own form. Throws Refusal. */
function requireKind({ permissions }: Principal, kind: ImportKind): void {
  if (!permissions.has(importKinds[kind].permission)) throw new Refusal(deniedMessage, refusalCodes.denied);
}

/** Imports of every kind. What a restart interrupted goes on at once. */
export function importHandlers(parts: ImportHandlerParts): ImportHandlers {
  const { store, onTrouble } = parts;
  const imports = new Imports({ ...parts, desks: importDesks(parts) });
  imports.resume().catch((error: unknown) => onTrouble('中断的导入没有继续', error));
  const progressOf = (id: number) => imports.progress(id);
  const find = (by: Principal, id: number) => findImport(store, by, id, progressOf);

  async function* errorRows(by: Principal, importId: number, columns: number) {
    for (let after: number | undefined; ;) {
      const rows = await readRows(readsOf(store, by), { importId, after, order: 'asc', limit: rowsAtOnce });
      if (after !== undefined) await stillExporting(parts, by, '导入的错误文件');
      yield rows.map((row) => {
        const cells: unknown = JSON.parse(row.cells);
        const texts = Array.isArray(cells) ? cells.map(String) : [];
        return [...Array.from({ length: columns }, (_, index) => texts[index] ?? ''), wordsOf(row.problems)];
      });
      if (rows.length < rowsAtOnce) return;
      after = rows.at(-1)?.row_number;
    }
  }

  return {
    importList: (input, { principal }) => listImports(store, principal, input, progressOf),
    async importDetail({ id }, { principal }) {
      const found = await find(principal, id);
      return {
        ...found,
        written_num: await countWritten(readsOf(store, principal), id),
        warned_num: found.state === 'ready' ? await countDoubtful(readsOf(store, principal), id) : 0,
        file_num: (await findGroup(store, found.import_group_id)).length,
      };
    },
    importRows: (input, { principal }) => listImportRows(store, principal, input),
    async importUpload({ kind, import_group_id: groupId }, { principal, file }) {
      requireKind(principal, kind);
      if (file === undefined)
        throw new Refusal('请选择要导入的文件', refusalCodes.invalid, [
          { field: 'file', message: '请选择要导入的文件' },
        ]);
      return { id: await imports.upload(principal, kind, file.name, file.bytes, groupId) };
    },
    async importCommit({ id }, { principal }) {
      await find(principal, id);
      await imports.commit(principal, id);
      return {};
    },
    async importCommitGroup({ import_group_id: groupId }, { principal }) {
      await requireWholeGroup(store, principal, groupId);
      await imports.commitGroup(principal, groupId);
      return {};
    },
    async importCancel({ id }, { principal }) {
      await find(principal, id);
      await imports.cancel(id);
      return {};
    },
    async importUndo({ id, leave_changed: leaveChanged }, { principal }) {
      await find(principal, id);
      await imports.undo(principal, id, { leaveChanged });
      return {};
    },
    async importUndoGroup({ import_group_id: groupId, leave_changed: leaveChanged }, { principal }) {
      await requireWholeGroup(store, principal, groupId);
      await imports.undoGroup(principal, groupId, { leaveChanged });
      return {};
    },
    async importPropertyGap(_input, { principal }) {
      requireKind(principal, 'elevator');
      return readPropertyGap(readsOf(store, principal), principal);
    },
    async importFillProperty(_input, { principal }) {
      requireKind(principal, 'elevator');
      const rows = await stagePropertyGap(readsOf(store, principal), principal);
      return { id: await imports.complete(principal, 'elevator', '按小区补全物业单位', rows) };
    },
    async importTemplate({ kind }, { principal }) {
      requireKind(principal, kind);
      const desk = imports.desk(kind);
      const names = await desk.loadNames(readsOf(store, principal), principal);
      const { noun } = importKinds[kind];
      const body = await writeTemplate(
        noun,
        desk.columns.map(({ header, unit, isRequired, width, isNumber, choices }) => ({
          header: `${header}${unit === '' ? '' : `（${unit}）`}${isRequired ? '*' : ''}`,
          width,
          isNumber,
          choices: choices(names),
        })),
      );
      return new SentFile({ name: `${noun}导入模板.xlsx`, mime: xlsxMime, body });
    },
    async importErrorFile({ id }, { principal }) {
      const { header, kind, file_name: fileName } = await find(principal, id);
      const heads = header.filter((head) => head !== errorHeader);
      const kept = header.flatMap((head, index) => (head === errorHeader ? [] : [index]));
      async function* pages() {
        for await (const page of errorRows(principal, id, header.length))
          yield page.map((row) => [...kept.map((index) => row[index] ?? ''), row.at(-1) ?? '']);
      }
      const columns = [...heads.map((head) => ({ header: head })), { header: errorHeader, width: 60 }];
      return new SentFile({
        name: `${fileName.replace(/\.xlsx$/i, '')}_错误.xlsx`,
        mime: xlsxMime,
        body: streamSheet(importKinds[kind].noun, columns, pages()),
      });
    },
  };
}

/** The problems of a row as one cell. */
function wordsOf(problems: string): string {
  const found: unknown = JSON.parse(problems);
  return (Array.isArray(found) ? found : [])
    .map((one: { readonly header: string; readonly message: string; readonly suggestion: string }) => {
      const head = one.header === '' || one.message.includes(one.header) ? '' : `${one.header}：`;
      return `${head}${one.message}${one.suggestion === '' ? '' : `，是否为“${one.suggestion}”`}`;
    })
    .join('；');
}
