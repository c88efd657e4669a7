import { useEffect } from 'react';

const pageTitle = '智慧电梯安全管理平台 V1.5';

/** Says in the browser's own tab how many calls wait, for a console whose page is behind another. */
export function useRingingTitle(waiting: number): void {
  useEffect(() => {
    document.title = waiting > 0 ? `【${waiting} 起呼叫】${pageTitle}` : pageTitle;
    return () => {
      document.title = pageTitle;
    };
  }, [waiting]);
}
