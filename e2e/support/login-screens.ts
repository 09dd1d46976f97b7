import type { Page } from '@playwright/test';
import { answerCall } from './calls.ts';
import { dish } from './screen-states.ts';
import type { Screen } from './screen-states.ts';

const tellOfMail = (mail: 'on' | 'late' | 'off') => (page: Page) =>
  answerCall(page, 'get_sign_up_options', {
    email_verification: true,
    nagari: [],
    mail,
    admins: ['Datuak Rajo Nan Gadang'],
  });

/** /login with all its forms. */
export const loginScreens: Screen[] = [
  { name: 'login', path: '/login', shows: 'Lupa Password' },
  {
    name: 'login-from-link',
    path: '/login',
    as: 'pembeli',
    route: async (page) => {
      const { id } = await dish(page);
      await page.context().clearCookies();
      return `/post/${id}`;
    },
    shows: 'Lupa Password',
  },
  { name: 'register', path: '/login', route: '/login?mode=daftar', shows: 'Nomor HP' },
  {
    name: 'register-wrong',
    path: '/login',
    route: '/login?mode=daftar',
    act: (page) => page.getByRole('button', { name: 'Daftar' }).click(),
    shows: 'Nama lengkap wajib diisi.',
  },
  {
    name: 'forgot-password',
    path: '/login',
    prepare: tellOfMail('on'),
    route: '/login?mode=lupa',
    shows: 'Kirim tautan',
  },
  {
    name: 'forgot-password-sent',
    path: '/login',
    prepare: tellOfMail('late'),
    route: '/login?mode=lupa',
    act: async (page) => {
      await page.getByLabel('Email').fill('uni@lapau.test');
      await page.getByRole('button', { name: 'Kirim tautan' }).click();
    },
    shows: 'Permintaan Anda sudah diterima.',
  },
  {
    name: 'forgot-password-without-mail',
    path: '/login',
    prepare: tellOfMail('off'),
    route: '/login?mode=lupa',
    shows: 'Minta kodenya kepada admin nagari.',
  },
  { name: 'recovery-code', path: '/login', route: '/login?mode=kode', shows: '12 huruf dan angka dari admin nagari' },
  { name: 'verify-email', path: '/login', route: `/login#verify=${'contoh--'.repeat(4)}`, shows: 'Verifikasi email' },
  {
    name: 'confirm-sign-in',
    path: '/login',
    prepare: (page) =>
      page.route('**/auth/sign-in/email', (route) =>
        route.fulfill({
          status: 403,
          json: {
            code: 'confirmation_needed',
            message: 'Tulis kode konfirmasi untuk masuk di perangkat ini.',
            current: { confirmation: crypto.randomUUID(), by: 'admin', because: 'guesses' },
          },
        }),
      ),
    act: async (page) => {
      await page.getByLabel('Email').fill('uni@lapau.test');
      await page.getByLabel('Kata sandi', { exact: true }).fill('rahasia');
      await page.getByRole('button', { name: 'Masuk' }).click();
    },
    shows: 'Kode konfirmasi',
  },
  { name: 'new-password', path: '/login', route: `/login#reset=${'contoh--'.repeat(3)}`, shows: 'Simpan kata sandi' },
  { name: 'cut-link', path: '/login', route: '/login#verify=contoh', shows: 'Tautan ini terpotong.' },
];
