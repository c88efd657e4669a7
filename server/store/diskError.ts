/** Messages for operators about refusals of the disk or the file system, with what to do. The first match counts. */
const meanings: readonly { readonly codes: RegExp; readonly message: string }[] = [
  {
    codes: /^(SQLITE_FULL|ENOSPC|EDQUOT)$/,
    message: '磁盘空间已满，无法继续写入。请清理磁盘或扩容，然后重新启动梯安；已确认的数据没有丢失。',
  },
  {
    codes: /^(SQLITE_READONLY.*|EROFS)$/,
    message: '磁盘或数据文件是只读的，无法写入。请检查磁盘是否因故障被系统改为只读、文件是否可写，然后重新启动梯安。',
  },
  {
    codes: /^(SQLITE_CORRUPT.*|SQLITE_NOTADB)$/,
    message:
      '数据库文件已损坏，无法读取。请保留 DATA_DIR 不要删除，用 npm run restore 把最近的备份恢复到一个空目录，并检查磁盘。',
  },
  {
    codes: /^(SQLITE_IOERR.*|EIO)$/,
    message: '磁盘读写出错，可能是硬件故障。请检查磁盘与系统日志，更换故障磁盘后重新启动梯安。',
  },
  {
    codes: /^(SQLITE_CANTOPEN.*|SQLITE_PERM|EACCES|EPERM)$/,
    message: '没有权限读写数据文件，或文件无法打开。请检查 DATA_DIR 及其中文件的所有者与权限，然后重试。',
  },
  { codes: /^SQLITE_BUSY.*$/, message: '数据库文件正被另一个程序占用。请关闭打开 tian.db 的其他程序，然后重试。' },
  // Node also reports this for a folder on a read-only disk.
  {
    codes: /^(mkdir ENOENT|ENOTDIR)$/,
    message: '无法建立目录：上级目录不存在，或所在磁盘是只读的。请检查路径与磁盘，然后重试。',
  },
];

/** One sentence about a disk error, naming the file if the error does; undefined for any other error. Also checks the causes. */
export function explainDiskError(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
    const call = 'syscall' in cause && typeof cause.syscall === 'string' ? cause.syscall : '';
    const meaning = meanings.find(({ codes }) => codes.test(code) || codes.test(`${call} ${code}`));
    if (meaning === undefined) continue;
    const path = 'path' in cause && typeof cause.path === 'string' ? `（${cause.path}）` : '';
    return `${meaning.message}${path}`;
  }
  return undefined;
}
