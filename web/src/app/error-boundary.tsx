import { Component } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** Replaces what failed to render. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main>
        <h1 className="sr-only">Terjadi kesalahan</h1>
        <EmptyState
          drawing="lost"
          title="Halaman ini gagal ditampilkan."
          text="Terjadi kesalahan. Muat ulang halaman ini."
        >
          <Button onClick={() => window.location.reload()}>Muat ulang</Button>
        </EmptyState>
      </main>
    );
  }
}
