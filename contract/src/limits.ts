/** Longest texts in characters (D25) and other limits both sides know. */
export const limits = {
  name: 80,
  foodName: 120,
  price: 60,
  description: 2000,
  bio: 1000,
  comment: 1000,
  message: 2000,
  reason: 500,
  addressPart: 120,
  settingText: 5000,
  passwordMin: 6,
  passwordMax: 128,
  email: 254,
  url: 500,
  phone: 25,
  photosPerPost: 5,
  photoBytes: 10 * 1024 * 1024,
  photoPixels: 50_000_000,
  /** Long edge of a photo as the browser sends it, in pixels (D18). */
  photoUploadEdge: 1600,
  pageSize: 20,
  pageSizeMax: 50,
  /** Comments in one answer. */
  commentPage: 500,
} as const;

/** Widths of the stored variants of a photo in pixels, the last one under the photo's own name (D18). */
export const photoWidths = [320, 640, 1080] as const;

/**
 * How wide a photo of the feed is, for the browser's choice among them; the <img> and its preload need the very same text.
 * It is drawn over the whole width and said to be a little narrower: a cheap phone with 720 pixels then takes the 640
 * of half the bytes.
 */
export const feedPhotoSizes = '(min-width: 28rem) 28rem, 88vw';
