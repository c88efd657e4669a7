import './Kbd.css';

/** A key to press, beside what it does. */
export function Kbd({ children }: { children: string }) {
  return <kbd className="ti-kbd">{children}</kbd>;
}
