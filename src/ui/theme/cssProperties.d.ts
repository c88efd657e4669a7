import 'react';

declare module 'react' {
  interface CSSProperties {
    /** Custom properties, by which a part hands a measure to its stylesheet. */
    [property: `--${string}`]: string | number | undefined;
  }
}
