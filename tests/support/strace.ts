import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Says whether system calls can be traced here. Without it these tests fail and say what to do; only
 * `TIAN_WITHOUT_STRACE=1` leaves them out, and then they say so in the output.
 */
export async function canTrace(): Promise<boolean> {
  try {
    await run('strace', ['-f', '-e', 'trace=none', 'true']);
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (process.env.TIAN_WITHOUT_STRACE !== '1') {
      throw new Error(
        'These tests trace system calls: install strace (apt-get install strace) and allow ptrace ' +
          `(in a container: --cap-add SYS_PTRACE), or leave them out with TIAN_WITHOUT_STRACE=1. ${reason}`,
        { cause: error },
      );
    }
    console.warn(
      `NOT TESTED, TIAN_WITHOUT_STRACE=1: that answers follow their fsync, and that a failed fsync stops the process. ${reason}`,
    );
    return false;
  }
}
