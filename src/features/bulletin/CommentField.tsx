import { useId } from 'react';
import { bulletinSectionTitles, type BulletinSection } from '../../contract/bulletin/bulletinContent.ts';
import { longestComment } from '../../contract/bulletin/bulletinComments.ts';
import '../../ui/theme/form.css';

interface CommentFieldProps {
  section: BulletinSection;
  text: string;
  /** The server's word about this comment. */
  error: string | undefined;
  onChange: (text: string) => void;
}

/** The editor's comment on a section; what is too long is told while it is typed. */
export function CommentField({ section, text, error, onChange }: CommentFieldProps) {
  const id = useId();
  const isTooLong = text.length > longestComment;
  const problem = isTooLong ? `评注最多 ${longestComment.toLocaleString('en-US')} 个字，请删减` : error;
  return (
    <div className="ti-field bl-comment">
      <label className="ti-field__label" htmlFor={id}>
        {bulletinSectionTitles[section]}评注
      </label>
      <textarea
        id={id}
        className="ti-input ti-input--area"
        rows={2}
        value={text}
        placeholder="选填，定稿时一并保存"
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={`${id}-note`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-note`} className={problem === undefined ? 'bl-count' : 'ti-field__error'}>
        {problem ?? (text.length > longestComment * 0.8 ? `${text.length} / ${longestComment}` : '')}
        {isTooLong && `（现 ${text.length} 个字）`}
      </p>
    </div>
  );
}

/** A comment to read; nothing where there is none. */
export const CommentText = ({ text }: { text: string }) =>
  text === '' ? null : (
    <p className="bl-said">
      <b>评注</b>
      {text}
    </p>
  );
