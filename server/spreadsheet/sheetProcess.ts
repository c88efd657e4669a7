import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';
import { sheetProgram, type SheetLimits } from './sheetProgram.ts';

/** The most memory that the process may write to: the system refuses it more. Its program comes to some 20 MB beside. */
const mostDataMb = 190;
/** The part of it that JavaScript may keep; the rest is for the file and what it unpacks to. */
const mostHeapMb = 144;
const flags = [
  `--max-old-space-size=${mostHeapMb}`,
  '--max-semi-space-size=4',
  '--single-threaded-gc',
  '--v8-pool-size=1',
];

/** The end of a process that reads a workbook and left no last word: it had no more memory, took too long, or could not start. */
export type EndOfReading = 'outOfMemory' | 'tooSlow' | 'failed';

/**
 * Starts Node.js with this program under limits that the system keeps, without our environment and its secrets. The shell sets them; where
 * there is none, only the heap has one.
 */
function start(limits: SheetLimits): ChildProcessWithoutNullStreams {
  const node = [...flags, '-e', sheetProgram, JSON.stringify(limits)];
  const env = { UV_THREADPOOL_SIZE: '1' };
  if (process.platform === 'win32') return spawn(process.execPath, node, { env });
  const limited = 'ulimit -c 0; ulimit -d "$0"; exec "$@"';
  return spawn('/bin/sh', ['-c', limited, String(mostDataMb * 1024), process.execPath, ...node], { env });
}

/**
 * Gives a workbook to a process of its own and its lines to `onLine`, as they come. Returns how it ended, undefined when it had nothing
 * more to say.
 */
export function readInProcess(
  bytes: Uint8Array,
  limits: SheetLimits,
  { withinMs, onLine }: { readonly withinMs: number; readonly onLine: (line: string) => void },
): Promise<EndOfReading | undefined> {
  return new Promise((resolve) => {
    const child = start(limits);
    let isCutOff = false;
    const kill = () => child.kill('SIGKILL');
    const cutOff = setTimeout(() => {
      isCutOff = true;
      kill();
    }, withinMs);
    // A process that outlives its server would read for nobody.
    process.once('exit', kill);
    const end = (how: EndOfReading | undefined) => {
      clearTimeout(cutOff);
      process.off('exit', kill);
      resolve(how);
    };
    createInterface({ input: child.stdout, crlfDelay: Infinity }).on('line', onLine);
    child.stderr.resume();
    // It may end before it has taken the whole file.
    child.stdin.on('error', () => undefined);
    child.stdin.end(bytes);
    child.on('error', () => end('failed'));
    child.on('close', (code) => {
      if (isCutOff) end('tooSlow');
      else if (code === 126 || code === 127) end('failed');
      // V8 ends the process by a signal when its heap is full.
      else end(code === 0 ? undefined : 'outOfMemory');
    });
  });
}
