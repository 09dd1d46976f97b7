import type { CallInput } from '@lapau/contract/calls';
import type { Decision, ReasonKey } from '@lapau/contract/decisions';
import type { ErrorCode } from '@lapau/contract/errors';

/** The decision to be made, as preview_decision takes it. */
export type Proposal = CallInput<'preview_decision'>;

/** The choices of the admin, for the call that decides. */
export type Given = {
  /** The version that the admin has seen; if it is not the latest, somebody else has decided first. */
  version: number;
  reason?: string;
  reason_key?: ReasonKey;
  /** The chosen value of the question's `choice`, if any. */
  choice?: string;
};

/** A decision that an admin is asked about before it is made. */
export type Question = {
  proposal: Proposal;
  /** The version that the list shows, if it has versions; otherwise the preview's counts. */
  version?: number;
  /** 'Tangguhkan Bu Ani?' */
  title: string;
  /** The text of the button. */
  verb: string;
  /** Whether the reason is for the log alone: the person concerned is gone, or is not told. */
  isReasonUnread?: boolean;
  /** A choice besides the reason, which may be left out: its label, and the names of its values. */
  choice?: { label: string; options: Record<string, string> };
  /** Calls the server. @returns the decision; null when there was nothing to decide */
  decide: (given: Given) => Promise<Decision | null>;
  /** The name of the thing in the toasts: of two decisions in a row each can be taken back. */
  about: string;
  /** The toasts: 'Pengajuan telah disetujui.', 'Gagal menyetujui: {detail}' */
  done: string;
  failed: string;
  /** Other texts for some error codes. */
  failedBy?: Partial<Record<ErrorCode, string>>;
};
