import { parseArgs } from 'node:util';
import { acceptLog, acknowledgeBreak, backup, rebuild, restore, verify } from './cli.ts';
import { ConfigError, loadConfig } from './start/config.ts';
import { reportCrashes } from './start/crashReport.ts';
import { serve } from './start/serve.ts';
import { NotADemoStoreError } from './seed/seedDemo.ts';
import { StartError, wrongSettingCode } from './runtime/startError.ts';
import { explainBreak } from './start/startAgain.ts';
import { explainDiskError } from './store/diskError.ts';
import {
  BackupError,
  LogRolledBackError,
  OtherDatabaseError,
  RestoreUnfinishedError,
  StoreDamagedError,
  StoreFailedError,
  StoreInUseError,
  StoreLockedError,
  StoreNewerError,
  StoreOlderError,
  StoreUnavailableError,
} from './store/errors.ts';

const usage = `用法：
  npm start [-- --no-demo]            启动（默认带演示城市）
  npm start -- --rebuild              启动，并在服务的同时从事件日志重建全部列表
  npm run backup -- <目录>            在线备份到一个新目录
  npm run restore -- <备份目录>       恢复到空的 DATA_DIR
  npm run rebuild                     从事件日志重建全部列表（须先停止服务）
  node dist/server/main.js verify [--all]   从上次校验到的位置（--all 从头）校验事件日志的哈希链
  node dist/server/main.js acknowledge-break --position <位置> --by <姓名> --reason <原因>
                                      由负责人确认一处已知的断裂
  node dist/server/main.js accept-log --by <姓名> --reason <原因>
                                      确认日志有意回到了较早的时刻`;

/** Errors whose message says all that an operator needs; of others the stack is printed too. */
const explained = [
  ConfigError,
  StartError,
  NotADemoStoreError,
  BackupError,
  LogRolledBackError,
  OtherDatabaseError,
  RestoreUnfinishedError,
  StoreDamagedError,
  StoreFailedError,
  StoreInUseError,
  StoreLockedError,
  StoreNewerError,
  StoreOlderError,
];

function readCommandLine() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        'no-demo': { type: 'boolean' },
        rebuild: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        all: { type: 'boolean' },
        position: { type: 'string' },
        by: { type: 'string' },
        reason: { type: 'string' },
      },
    });
  } catch (error) {
    throw new StartError(`命令行有误：${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}

/** A command that runs once, such as `verify`: no supervisor asks why it failed. */
let isTool = false;

async function main(): Promise<void> {
  // What this process writes is for its own user alone: the data, and backups wherever they are.
  process.umask(0o077);
  const { values, positionals } = readCommandLine();
  if (values.help === true) {
    console.log(usage);
    return;
  }
  isTool = positionals.length > 0 && positionals[0] !== 'serve';
  const config = loadConfig({ env: process.env, switches: values['no-demo'] === true ? { DEMO: false } : {} });
  const [command = 'serve', target] = positionals;
  switch (command) {
    case 'serve':
      return serve(config, { rebuild: values.rebuild === true });
    case 'rebuild':
      return rebuild(config);
    case 'verify':
      return verify(config, values);
    case 'acknowledge-break':
      return acknowledgeBreak(config, values);
    case 'accept-log':
      return acceptLog(config, values);
    case 'backup':
      return backup(config, target);
    case 'restore':
      return restore(config, target);
    default:
      throw new StartError(`未知命令“${command}”。\n${usage}`);
  }
}

const causeOf = ({ cause }: Error): string => (cause instanceof Error ? cause.message : '');

/** A new start does not help until a person has changed something. A database that is away may come back on its own. */
const exitCodeOf = (error: unknown): number =>
  !isTool &&
  explained.some((kind) => error instanceof kind) &&
  !(error instanceof StoreUnavailableError) &&
  !(error instanceof StoreFailedError)
    ? wrongSettingCode
    : 1;

reportCrashes();
main().catch((error: unknown) => {
  if (error instanceof StoreUnavailableError && explainDiskError(error) === undefined) {
    // A server has reached it before: it waits for one that is away.
    const told = isTool
      ? '无法连接 DATABASE_URL 指定的数据库。请检查地址、账号与密码，并确认数据库已经启动。'
      : `${explainBreak(error)}，多次重试未成。请检查数据库与这台机器的负载；服务将重新启动。`;
    console.error(`\n${told}\n${causeOf(error)}\n`);
    process.exit(1);
  }
  const isExplained = explained.some((kind) => error instanceof kind);
  const told = isExplained && error instanceof Error ? error.message : explainDiskError(error);
  console.error(told === undefined ? error : `\n${told}\n`);
  process.exit(exitCodeOf(error));
});
