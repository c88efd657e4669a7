import { useEffect } from 'react';

const pageTitle = '智慧电梯安全管理平台 V1.5';

/** Shows in the browser's tab how many calls are waiting, for a console whose page is in the background. */
export function useRingingTitle(waiting: number): void {
  useEffect(() => {
    document.title = waiting > 0 ? `【${waiting} 起呼叫】${pageTitle}` : pageTitle;
    return () => {
      document.title = pageTitle;
    };
  }, [waiting]);
}
