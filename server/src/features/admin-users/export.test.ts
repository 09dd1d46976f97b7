import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  buildAdmin,
  buildDecision,
  buildMember,
  buildMessage,
  buildPost,
  buildReport,
  buildSeller,
} from '../../testing/builders.ts';
import { readCsv } from '../../testing/csv.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const { call, db } = server;
const admin = await buildAdmin(server, { full_name: 'Admin Nagari' });

async function download(name: string, query: Record<string, string> = {}) {
  const response = await server.request(`/export/${name}.csv?${new URLSearchParams(query).toString()}`, {}, admin);
  const bytes = Buffer.from(await response.arrayBuffer());
  return { response, bytes, rows: readCsv(bytes) };
}

test('people are downloaded as the list has them: numbers, quotes, lines and formulas intact, the filter too', async () => {
  const nasty = await buildMember(server, {
    full_name: '=HYPERLINK("http://evil.example";"Klik")',
    phone: '081234567890',
    address: 'Jorong "Koto", Tinggi 🍛',
    nagari: '@SUM(A1:A9)',
    kecamatan: '-1+1',
  });
  await buildMember(server, { full_name: 'Ditangguhkan', phone: '+62 812 0000 1111', is_suspended: true });
  const { response, bytes, rows } = await download('pengguna');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="pengguna-\d{4}-\d\d-\d\d\.csv"$/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  expect(rows).toHaveLength(3);
  expect(rows.find(({ Email }) => Email === nasty.email)).toEqual({
    'Nama lengkap': `'=HYPERLINK("http://evil.example";"Klik")`,
    Email: nasty.email,
    'Nomor HP': '0812-3456-7890',
    Alamat: 'Jorong "Koto", Tinggi 🍛',
    Nagari: "'@SUM(A1:A9)",
    Kecamatan: "'-1+1",
    Peran: 'Pembeli',
    Warung: '',
    Status: 'Aktif',
    'Terdaftar (WIB)': expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
  });

  const suspended = await download('pengguna', { search_term: 'ditangguh', status: 'suspended', role: 'pembeli' });
  expect(suspended.rows).toMatchObject([{ 'Nama lengkap': 'Ditangguhkan', 'Nomor HP': '0812-0000-1111' }]);
  expect(await call('get_audit_log', { action: 'export_users' }, admin)).toMatchObject([
    { actor_id: admin.id, details: { filter: { searched: true, status: 'suspended', role: 'pembeli' } } },
    { actor_id: admin.id, details: { filter: { searched: false } } },
  ]);
});

test('stalls and reports are downloaded too, a reported message without what it says (D73)', async () => {
  const seller = await buildSeller(server, {
    warung: { name: 'Lapau Ön', bio: 'Buka\nsejak subuh', whatsapp_number: '081200003333', is_open: false },
  });
  const stalls = await download('warung', { search_term: 'Lapau Ön' });
  expect(stalls.rows).toMatchObject([
    {
      'Nama warung': 'Lapau Ön',
      Deskripsi: 'Buka\nsejak subuh',
      WhatsApp: '0812-0000-3333',
      Buka: 'Tutup',
      Pemilik: seller.full_name,
    },
  ]);

  const decision = await buildDecision(server, admin, { reason: 'Bukan makanan atau minuman.' });
  const post = await buildPost(server, { user_id: seller.id, food_name: 'Gulai Paku' });
  await buildReport(server, {
    reported_post_id: post.id,
    status: 'resolved',
    decided_at: new Date(),
    decision_id: decision.id,
  });
  const message = await buildMessage(server, { content: 'rahasia berdua' });
  const reporter = await buildMember(server);
  await db
    .insertInto('reports')
    .values({ reporter_id: reporter.id, reported_message_id: message.id, reason: '+menipu' })
    .execute();
  const reports = await download('laporan');
  expect(reports.rows).toMatchObject([
    { Jenis: 'Pesan', Pelapor: reporter.full_name, Alasan: "'+menipu", Status: 'Menunggu', Diputuskan: '' },
    { Jenis: 'Postingan', Postingan: 'Gulai Paku', Status: 'Dihapus', 'Alasan keputusan': decision.reason },
  ]);
  expect(reports.bytes.toString()).not.toContain('rahasia berdua');
  expect((await download('laporan', { status: 'pending' })).rows).toHaveLength(1);
});

test('a filter that cannot be is refused, and so is a request of another site; neither is recorded', async () => {
  const count = async () =>
    (await db.selectFrom('audit_log').select(db.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n;
  const before = await count();
  for (const query of ['status=gone', 'role=raja', 'other=1', `search_term=${'x'.repeat(300)}`]) {
    expect((await server.request(`/export/pengguna.csv?${query}`, {}, admin)).status, query).toBe(422);
  }
  const foreign = await server.request('/export/pengguna.csv', { headers: { 'sec-fetch-site': 'cross-site' } }, admin);
  expect(foreign.status).toBe(403);
  expect(await count()).toBe(before);
});

test('ten thousand people are all there, each once, in the order of the list', async () => {
  await sql`
    insert into profiles (full_name, email, email_verified, phone, created_at)
    select 'Orang ' || n, 'orang-' || n || '@lapau.test', true, '0812' || lpad(n::text, 8, '0'), now() - (n % 500) * interval '1 minute'
    from generate_series(1, 10000) n`.execute(db);
  const { rows } = await download('pengguna', { search_term: 'orang-' });

  expect(rows).toHaveLength(10_000);
  expect(new Set(rows.map(({ Email }) => Email)).size).toBe(10_000);
  const numbers = rows.map((row) => row['Nomor HP']?.replaceAll('-', ''));
  expect(numbers.every((number) => number !== undefined && /^0812\d{8}$/.test(number))).toBe(true);
  const times = rows.map((row) => row['Terdaftar (WIB)'] ?? '');
  expect(times).toEqual(times.toSorted().toReversed());
});

test('a file that is being downloaded breaks off when its admin ceases to be one (D131)', async () => {
  await sql`
    insert into profiles (full_name, email, email_verified, phone, address)
    select 'Banyak ' || n, 'banyak-' || n || '@lapau.test', true, '0812' || lpad(n::text, 8, '0'), repeat('🍛', 120)
    from generate_series(1, 30000) n`.execute(db);
  const former = await buildAdmin(server);
  const response = await server.request('/export/pengguna.csv?search_term=banyak-', {}, former);
  expect(response.status).toBe(200);
  const reader = response.body!.getReader();
  // The test stops reading here, so that Lapau reads no more from the database than the connection holds.
  await reader.read();
  const { id, full_name, email } = former;
  await call('update_user_by_admin', { user_id_to_update: id, new_full_name: full_name, new_email: email }, admin);
  const readAll = async () => {
    while (!(await reader.read()).done);
  };
  await expect(readAll()).rejects.toThrow('terminated');
});
