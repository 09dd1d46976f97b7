import { expect, test } from 'vitest';
import { imageVariant } from './image-variant.ts';

test.each([
  ['/storage/posts/u1/1732.webp', 640, '/storage/posts/u1/1732.640.webp'],
  ['/storage/posts/u1/1732.webp', 320, '/storage/posts/u1/1732.320.webp'],
  ['/storage/posts/u1/1732.webp', 1080, '/storage/posts/u1/1732.webp'],
  ['/storage/avatars/u1/warung_avatar.webp?t=17', 320, '/storage/avatars/u1/warung_avatar.320.webp?t=17'],
  ['/storage/posts/u1/a.webp.webp?x=/b.webp', 320, '/storage/posts/u1/a.webp.320.webp?x=/b.webp'],
  ['https://lapau.test/storage/posts/u1/1732.webp', 640, 'https://lapau.test/storage/posts/u1/1732.640.webp'],
  ['/storage/avatars/public/favicon.svg', 320, '/storage/avatars/public/favicon.svg'],
  ['blob:http://127.0.0.1:3000/5f3c', 320, 'blob:http://127.0.0.1:3000/5f3c'],
  ['data:image/webp;base64,UklG', 320, 'data:image/webp;base64,UklG'],
] as const)('%s at %i', (url, width, variant) => {
  expect(imageVariant(url, width)).toBe(variant);
});
