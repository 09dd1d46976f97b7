import { oldestProtocolHeader, protocol } from '@lapau/contract/protocol';

/*
 * Whether a reload has to replace this page's release, and what the reload must not interrupt. This is part of the first load; the code
 * that reloads is web/src/app/device/outdated-page.ts.
 */

/** The event of the window once the server does not speak with an app as old as this one any more. */
export const outdatedEvent = 'lapau-outdated';

let isTooOld = false;
let uploads = 0;

/** Notes the oldest protocol that the server still speaks, from an answer. */
export function noteOldestProtocol({ headers }: Response): void {
  isTooOld = Number(headers.get(oldestProtocolHeader)) > protocol;
  if (isTooOld) dispatchEvent(new Event(outdatedEvent));
}

export const isOutdated = (): boolean => isTooOld;

/** Counts an upload for as long as it is under way. */
export async function countUpload<Result>(upload: Promise<Result>): Promise<Result> {
  uploads += 1;
  return upload.finally(() => (uploads -= 1));
}

export const isUploading = (): boolean => uploads > 0;
