import type { CallInput } from '@lapau/contract/calls';
import type { Decision, ReasonKey } from '@lapau/contract/decisions';
import type { ErrorCode } from '@lapau/contract/errors';

/** What is to be decided, as preview_decision takes it. */
export type Proposal = CallInput<'preview_decision'>;

/** What the admin has chosen, for the call that decides. */
export type Given = {
  /** What the admin has seen; whoever decided since then was first. */
  version: number;
  reason?: string;
  reason_key?: ReasonKey;
  /** The value chosen of the question's `choice`, unless none. */
  choice?: string;
};

/** A decision that an admin is asked about before it is made. */
export type Question = {
  proposal: Proposal;
  /** The version that the list shows, where it has one; the preview's otherwise. */
  version?: number;
  /** 'Tangguhkan Bu Ani?' */
  title: string;
  /** On the button. */
  verb: string;
  /** The reason is for the log alone: whom it concerns is gone, or is not told. */
  isReasonUnread?: boolean;
  /** A choice besides the reason, which may be left out: its label, and the names of its values. */
  choice?: { label: string; options: Record<string, string> };
  /** Calls what decides. @returns the decision; null when there was nothing to decide */
  decide: (given: Given) => Promise<Decision | null>;
  /** What it is about, as the toasts name it: of two decisions in a row each can be taken back. */
  about: string;
  /** The toasts: 'Pengajuan telah disetujui.', 'Gagal menyetujui: {detail}' */
  done: string;
  failed: string;
  /** Other texts for some error codes. */
  failedBy?: Partial<Record<ErrorCode, string>>;
};
