import type { Page } from '@playwright/test';

/** Fills in the form of /login?mode=daftar, and sends it. The password is 'rahasia'. */
export async function signUp(page: Page, email: string) {
  const fields = {
    'Nama lengkap': 'Yusna Dewi',
    'Nomor HP': '0812-3456-7890',
    Alamat: 'Jorong Koto Tinggi',
    Nagari: 'Muaro Paiti',
    Kecamatan: 'Kapur IX',
    Email: email,
    'Kata sandi': 'rahasia',
  };
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Daftar' }).click();
}
