import { cookieOf, fullSizes, people, quickSizes } from '../server/data/data.ts';
import type { Sizes } from '../server/data/data.ts';
import { openFilled } from '../server/data/postgres.ts';
import { startLapauProgram } from '../server/programs/start.ts';

/** As many people and messages as the server's bench has, with fewer posts, which take less time to fill. */
export const villageSizes: Sizes = {
  ...fullSizes,
  posts: quickSizes.posts,
  likes: quickSizes.likes,
  saves: quickSizes.saves,
  comments: quickSizes.comments,
};

/** Runs `work` with a Lapau whose data the server's bench makes, in the sizes above. */
export async function withGrownVillage<Result>(
  work: (url: string, cookieOfPerson: (who: keyof ReturnType<typeof people>) => string) => Promise<Result>,
): Promise<Result> {
  const postgres = await openFilled(villageSizes);
  try {
    const lapau = await startLapauProgram(postgres.url);
    try {
      return await work(lapau.url, (who) => cookieOf(people(villageSizes)[who]));
    } finally {
      await lapau.stop();
    }
  } finally {
    await postgres.stop();
  }
}
