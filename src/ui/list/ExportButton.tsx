import { useState } from 'react';
import { Button } from '../Button/Button.tsx';
import { Dialog } from '../Dialog/Dialog.tsx';
import { Menu } from '../Menu/Menu.tsx';
import { useToast } from '../Toast/useToast.ts';
import { toLoadFailure } from '../failure/toLoadFailure.ts';

/** Says it longer than a server's error: the person has waited for the file. */
const FAILURE_NOTICE_MS = 4000;

type Format = 'xlsx' | 'csv';

interface ExportButtonProps {
  /** The name of the export: 救援历史记录. */
  name: string;
  /** On the button; 导出 by default. */
  label?: string;
  size?: 'small' | 'medium';
  /** Makes the text of the file; told to stop by the signal. */
  prepare: (signal: AbortSignal, onProgress: (done: number, total: number) => void) => Promise<string>;
  /** Hands the file to the browser; throws when the browser refuses. */
  download: (text: string) => void;
  /** The server makes the file and the browser saves it; then there is Excel beside CSV. */
  exportFile?: ((format: Format, signal: AbortSignal) => Promise<void>) | undefined;
}

interface Progress {
  abort: AbortController;
  done: number;
  total: number | null;
}

/** Exports what the list shows now, all pages of it, with progress and a way to stop. */
export function ExportButton({
  name,
  label = '导出',
  size = 'medium',
  prepare,
  download,
  exportFile,
}: ExportButtonProps) {
  const notify = useToast();
  const [progress, setProgress] = useState<Progress | null>(null);
  const start = async (): Promise<void> => {
    const abort = new AbortController();
    setProgress({ abort, done: 0, total: null });
    try {
      const text = await prepare(abort.signal, (done, total) => setProgress({ abort, done, total }));
      try {
        download(text);
        notify({ tone: 'success', message: `已导出${name}` });
      } catch {
        notify({
          tone: 'error',
          message: '浏览器拒绝了文件下载，请在浏览器设置中允许下载后重试',
          durationMs: FAILURE_NOTICE_MS,
        });
      }
    } catch (error) {
      if (!abort.signal.aborted)
        notify({ tone: 'error', message: `导出失败：${toLoadFailure(error).message}`, durationMs: FAILURE_NOTICE_MS });
    } finally {
      setProgress(null);
    }
  };
  const startFile = async (write: NonNullable<typeof exportFile>, format: Format): Promise<void> => {
    const abort = new AbortController();
    setProgress({ abort, done: 0, total: null });
    try {
      await write(format, abort.signal);
      notify({ tone: 'success', message: `已导出${name}` });
    } catch (error) {
      if (!abort.signal.aborted)
        notify({ tone: 'error', message: `导出失败：${toLoadFailure(error).message}`, durationMs: FAILURE_NOTICE_MS });
    } finally {
      setProgress(null);
    }
  };
  return (
    <>
      {exportFile === undefined ? (
        <Button size={size} icon="download" onClick={() => void start()}>
          {label}
        </Button>
      ) : (
        <Menu
          label={label}
          align="right"
          renderTrigger={(trigger) => (
            <Button size={size} icon="download" {...trigger}>
              {label}
            </Button>
          )}
          items={[
            { id: 'xlsx', label: 'Excel（.xlsx）', onSelect: () => void startFile(exportFile, 'xlsx') },
            { id: 'csv', label: 'CSV', onSelect: () => void startFile(exportFile, 'csv') },
          ]}
        />
      )}
      {progress !== null && (
        <Dialog
          isOpen
          isPersistent
          hasCloseButton={false}
          title="正在导出"
          minWidth={360}
          maxWidth={400}
          onClose={() => progress.abort.abort()}
          footer={<Button onClick={() => progress.abort.abort()}>取消导出</Button>}
        >
          <progress
            className="ti-progress"
            aria-label="导出进度"
            max={progress.total ?? 1}
            {...(progress.total === null ? {} : { value: progress.done })}
          />
          <p aria-live="polite">
            {progress.total === null
              ? '正在读取数据…'
              : `已读取 ${progress.done.toLocaleString('en-US')} / ${progress.total.toLocaleString('en-US')} 条`}
          </p>
        </Dialog>
      )}
    </>
  );
}
