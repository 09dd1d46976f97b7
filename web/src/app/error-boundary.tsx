import { Component } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../ui/buttons/button.tsx';
import { EmptyState } from '../ui/waiting/empty-state.tsx';

/** A screen that was rendered anew so often within this time, and fails again, is given up. */
const mostRenewals = 3;
const renewalsMs = 60_000;

/** Whether React no longer found an element where it had left it: a translation or an extension of the browser has moved it (D139). */
const isMovedByOthers = (error: Error): boolean => error.name === 'NotFoundError';

/** Replaces what failed to render, and renders anew what others have moved. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  private renewals: number[] = [];

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: Error) {
    const now = performance.now();
    this.renewals = this.renewals.filter((at) => now - at < renewalsMs);
    if (!isMovedByOthers(error) || this.renewals.length >= mostRenewals) return;
    this.renewals.push(now);
    this.setState({ failed: false });
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
