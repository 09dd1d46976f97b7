/** A note in place of the answers to something that only a later release knows (D102). */
export const UnknownNote = () => (
  <p className="text-small text-muted">Ini baru dapat diputuskan setelah aplikasi diperbarui.</p>
);
