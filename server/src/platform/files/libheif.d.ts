// These are the types of what heic-thread.ts calls in libheif's WebAssembly, whose package has none. A failed call answers
// with `message`.
declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  type Constant = { value: number };
  type Failed = { code: Constant; message: string };
  type Context = { kind: 'context' };
  type Handle = { kind: 'handle' };
  /** `data` lies in the memory of the decoder. */
  type Plane = { data: Uint8Array; stride: number; width: number; height: number };

  type Libheif = {
    heif_context_alloc: () => Context;
    heif_context_read_from_memory: (context: Context, file: Uint8Array) => Failed;
    heif_js_context_get_primary_image_handle: (context: Context) => Handle | Failed;
    heif_image_handle_has_alpha_channel: (handle: Handle) => number;
    heif_js_decode_image2: (handle: Handle, colourSpace: Constant, chroma: Constant) => { channels: Plane[] } | Failed;
    heif_colorspace: { heif_colorspace_RGB: Constant };
    heif_chroma: { heif_chroma_interleaved_RGB: Constant; heif_chroma_interleaved_RGBA: Constant };
  };

  const open: () => Libheif;
  export { open as default };
}
