import type { Observable } from 'rxjs';

/** A stream as the listener function for `ListScreen`: stable as long as the stream is. */
export function subscribeTo<T>(source$: Observable<T>): (onChange: (value: T) => void) => () => void {
  return (onChange) => {
    const subscription = source$.subscribe(onChange);
    return () => subscription.unsubscribe();
  };
}
