/** Hands a text file to the browser. Throws when it refuses. */
export function downloadFile(fileName: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
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
