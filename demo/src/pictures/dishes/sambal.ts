import { chilli, herb } from '../pieces/garnish.ts';
import { egg, eggHalf } from '../pieces/greens.ts';
import { drumstick, greenDuck } from '../pieces/meats.ts';
import { balado, darkPaste, gravy, greenPaste, ladoMudo, paste, redPaste } from '../pieces/sauces.ts';
import { ellipse, scatter } from '../shapes.ts';
import { bowl, bowlLevel } from '../tableware.ts';
import { byVariant, type Recipe } from './recipe.ts';

/** Dishes that are thick with ground chilli or fried spice. */
export const sambal: Record<string, Recipe> = {
  'Randang Talua': {
    grounds: ['redMat', 'slate', 'teak'],
    beside: ['shallots', 'tea', 'tea'],
    draw(scene, variant) {
      bowl(scene, 470, byVariant(variant, 'white', 'clay', 'celadon'), (mouth) => {
        gravy(
          scene,
          ellipse(mouth),
          mouth,
          mouth,
          bowlLevel,
          { colour: ['#8a4a20', '#6f3716', '#52260c'], oil: '#b5581a', flecks: ['#331606', '#a8642c', '#c98a4a'] },
          120,
        );
        for (const [x, y] of scatter(scene.random, 7, 250, 250, 150))
          egg(scene, { x, y, turn: scene.random.next() * 180 }, bowlLevel - 4, ['#c98a4a', '#a9672c', '#6f3c14'], 96);
        for (const [x, y] of scatter(scene.random, 8, 300, 300, 140))
          paste(scene, { x, y }, 110, 80, bowlLevel + 16, darkPaste);
        eggHalf(scene, { x: 150, y: 160, turn: -20 }, bowlLevel + 24, 88);
        chilli(scene, { x: 40, y: -190, turn: -12 }, bowlLevel + 50, 'red', 190);
        herb(scene, { x: -160, y: 190, turn: 30 }, bowlLevel + 40, 120, '#5d7f34');
      });
    },
  },
  'Itiak Lado Mudo': {
    grounds: ['ebony', 'mat', 'songket'],
    beside: ['limes', 'tea', 'tea'],
    draw(scene, variant) {
      bowl(scene, 480, byVariant(variant, 'clay', 'white', 'black'), (mouth) => {
        gravy(scene, ellipse(mouth), mouth, mouth, bowlLevel, ladoMudo, 130);
        drumstick(scene, { x: -120, y: -130, turn: -28 }, 170, bowlLevel - 4, greenDuck);
        drumstick(scene, { x: 100, y: 20, turn: 20 }, 180, bowlLevel - 4, greenDuck);
        drumstick(scene, { x: -110, y: 180, turn: -8 }, 160, bowlLevel - 4, greenDuck);
        for (const [x, y] of [
          [-170, -110],
          [50, 20],
          [-150, 190],
        ] as const)
          paste(scene, { x, y, turn: 20 }, 130, 74, bowlLevel + 84, greenPaste, 0.8);
        for (const [x, y] of scatter(scene.random, 7, 320, 320, 150))
          paste(scene, { x, y }, 80, 60, bowlLevel, greenPaste);
        chilli(scene, { x: 200, y: 200, turn: -34 }, bowlLevel + 30, 'green', 210);
        chilli(scene, { x: -230, y: 20, turn: 72 }, bowlLevel + 30, 'green', 180);
        chilli(scene, { x: 120, y: -230, turn: 12 }, bowlLevel + 30, 'red', 150);
      });
    },
  },
  'Samba Lado Tanak': {
    grounds: ['teak', 'leaf', 'slate'],
    beside: ['shallots', 'chillies', 'chillies'],
    draw(scene, variant) {
      bowl(scene, 440, byVariant(variant, 'clay', 'black', 'coconut'), (mouth) => {
        gravy(
          scene,
          ellipse(mouth),
          mouth,
          mouth,
          bowlLevel,
          { ...balado, colour: ['#b8401c', '#a63214', '#86220c'] },
          240,
        );
        for (const [x, y] of scatter(scene.random, 9, 270, 270, 110))
          paste(scene, { x, y }, 120, 90, bowlLevel, redPaste);
        for (const [x, y] of scatter(scene.random, 14, 260, 260, 80))
          scene.line(
            'M-26 0q26 -14 52 2',
            '#d9b98a',
            13,
            { base: bowlLevel + 8, rise: 12, gloss: 0.6 },
            { x, y, turn: scene.random.next() * 180 },
          );
        egg(scene, { x: -110, y: 60 }, bowlLevel, ['#d9703a', '#bd5224', '#8a3210'], 84);
        for (const [x, y, turn] of [
          [130, -110, 20],
          [170, 100, -50],
        ] as const) {
          for (let bean = 0; bean < 3; bean += 1)
            scene.fill(
              ellipse(42, 24),
              ['#a3bd52', '#7f9c38', '#5c7a24'],
              { base: bowlLevel + 4, rise: 22, gloss: 0.7 },
              { x: x + bean * 30, y: y + bean * 34, turn: turn + bean * 25 },
            );
        }
        chilli(scene, { x: 20, y: 220, turn: -10 }, bowlLevel + 14, 'red', 180);
      });
    },
  },
};
