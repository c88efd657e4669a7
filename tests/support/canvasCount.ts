declare global {
  interface Window {
    /** Put into the page by `installCanvasCount`: contexts that are still referenced and not lost. */
    countContexts: () => { readonly canvas2d: number; readonly webgl: number };
  }
}

/**
 * Run in a page before its own scripts: keeps a weak hand on every drawing context that is made. Serialised: it may use
 * nothing from outside.
 */
export function installCanvasCount(): void {
  const known = new WeakSet();
  const made: WeakRef<object>[] = [];
  // oxlint-disable-next-line typescript/unbound-method -- applied to each canvas below
  HTMLCanvasElement.prototype.getContext = new Proxy(HTMLCanvasElement.prototype.getContext, {
    apply(target, canvas: HTMLCanvasElement, parts: unknown[]) {
      const context: unknown = Reflect.apply(target, canvas, parts);
      if (typeof context === 'object' && context !== null && !known.has(context)) {
        known.add(context);
        made.push(new WeakRef(context));
      }
      return context;
    },
  });
  window.countContexts = () => {
    const held = made.map((reference) => reference.deref());
    return {
      canvas2d: held.filter((context) => context instanceof CanvasRenderingContext2D).length,
      webgl: held.filter((context) => context instanceof WebGL2RenderingContext && !context.isContextLost()).length,
    };
  };
}
