import { errors } from '@lapau/contract/errors';
import type { Page, Route } from '@playwright/test';
import {
  buildMember,
  buildPassword,
  buildPendingSignUp,
  buildRecoveryCode,
  buildWrongPasswords,
} from '../server/src/testing/builders.ts';
import { expectAccessible } from './support/accessible.ts';
import { answerCall } from './support/calls.ts';
import { codesMailedTo, linkMailedTo } from './support/mails.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';
import { unique } from './support/unique.ts';

const newEmail = () => `${unique('baru').replace(' ', '-')}@lapau.test`;

async function fillIn(page: Page, fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text);
}

const signIn = async (page: Page, email: string, password: string) => {
  await fillIn(page, { Email: email, 'Kata sandi': password });
  await page.getByRole('button', { name: 'Masuk' }).click();
};

test.describe('registering', () => {
  test.use({ expectedErrors: /(409|422|ERR_FAILED).*sign-up/ });

  test('needs all seven fields and an allowed kecamatan, and keeps what was typed', async ({ open }) => {
    const page = await open('/login');
    // The server caches them for minutes: a stall that is new is not among them yet.
    const known = ['Galugua', 'Muaro Paiti'];
    await page.route('**/rpc/get_sign_up_options', (route) =>
      route.fulfill({ json: { email_verification: false, nagari: known } }),
    );
    await page.getByRole('link', { name: 'Daftar Akun Baru' }).click();
    await expect(page.getByRole('heading', { name: 'Daftar Akun Baru' })).toBeVisible();

    // The form begins with the name and the phone number, which everybody knows by heart, and suggests the nagari of stalls.
    const fields = page.locator('form').getByRole('textbox');
    await expect(fields.nth(0)).toHaveAccessibleName('Nama lengkap');
    await expect(fields.nth(1)).toHaveAccessibleName('Nomor HP');
    const suggestions = () =>
      page
        .getByLabel('Nagari', { exact: true })
        .evaluateAll((inputs) =>
          (inputs as HTMLInputElement[]).flatMap(({ list }) => [...(list?.options ?? [])].map(({ value }) => value)),
        );
    await expect.poll(suggestions).toEqual(known);

    await page.getByRole('button', { name: 'Daftar' }).click();
    await expect(page.getByText(/wajib diisi\.$/)).toHaveCount(7);

    const typed = {
      Email: newEmail(),
      'Kata sandi': 'rahasia',
      'Nama lengkap': 'Yusna Dewi',
      Alamat: 'Jorong Koto Tinggi',
      Nagari: 'Muaro Paiti',
      Kecamatan: 'Pangkalan',
      'Nomor HP': '0812-3456-7890',
    };
    await fillIn(page, { ...typed, 'Kata sandi': 'enam5' });
    await page.getByRole('button', { name: 'Daftar' }).click();
    await expect(page.getByText('Kata sandi minimal 6 karakter.')).toBeVisible();
    await fillIn(page, typed);
    await page.getByRole('button', { name: 'Daftar' }).click();
    await expect(page.getByText('Aplikasi belum tersedia dilokasi anda').first()).toBeVisible();
    await expect(page.getByLabel('Kecamatan')).toHaveAccessibleDescription(
      /^Tersedia untuk Kecamatan Kapur IX\. Aplikasi belum tersedia/,
    );

    // The person goes to another screen and back.
    await page.getByRole('link', { name: 'Kebijakan privasi' }).click();
    await page.goBack();
    for (const [label, text] of Object.entries(typed)) {
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(text);
    }

    await page.getByLabel('Kecamatan').fill('  Kec.KAPUR-IX ');
    await page.getByRole('button', { name: 'Daftar' }).click();
    await expect(page.getByText('Pendaftaran berhasil!')).toBeVisible();
    await page.getByRole('link', { name: 'Profil' }).click();
    await expect(page.getByText('Yusna Dewi').first()).toBeVisible();
  });

  test('succeeds when the first answer is lost (D59)', async ({ open }) => {
    const page = await open('/login?mode=daftar');
    const ids: unknown[] = [];
    await page.route('**/auth/sign-up/email', async (route) => {
      ids.push((route.request().postDataJSON() as { id?: string }).id);
      if (ids.length > 1) return route.continue();
      // The request is sent from outside the browser, which therefore gets no cookies, as when an answer is lost.
      await fetch(route.request().url(), {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: new URL(route.request().url()).origin },
        body: route.request().postData(),
      });
      return route.abort();
    });
    await fillIn(page, {
      Email: newEmail(),
      'Kata sandi': 'rahasia',
      'Nama lengkap': 'Rosna Wati',
      Alamat: 'Jorong Koto Tinggi',
      Nagari: 'Muaro Paiti',
      Kecamatan: 'Kapur IX',
      'Nomor HP': '0812-3456-7890',
    });
    await page.getByRole('button', { name: 'Daftar' }).click();
    await expect(page.getByText('Pendaftaran berhasil!')).toBeVisible();
    expect(ids).toEqual([expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/), ids[0]]);
    await page.getByRole('link', { name: 'Profil' }).click();
    await expect(page.getByText('Rosna Wati').first()).toBeVisible();
  });

  test('shows what the server refuses: an area that has just been closed, an e-mail that is taken', async ({
    lapau,
    open,
  }) => {
    const owner = await buildMember(lapau);
    const page = await open('/login?mode=daftar');
    const form = {
      Email: owner.email,
      'Kata sandi': 'rahasia',
      'Nama lengkap': 'Orang Lain',
      Alamat: 'Jorong Koto Tinggi',
      Nagari: 'Muaro Paiti',
      Kecamatan: 'Kapur IX',
      'Nomor HP': '0812-3456-7890',
    };
    await fillIn(page, form);
    const underField = page.locator('form');
    await page.route('**/auth/sign-up/email', async (route) => {
      const body = { ...(route.request().postDataJSON() as Record<string, string>), kecamatan: 'Pangkalan' };
      await route.continue({ postData: JSON.stringify(body) });
    });
    await page.getByRole('button', { name: 'Daftar' }).click();
    await expect(underField.getByText('Aplikasi belum tersedia dilokasi anda')).toBeVisible();

    await page.unroute('**/auth/sign-up/email');
    await page.getByLabel('Kecamatan').fill('Kapur IX');
    await page.getByRole('button', { name: 'Daftar' }).click();
    await expect(underField.getByText('Email sudah terdaftar.')).toBeVisible();
    await expect(page.getByLabel('Email')).toBeFocused();
    await expect(page.getByLabel('Kata sandi', { exact: true })).toHaveValue('rahasia');
  });
});

test.describe('signing in', () => {
  test.use({ expectedErrors: /401.*sign-in/ });

  test('refuses a wrong password, and leads to the page that was asked for', async ({ lapau, open }) => {
    const member = await buildMember(lapau);
    const password = await buildPassword(lapau, member);
    const page = await open('/profile');
    await expect(page).toHaveURL('/login?next=%2Fprofile');

    await signIn(page, member.email, 'salah sekali');
    await expect(page.getByText('Email atau password salah.').first()).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(member.email);

    await signIn(page, member.email, password);
    await expect(page).toHaveURL('/profile');
    await expect(page.getByLabel('Email')).toHaveValue(member.email);
    // Going back does not lead to the form.
    await page.goBack();
    await expect(page).not.toHaveURL(/login/);
  });

  test('never leads to an address outside the app (D6)', async ({ lapau, open }) => {
    const member = await buildMember(lapau);
    const password = await buildPassword(lapau, member);
    const page = await open(`/login?next=${encodeURIComponent('/\\evil.example')}`);
    await signIn(page, member.email, password);
    await expect(page.getByRole('searchbox', { name: 'Cari makanan atau warung...' })).toBeVisible();
    await expect(page).toHaveURL('/');
  });
});

test('signing out in one tab signs out the others (D10)', async ({ lapau, open }) => {
  const member = await buildMember(lapau);
  const page = await open('/profile', member);
  const other = await page.context().newPage();
  await other.goto('/');
  await expect(other.getByRole('link', { name: 'Profil' })).toBeVisible();

  // The server may make a page before it knows of the sign-out: that page still shows the person who has left.
  const ended = page.waitForResponse('**/auth/sign-out');
  await page.getByRole('button', { name: 'Keluar', exact: true }).click();
  await ended;
  await expect(page.getByRole('heading', { name: 'Masuk' })).toBeVisible();
  await expect(page).toHaveURL('/login');
  await expect(other.getByRole('heading', { name: 'Masuk' })).toBeVisible();
  await other.goto('/profile');
  await expect(other).toHaveURL('/login?next=%2Fprofile');
});

test.describe('a forgotten password', () => {
  test.use({ expectedErrors: /40[01].*(reset-password|sign-in)|429.*request-password-reset/ });
  // This server has no mail server; the mail is a file.
  const tellOfMail = (page: Page) =>
    answerCall(page, 'get_sign_up_options', { email_verification: false, nagari: [], mail: 'on', admins: [] });

  test('is asked for again when others at the address came first', async ({ lapau, open }) => {
    const member = await buildMember(lapau);
    const page = await open('/login');
    await tellOfMail(page);
    await page.getByRole('link', { name: 'Lupa Password' }).click();
    let asked = 0;
    await page.route('**/auth/request-password-reset', (route) => {
      asked += 1;
      if (asked > 1) return route.continue();
      const [status, message] = errors.rate_limited;
      return route.fulfill({ status, headers: { 'retry-after': '5' }, json: { code: 'rate_limited', message } });
    });
    await page.getByLabel('Email').fill(member.email);
    await page.getByRole('button', { name: 'Kirim tautan' }).click();
    await expect(page.getByText('Link untuk reset password telah dikirim ke email Anda.')).toBeVisible();
    expect(await linkMailedTo(lapau, member.email)).toContain('#reset=');
    expect(asked).toBe(2);
  });

  test('is replaced by a mailed link, once, which ends every session', async ({ lapau, open }) => {
    const member = await buildMember(lapau);
    const oldPassword = await buildPassword(lapau, member);
    const signedIn = await open('/profile', member);
    await expect(signedIn.getByLabel('Email')).toHaveValue(member.email);

    const page = await open('/login');
    await tellOfMail(page);
    await page.getByLabel('Email').fill(member.email);
    await page.getByRole('link', { name: 'Lupa Password' }).click();
    await expect(page.getByLabel('Email')).toHaveValue(member.email);
    await page.getByRole('button', { name: 'Kirim tautan' }).click();
    await expect(page.getByText('Link untuk reset password telah dikirim ke email Anda.')).toBeVisible();

    const link = await linkMailedTo(lapau, member.email);
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Atur kata sandi baru' })).toBeVisible();
    await page.getByLabel('Kata sandi baru').fill('sandi yang baru');
    await page.getByRole('button', { name: 'Simpan kata sandi' }).click();
    await expect(page.getByText('Kata sandi baru tersimpan. Silakan masuk.')).toBeVisible();
    await expect(signedIn.getByRole('heading', { name: 'Masuk' })).toBeVisible();
    await expect(signedIn.getByText('Sesi Anda telah berakhir. Silakan masuk lagi.')).toBeVisible();

    await signIn(page, member.email, oldPassword);
    await expect(page.getByText('Email atau password salah.').first()).toBeVisible();
    await signIn(page, member.email, 'sandi yang baru');
    await expect(page.getByRole('link', { name: 'Profil' })).toBeVisible();

    await page.goto(link);
    await page.getByLabel('Kata sandi baru').fill('sekali lagi');
    await page.getByRole('button', { name: 'Simpan kata sandi' }).click();
    await expect(page.getByText('Tautan sudah tidak berlaku. Minta tautan baru.')).toBeVisible();
  });
});

test.describe('a sign-up that waits for its mailed link', () => {
  test.use({ expectedErrors: /(400|403).*verify-email|ERR_FAILED.*verify-email/ });

  test('becomes an account by the link and its password, also after a lost answer; an invalid link says so', async ({
    lapau,
    open,
  }) => {
    const { email, password, token, full_name } = await buildPendingSignUp(lapau);
    const stranger = await buildPendingSignUp(lapau, { email, full_name: unique('Orang Lain') });
    const page = await open(`/login#verify=${'batal---'.repeat(4)}`);
    const verify = async (typed: string) => {
      await page.getByLabel('Kata sandi', { exact: true }).fill(typed);
      await page.getByRole('button', { name: 'Verifikasi email' }).click();
    };
    await verify(password);
    await expect(
      page.getByText('Tautan verifikasi sudah tidak berlaku. Masuk untuk meminta tautan baru.'),
    ).toBeVisible();
    await expectAccessible(page);

    await page.goto(`/login#verify=${token}`);
    await expect(page.getByRole('heading', { name: 'Verifikasi email' })).toBeVisible();
    await verify('');
    await expect(page.getByText('Kata sandi wajib diisi.')).toBeVisible();
    await verify('bukan ini');
    await expect(page.getByText('Kata sandi ini bukan yang dipakai waktu mendaftar. Sisa percobaan: 9.')).toBeVisible();
    await expectAccessible(page);

    const loseAnswer = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/auth/verify-email', loseAnswer, { times: 1 });
    await verify(password);
    await expect(page.getByText('Tidak dapat terhubung ke server.').first()).toBeVisible();
    await page.getByRole('button', { name: 'Verifikasi email' }).click();
    await expectToast(page, 'Email Anda sudah diverifikasi.');
    await page.getByRole('link', { name: 'Profil' }).click();
    await expect(page.getByText(full_name).first()).toBeVisible();

    // The sign-ups of others with this e-mail are gone.
    const other = await open(`/login#verify=${stranger.token}`);
    await other.getByLabel('Kata sandi', { exact: true }).fill(stranger.password);
    await other.getByRole('button', { name: 'Verifikasi email' }).click();
    await expect(
      other.getByText('Tautan verifikasi sudah tidak berlaku. Masuk untuk meminta tautan baru.'),
    ).toBeVisible();
  });
});

test.describe('signing in on a new device after many have guessed', () => {
  test.use({ expectedErrors: /(400|403).*sign-in/ });

  test('also needs the code of a mail, or of an admin', async ({ lapau, open }) => {
    const member = await buildMember(lapau);
    const password = await buildPassword(lapau, member);
    await buildWrongPasswords(lapau, member.email, 201);
    const page = await open('/login');
    // This server has no mail server; the mail is a file.
    await page.route('**/auth/sign-in/email', async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { current?: { by: string } };
      if (answer.current) answer.current.by = 'mail';
      await route.fulfill({ response, json: answer });
    });
    await signIn(page, member.email, password);
    const field = page.getByLabel('Kode konfirmasi');
    await expect(field).toBeFocused();
    await expect(page.getByText('6 angka, berlaku 15 menit.')).toBeVisible();
    await expectAccessible(page);
    const [first = ''] = await codesMailedTo(lapau, member.email, 1);
    await field.fill(first === '000000' ? '000001' : '000000');
    await page.getByRole('button', { name: 'Masuk' }).click();
    await expect(page.getByText('Kode konfirmasi salah atau sudah tidak berlaku.')).toBeVisible();

    await page.getByRole('button', { name: 'Kirim kode baru' }).click();
    await expect(page.getByText('Kode baru sudah dikirim.')).toBeVisible();
    const codes = await codesMailedTo(lapau, member.email, 2);
    await field.fill(codes.find((code) => code !== first) ?? first);
    await page.getByRole('button', { name: 'Masuk' }).click();
    await expect(page.getByRole('link', { name: 'Profil' })).toBeVisible();

    await page.unroute('**/auth/sign-in/email');
    const phone = await open('/login');
    await signIn(phone, member.email, password);
    await expect(phone.getByText('Minta kodenya kepada admin nagari.')).toBeVisible();
    await expectAccessible(phone);
    await phone.getByRole('button', { name: 'Kembali' }).click();
    await expect(phone.getByLabel('Email')).toHaveValue(member.email);
    await phone.getByRole('button', { name: 'Masuk' }).click();
    await phone.getByLabel('Kode konfirmasi').fill(await buildRecoveryCode(lapau, member));
    await phone.getByRole('button', { name: 'Masuk' }).click();
    await expect(phone.getByRole('link', { name: 'Profil' })).toBeVisible();
  });
});
