import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { privateFolderMode, tightenFolder } from '../runtime/privateFolder.ts';
import { StartError } from '../runtime/startError.ts';
import type { OnTrouble } from '../runtime/troubleLog.ts';

/** Creates the data folder if it is missing and closes it to others. Throws StartError if it is not writable. */
export async function prepareDataFolder(dataDir: string, onTrouble: OnTrouble): Promise<void> {
  await makeFolder(dataDir);
  await closeToOthers(dataDir, onTrouble);
}

/** No other user of this machine may see secrets, people's telephone numbers and pictures of accidents. */
async function closeToOthers(dataDir: string, onTrouble: OnTrouble): Promise<void> {
  const { tightened, stillOpen } = await tightenFolder(dataDir);
  if (tightened > 0)
    onTrouble(`数据目录“${dataDir}”中有 ${tightened} 个目录或文件曾对本机其他用户开放，已收回权限`, '');
  if (stillOpen.length > 0)
    onTrouble(
      `数据目录“${dataDir}”对本机其他用户开放（${stillOpen.slice(0, 5).join('、')}），且不归梯安独有。请改用单独的目录，或执行 chmod 700`,
      '',
    );
}

/** Step by step, because Node's own recursive mkdir never returns for folders such as /proc. */
async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) await makeFolder(parent);
  try {
    await mkdir(path, { mode: privateFolderMode });
  } catch (error) {
    if (existsSync(path)) return;
    throw new StartError(`无法写入数据目录“${path}”。请检查权限，或用 DATA_DIR 指定另一个目录`, { cause: error });
  }
}
