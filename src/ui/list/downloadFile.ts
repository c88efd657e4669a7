/** Hands a file to the browser; a text is one of comma-separated values. Throws when the browser refuses. */
export function downloadFile(fileName: string, content: string | Blob): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: 'text/csv;charset=utf-8' }) : content;
  const url = URL.createObjectURL(blob);
  try {
    const link = document.createElement('a');
    link.href = url;
    link.download = fileName;
    document.body.append(link);
    link.click();
    link.remove();
  } finally {
    // The download reads the URL after this turn.
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }
}
