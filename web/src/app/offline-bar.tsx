/** Shows that the device is offline and the data may be old. */
export function OfflineBar() {
  return (
    <div
      role="status"
      className="sticky top-0 z-30 h-(--offline-bar) truncate bg-raised px-4 pt-1 text-center text-small text-muted"
    >
      Tidak ada sinyal. Ini data terakhir.
    </div>
  );
}
