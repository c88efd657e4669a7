import { Button } from '../../../ui/Button/Button.tsx';

interface QuickFillsProps {
  label: string;
  texts: readonly string[];
  onFill: (text: string) => void;
}

/** The usual answers, one press each. */
export function QuickFills({ label, texts, onFill }: QuickFillsProps) {
  return (
    <div className="rc-fills" role="group" aria-label={label}>
      {texts.map((text) => (
        <Button key={text} size="small" onClick={() => onFill(text)}>
          {text}
        </Button>
      ))}
    </div>
  );
}
