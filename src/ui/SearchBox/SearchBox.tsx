import { useEffect, useEffectEvent, useState } from 'react';
import { Icon } from '../Icon/Icon.tsx';
import { IconButton } from '../IconButton/IconButton.tsx';
import '../theme/form.css';

interface SearchBoxProps {
  label: string;
  value: string;
  /** Called when the user stops typing, on Enter, or immediately when it is emptied. */
  onSearch: (value: string) => void;
  placeholder?: string;
  /** The length of a pause in typing that is long enough. */
  pauseMs?: number;
}

/** Text to search by. Waits for a pause, and for the input method to finish composing a character. */
export function SearchBox({ label, value, onSearch, placeholder, pauseMs = 300 }: SearchBoxProps) {
  const [draft, setDraft] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  const [isComposing, setComposing] = useState(false);
  if (value !== lastValue) {
    setLastValue(value);
    setDraft(value);
  }
  const search = useEffectEvent(onSearch);
  useEffect(() => {
    if (isComposing || draft.trim() === value) return;
    const timer = setTimeout(() => search(draft.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [draft, value, isComposing, pauseMs]);
  return (
    <div className="ti-input-affix">
      <Icon name="search" />
      <input
        className="ti-input"
        aria-label={label}
        placeholder={placeholder ?? label}
        value={draft}
        autoComplete="off"
        onChange={(event) => setDraft(event.target.value)}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) onSearch(draft.trim());
        }}
      />
      {draft !== '' && (
        <IconButton
          size="small"
          icon="times"
          label={`清除${label}`}
          onClick={() => {
            setDraft('');
            onSearch('');
          }}
        />
      )}
    </div>
  );
}
