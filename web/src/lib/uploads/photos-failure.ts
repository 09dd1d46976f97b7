/** The toast when the removal of a post's photos cannot be recorded; the post stays. */
export const photosFailure = { image_delete_failed: 'Gagal menghapus gambar postingan: {detail}' };
