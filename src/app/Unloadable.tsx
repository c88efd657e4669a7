/** Shown for a page that a new deployment removed: it is available again after a reload. */
export function Unloadable() {
  return (
    <main className="ti-unloadable" role="alert">
      <p>页面未能加载，可能是系统刚刚升级。</p>
      <button type="button" onClick={() => window.location.reload()}>
        重新加载
      </button>
    </main>
  );
}
