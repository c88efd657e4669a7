/**
 * Tells of the demo's history in at most four lines, one a quarter, for the person who watches the first start. The returned
 * function gets the share that is written, 0 to 1.
 */
export function historyProgress(print: (line: string) => void): (share: number) => void {
  let told = 0;
  return (share) => {
    const quarter = Math.floor(share * 4);
    if (quarter <= told) return;
    told = quarter;
    print(quarter === 4 ? '演示城市两年的历史已写完' : `正在写入演示城市两年的历史：${Math.floor(share * 100)}%`);
  };
}
