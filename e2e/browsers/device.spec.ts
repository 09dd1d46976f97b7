import { buildMember, buildPassword, buildPost, buildSeller } from '../../server/src/testing/builders.ts';
import { startLapauProcess } from '../../server/src/testing/stories.ts';
import { readKeptFiles } from '../support/device.ts';
import { storePhoto } from '../support/photos.ts';
import { readStored, stores } from '../support/stores.ts';
import { unique } from '../support/unique.ts';
import { Page } from './page.ts';
import { expect, test } from './story.ts';

// Firefox prints this message about a socket that does not open.
test.use({ expectedErrors: /connection to the server at ws:.*\/realtime/ });

test('the app opens from the device while there is no way to the server', async ({ tab, takePicture }) => {
  const lapau = await startLapauProcess();
  const seller = await buildSeller(lapau);
  const dish = unique('Gulai Paku');
  await buildPost(lapau, { user_id: seller.id, food_name: dish, images: [await storePhoto(lapau, seller)] });
  const buyer = await buildMember(lapau);
  const password = await buildPassword(lapau, buyer);
  await tab.goTo(`${lapau.url}/login`);
  const page = new Page(tab);
  await page.fill('Email', buyer.email);
  await page.fill('Kata sandi', password);
  await page.tap('button', 'Masuk');
  await page.see('article', dish);
  // The device has all code, and the photo and the answer with the dish.
  const kept = async () => Object.values(await tab.call(readKeptFiles)).flat();
  await expect.poll(kept).toEqual(expect.arrayContaining([expect.stringContaining('/dead-ends-')]));
  await expect.poll(kept).toEqual(expect.arrayContaining([expect.stringContaining(seller.id)]));
  await expect.poll(() => tab.call(readStored, stores.answers)).toContain(dish);

  await lapau.stop();
  await tab.reload();
  await page.see('article', dish);
  await page.seePictures();
  await page.seeText(/sinyal/);
  await takePicture('device');
  await page.tap('link', 'Profil');
  await page.see('button', 'Keluar');
});
