import { IconButton } from '../IconButton/IconButton.tsx';
import { useToast } from '../Toast/useToast.ts';
import { copyText } from './copyText.ts';

interface CopyButtonProps {
  text: string;
  /** The noun for the copied text: 电话. */
  label: string;
}

/** Copies a text and says whether it worked. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const notify = useToast();
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(text);
    notify(
      isCopied
        ? { tone: 'success', message: `已复制${label}` }
        : { tone: 'error', message: '复制失败，请手动选中文字后复制' },
    );
  };
  return <IconButton size="small" icon="copy" label={`复制${label}`} onClick={() => void copy()} />;
}
