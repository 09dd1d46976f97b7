import { Readable } from 'node:stream';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Purpose } from '../../platform/files/image.ts';
import { openPictureWorkers, photosUnavailable } from '../../platform/files/picture-workers.ts';
import type { Log } from '../../platform/log/log.ts';
import { error, ok } from './finding.ts';
import type { Finding } from './finding.ts';

export const picturesMend =
  'Look into the log of Lapau; pictures are prepared by a program of their own, which needs some 100 MB of memory.';

/** A picture of 8 × 8 pixels for each kind of file that people upload, with a purpose; the purposes cover all forms that Lapau stores. */
const samples: [kind: string, purpose: Purpose, base64: string][] = [
  [
    'JPEG',
    'photo',
    '/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAIAAgDASIAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAUAQEAAAAAAAAAAAAAAAAAAAAF/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AADyr/9k=',
  ],
  [
    'PNG',
    'logo',
    'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQImWM4k2aMFTEMLQkABhVZQVvZk+gAAAAASUVORK5CYII=',
  ],
  ['GIF', 'announcement', 'R0lGODlhCAAIAIAAAExpccxmMyH5BAUAAAAALAAAAAAIAAgAAAIHjI+py+1dAAA7'],
  ['WebP', 'preview', 'UklGRjoAAABXRUJQVlA4IC4AAADwAQCdASoIAAgAAUAmJaACdLoB+AAEyAAA/hMf+bArmuff7/9Js8TZ4mz45gAA'],
  [
    'HEIC',
    'photo',
    'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAAAgACAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAAAAAAMQACAAEAAAAAAAAAAQAAAAAAAAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFluqumubgQEDAgAAAAwCAAAADAIQiAAEABkQBwXPBiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAACAAAAAgAAAAQcGl4aQAAAAADCAgIAAAAGmlwbWEAAAAAAAAAAgABAoECAAICA4QAAAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAADltZGF0AAAALSgBrxMhYGNA9Sci/8qn/yrWf8adlhZ3K6DBW/L6wPZkm8DzqpGegIdppzAVeA==',
  ],
  [
    'AVIF',
    'photo',
    'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAAACEAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAAAgAAAAIAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAApbWRhdBIACgg4CL9pAQ0GkDITGsJi5OAAFAAEkDWWSpBPP5CTYA==',
  ],
  ['SVG', 'favicon', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>').toString('base64')],
];

/** Prepares the samples in the program that prepares uploads. */
export async function checkPictures(log: Log): Promise<Finding> {
  const workers = openPictureWorkers(log);
  try {
    for (const [kind, purpose, base64] of samples) {
      const bytes = Buffer.from(base64, 'base64');
      try {
        await workers.prepare({ size: bytes.length, stream: () => Readable.from([bytes]) }, purpose);
      } catch (failure) {
        if (!(failure instanceof AppError)) throw failure;
        if (failure.code === 'photos_unavailable')
          return error('pictures', photosUnavailable.text((failure.cause as Error).message), photosUnavailable.mend);
        if (failure.code === 'not_ready')
          return error('pictures', 'the program that prepares them is killed, or takes too long', picturesMend);
        return error('pictures', `a ${kind} cannot be prepared (${failure.code})`, photosUnavailable.mend);
      }
    }
    return ok('pictures', `${samples.map(([kind]) => kind).join(', ')} can be prepared`);
  } finally {
    workers.close();
  }
}
