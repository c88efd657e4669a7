import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { hasUsers } from './seed/site.ts';
import { StartError } from './startError.ts';
import type { EventStore } from './store/eventStore.ts';

/**
 * New secrets under a store that was kept with others would make every password and every device's credential wrong without a word:
 * throws StartError instead, before any is written. `files` are the secrets' paths by what people call them.
 */
export async function requireSecrets(store: EventStore, files: Readonly<Record<string, string>>): Promise<void> {
  const missing = Object.entries(files).filter(([, path]) => !existsSync(path));
  const [first] = missing;
  if (first === undefined || !(await hasUsers(store))) return;
  const folder = dirname(first[1]);
  throw new StartError(
    `数据库中已有账号，但“${folder}”中缺少${missing.map(([name]) => name).join('、')}：用新的密钥启动，所有账号和设备都将无法登录。\n` +
      `${store.kind === 'postgres' ? 'DATABASE_URL 指向的是用另一个 DATA_DIR 建立的数据。' : ''}请把原来 DATA_DIR 中的 secrets 目录（备份中也有）复制到“${folder}”，再重新启动。`,
  );
}
