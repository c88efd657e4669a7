import { importKindNames, type ImportKind } from '../../contract/entities/imports.ts';

/** Common words in the names of files of each kind. */
const words: Readonly<Record<ImportKind, readonly string[]>> = {
  elevator: ['电梯', '台账'],
  community: ['小区', '楼盘'],
  maintenance: ['维保'],
  property: ['物业'],
  person: ['人员', '安全员', '联系人'],
  user: ['用户', '账号', '帐号'],
  checkList: ['专用清单', '维保清单', '维保项目'],
  visit: ['历史', '记录'],
};

/** Returns the most likely content of a file, by the word that ends last in its name: 东湖区小区电梯.xlsx holds lifts. Undefined where no word does. */
export function guessKind(fileName: string): ImportKind | undefined {
  const found = importKindNames
    .flatMap((kind) => words[kind].map((word) => ({ kind, word, at: fileName.lastIndexOf(word) })))
    .filter(({ at }) => at >= 0);
  const endOf = ({ at, word }: (typeof found)[number]): number => at + word.length;
  return found.toSorted((one, other) => endOf(other) - endOf(one))[0]?.kind;
}
