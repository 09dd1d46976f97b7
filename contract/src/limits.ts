/** Longest texts in characters and other limits that client and server share. */
export const limits = {
  name: 80,
  foodName: 120,
  price: 60,
  description: 2000,
  bio: 1000,
  comment: 1000,
  message: 2000,
  /** A cook's own short answer in a chat, and how many they have. */
  quickReply: 80,
  quickReplies: 6,
  reason: 500,
  /** Spellings that people mix: the length of one, how many one row has, and how many rows there are. */
  spelling: 40,
  spellingsAlike: 20,
  spellings: 1000,
  addressPart: 120,
  /** A stall's address has five parts and the words between them. */
  address: 620,
  settingText: 5000,
  passwordMin: 6,
  passwordMax: 128,
  email: 254,
  url: 500,
  phone: 25,
  photosPerPost: 5,
  /** Dishes that one call marks as available or sold out. */
  postsAtOnce: 100,
  /** How long a change can be taken back. */
  undoMs: 10_000,
  /** For how long somebody who ceased to be an admin is still protected as one. */
  formerAdminDays: 30,
  /** For how long two others must have been admins when the person ceased to be one, to make a recovery code for them. */
  recoveryAdminDays: 7,
  /** How long after a post was posted it can be posted again. */
  renewalMs: 20 * 60 * 60_000,
  /** How many new dishes one cook may post, and how many posts a cook may post again in an hour and within renewalMs. */
  dishesIn10Minutes: 20,
  dishesADay: 60,
  renewalsAnHour: 10,
  renewalsADay: 60,
  photoBytes: 10 * 1024 * 1024,
  photoPixels: 50_000_000,
  /** Long edge of a photo as the browser sends it, in pixels. */
  photoUploadEdge: 1600,
  pageSize: 20,
  pageSizeMax: 50,
  /** Comments in one response. */
  commentPage: 500,
  /** Messages in one response. */
  messagePage: 60,
  /** The lengths of a browser's address at its push service, of its two keys as base64url, and of a native app's token. */
  pushEndpoint: 1000,
  pushKey: 87,
  pushAuth: 22,
  pushToken: 2000,
  /** How many devices of one person get pushes; a further one replaces the oldest. */
  pushDevices: 20,
} as const;

/** Widths of the stored variants of a photo in pixels, the last one under the photo's own name. */
export const photoWidths = [320, 640, 1080] as const;

/**
 * The `sizes` attribute of photos as wide as the column; the <img> and its preload need the same text. Photos are drawn 100vw wide,
 * but 88vw makes a phone of 720 pixels choose the 640 pixels variant, which has half the bytes.
 */
export const feedPhotoSizes = '(min-width: 28rem) 28rem, 88vw';

/** Photos of dishes and stalls stand side by side in grids. */
export const gridPhotoSizes = '(min-width: 28rem) 14rem, 50vw';

/**
 * The photo that greets a stranger on /login is as wide as the column where the screen is high enough for the form below it, and stands
 * beside its text on a low one.
 */
export const greetingPhotoSizes = '(min-height: 44rem) and (min-width: 28rem) 28rem, (min-height: 44rem) 88vw, 10rem';

/** The JPEG of a link preview, as chat apps show it without cropping (https://developers.facebook.com/docs/sharing/webmasters/images). */
export const previewPictureSize = { width: 1200, height: 630, bytes: 250_000 } as const;
