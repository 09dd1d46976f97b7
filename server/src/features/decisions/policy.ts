import type { DecisionAction, DecisionSubject } from '@lapau/contract/decisions';

/** Only the admin who decided may undo the decision, and only for them is the same decision a retry. */
export const isOwnDecision = (admin: { id: string }, decision: { decided_by: string | null }): boolean =>
  admin.id === decision.decided_by;

/** What a decision is about, and what it changes. */
type Facts = {
  subject: DecisionSubject;
  /** The name of the dish, the stall or the person. */
  title: string;
  /** The name of the person whom the decision concerns. */
  person: string;
  /** How many posts, and how many comments, are hidden or shown again. */
  posts: number;
  comments: number;
  /** How many people have reported the thing and are told the outcome. */
  reporters: number;
  /** Whether the reported thing is deleted already. */
  isGone: boolean;
  /** Whether an appeal is against a suspension. */
  isSuspended?: boolean;
};

const counted = ({ posts, comments }: Facts, nothing: string): string => {
  const parts = [posts > 0 && `${posts} menu`, comments > 0 && `${comments} komentar`].filter((part) => part !== false);
  return parts.join(' dan ') || nothing;
};
const reporters = (count: number) =>
  count === 0 ? '' : count === 1 ? 'Pelapor diberi tahu.' : `${count} pelapor diberi tahu.`;
const things = { post: 'Postingan', comment: 'Komentar', message: 'Pesan' };

/** Says in plain sentences what will happen; undefined when no such decision exists about the subject. */
export function consequenceText(action: DecisionAction, facts: Facts): string | undefined {
  const { subject, title, person } = facts;
  const notified = `${person} diberi tahu.`;
  const sentences: Partial<Record<string, string[]>> = {
    'application approve': [`Warung ${title} dibuat untuk ${person}, tutup sampai dibuka pemiliknya.`, notified],
    'application reject': [`Pengajuan ${title} ditolak.`, `${person} membaca alasannya dan dapat mengajukan ulang.`],
    'user suspend': [
      `${counted(facts, 'Profil')} disembunyikan.`,
      `${person} langsung keluar dan membaca alasannya saat masuk.`,
    ],
    'user lift': [`${counted(facts, 'Profil')} terlihat lagi.`, `${person} dapat masuk lagi dan diberi tahu.`],
    'user delete': [
      `Akun ${person} dengan ${counted(facts, 'semua isinya')} dihapus untuk selamanya.`,
      `${person} langsung keluar.`,
    ],
    'warung suspend': [
      `Warung ${title} dengan ${counted(facts, 'isinya')} disembunyikan.`,
      `${person} langsung keluar dan membaca alasannya saat masuk.`,
    ],
    'warung lift': [`Warung ${title} dengan ${counted(facts, 'isinya')} terlihat lagi.`, notified],
    'warung delete': [
      `Warung ${title} dengan ${counted(facts, 'isinya')} dihapus untuk selamanya.`,
      `${person} menjadi pembeli dan diberi tahu.`,
    ],
    'appeal accept': facts.isSuspended
      ? ['Penangguhan dicabut.', `${person} dapat masuk lagi dan diberi tahu.`]
      : [`Keberatan ${person} diterima.`, 'Yang sudah dihapus tidak kembali.', notified],
    'appeal reject': [`Keberatan ${person} ditolak.`, `Keputusan semula tetap berlaku. ${person} membaca alasannya.`],
  };
  if (subject === 'post' || subject === 'comment' || subject === 'message') {
    if (action === 'dismiss') return ['Tidak ada yang dihapus.', reporters(facts.reporters)].filter(Boolean).join(' ');
    if (action !== 'remove') return undefined;
    const removed = facts.isGone
      ? `${things[subject]} itu sudah tidak ada.`
      : `${things[subject]} ${title} dihapus.`.replace('  ', ' ');
    return [removed, facts.isGone ? '' : notified, reporters(facts.reporters)].filter(Boolean).join(' ');
  }
  return sentences[`${subject} ${action}`]?.join(' ');
}
