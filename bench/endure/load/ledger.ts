export type WriteKind = 'comment' | 'like' | 'save' | 'message' | 'post' | 'upload' | 'sign-up';

/**
 * What acknowledged writes have left behind: the key by which each row is known, and whether the row has to be there or was
 * taken away (a like withdrawn, a comment deleted).
 */
export type Ledger = {
  record: (kind: WriteKind, key: string, isThere?: boolean) => void;
  expected: (kind: WriteKind) => ReadonlyMap<string, boolean>;
  /** Expects nothing of a row any more, so that its fault is reported once. */
  forget: (kind: WriteKind, key: string) => void;
};

export function createLedger(): Ledger {
  const kinds = new Map<WriteKind, Map<string, boolean>>();
  const of = (kind: WriteKind) => {
    const keys = kinds.get(kind) ?? new Map<string, boolean>();
    kinds.set(kind, keys);
    return keys;
  };
  return {
    record: (kind, key, isThere = true) => void of(kind).set(key, isThere),
    expected: of,
    forget: (kind, key) => void of(kind).delete(key),
  };
}
