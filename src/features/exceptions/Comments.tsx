import { useEffect, useState } from 'react';
import * as z from 'zod';
import type { ExceptionComment } from '../../contract/entities/exception.ts';
import { exceptionComment } from '../../contract/events/exceptionOpening.ts';
import { longestComment } from '../../contract/exceptions.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { Photos } from '../../parts/photos/Photos.tsx';
import { PhotosField } from '../../parts/photos/PhotosField.tsx';
import type { UploadPhoto } from '../../parts/photos/uploadPhoto.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { FormProblems } from '../../ui/form/FormProblems.tsx';
import { TextArea } from '../../ui/form/TextArea.tsx';
import { useSchemaForm, useSubmit } from '../../ui/form/useSchemaForm.ts';
import { Kbd } from '../../ui/Kbd/Kbd.tsx';
import { emptyDraft, type CommentDraft } from './commentDrafts.ts';

export interface CommentsProps {
  comments: LoadState<readonly ExceptionComment[]>;
  /** Null for users who may not upload. */
  upload: UploadPhoto | null;
  /** The text typed before. */
  draft: CommentDraft;
  onDraft: (draft: CommentDraft) => void;
  /** Rejects with a CallError: the draft stays. Null for users who may not write here. */
  onComment: ((text: string, photos: readonly string[]) => Promise<void>) | null;
}

const formSchema = z.object({ text: exceptionComment.shape.text, photos: exceptionComment.shape.photos.unwrap() });

function CommentForm({
  upload,
  draft,
  onDraft,
  onComment,
}: Omit<CommentsProps, 'comments' | 'onComment'> & { onComment: NonNullable<CommentsProps['onComment']> }) {
  const [isUploading, setUploading] = useState(false);
  const form = useSchemaForm(formSchema, { text: draft.text, photos: [...draft.photos] });
  const { watch, reset } = form;
  useEffect(() => {
    const keeping = watch(({ text = '', photos = [] }) =>
      onDraft({ text, photos: photos.filter((name) => name !== undefined) }),
    );
    return () => keeping.unsubscribe();
  }, [watch, onDraft]);
  const { submit, problems } = useSubmit(form, ['text', 'photos'], async ({ text, photos }) => {
    await onComment(text, photos);
    onDraft(emptyDraft);
    reset({ text: '', photos: [] });
  });
  const { isSubmitting } = form.formState;
  return (
    <form
      className="exc-comment-form"
      aria-label="发表评论"
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat || isSubmitting) return;
        event.preventDefault();
        if (!isUploading) event.currentTarget.requestSubmit();
      }}
    >
      <TextArea control={form.control} name="text" label="评论" rows={2} countsTo={longestComment} />
      {upload !== null && (
        <PhotosField control={form.control} name="photos" label="评论照片" upload={upload} onBusy={setUploading} />
      )}
      <FormProblems problems={problems} />
      <div>
        <Button type="submit" icon="send" isBusy={isSubmitting} disabled={isUploading}>
          发表 <Kbd>Ctrl+Enter</Kbd>
        </Button>
      </div>
    </form>
  );
}

function CommentList({ comments }: Pick<CommentsProps, 'comments'>) {
  switch (comments.kind) {
    case 'loading':
      return <p className="exc-quiet">正在读取评论…</p>;
    case 'failed':
      return (
        <p className="exc-quiet" role="alert">
          无法读取评论：{comments.message}
        </p>
      );
    case 'ready':
      return comments.value.length === 0 ? (
        <p className="exc-quiet">暂无评论</p>
      ) : (
        <ul className="exc-comments">
          {comments.value.map(({ id, author, text, photos, created_at: at }) => (
            <li key={id}>
              <p className="exc-comments__by">
                <b>{author.name}</b> {toDisplayTime(at)}
              </p>
              <p className="exc-comments__text">{text}</p>
              <Photos names={photos} label={`${author.name}的照片`} />
            </li>
          ))}
        </ul>
      );
  }
}

/** The comments on an exception, newest first, and a field to add one. */
export function Comments({ comments, onComment, ...form }: CommentsProps) {
  return (
    <>
      {onComment !== null && <CommentForm {...form} onComment={onComment} />}
      <CommentList comments={comments} />
    </>
  );
}
