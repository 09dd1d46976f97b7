import { fish } from '../pieces/fish.ts';
import { chilli, chilliRings, chopped, friedShallots, herb, kerupuk, lime, sprig, tomato } from '../pieces/garnish.ts';
import { jackfruit, longBean, noodles } from '../pieces/greens.ts';
import { randang } from '../pieces/meats.ts';
import { sausage, marrowBone, sausageSlice, tendon } from '../pieces/offal.ts';
import { gravies, gravy } from '../pieces/sauces.ts';
import type { Scene } from '../scene.ts';
import { ellipse, scatter } from '../shapes.ts';
import { bowl, bowlLevel, type BowlStyle } from '../tableware.ts';
import { byVariant, type Recipe } from './recipe.ts';

function soup(
  scene: Scene,
  style: BowlStyle,
  liquid: keyof typeof gravies,
  food: (mouth: number) => void,
  radius = 470,
): void {
  bowl(scene, radius, style, (mouth) => {
    gravy(scene, ellipse(mouth), mouth, mouth, bowlLevel, gravies[liquid], 90);
    food(mouth);
    // A film of gravy laps over what swims in it.
    for (const [x, y] of scatter(scene.random, 14, mouth * 0.9)) {
      scene.fill(
        ellipse(scene.random.between(4, 10)),
        gravies[liquid].oil,
        { base: bowlLevel + 1, rise: 3, gloss: 1 },
        { x, y },
        0.5,
      );
    }
  });
}

const baungSkin = ['#d0a45a', '#a8793c', '#6d4a22'];

export const gulai: Record<string, Recipe> = {
  'Gulai Baung': {
    grounds: ['ebony', 'leaf', 'songket'],
    beside: ['chillies', 'none', 'none'],
    draw(scene, variant) {
      const style = byVariant(variant, 'clay', 'white', 'rooster');
      soup(scene, style, 'gulai', () => {
        fish(
          scene,
          { x: -10, y: variant === 1 ? 60 : -60, turn: variant === 1 ? 24 : -18 },
          700,
          bowlLevel - 10,
          baungSkin,
          false,
        );
        if (variant !== 1) fish(scene, { x: 20, y: 180, turn: 4 }, 540, bowlLevel - 18, baungSkin, false);
        for (const [x, y] of [
          [-220, 150],
          [-150, 220],
          [170, -210],
        ] as const)
          longBean(scene, { x, y, turn: x }, bowlLevel, 110);
        chilli(scene, { x: 160, y: 110, turn: -50 }, bowlLevel + 8, 'red', 170);
        chilli(scene, { x: -210, y: -170, turn: 30 }, bowlLevel + 4, 'green', 150);
        sprig(scene, { x: 190, y: -150, turn: -40 }, bowlLevel + 14, 90);
      });
    },
  },
  'Gulai Tunjang': {
    grounds: ['teak', 'indigo', 'slate'],
    beside: ['tea', 'spoon', 'spoon'],
    draw(scene, variant) {
      soup(scene, byVariant(variant, 'celadon', 'clay', 'white'), 'gulai', () => {
        marrowBone(scene, { x: 180, y: -120 }, 118, bowlLevel);
        for (const [x, y] of scatter(scene.random, 9, 280, 280, 130))
          tendon(scene, { x, y, turn: scene.random.next() * 360 }, scene.random.between(88, 122), bowlLevel - 4);
        chilliRings(scene, 16, 300, 300, bowlLevel + 14);
        herb(scene, { x: -200, y: 150, turn: 40 }, bowlLevel + 10, 120, '#6b8f3a');
        herb(scene, { x: 240, y: 80, turn: -60 }, bowlLevel + 10, 110, '#6b8f3a');
      });
    },
  },
  'Gulai Tambusu': {
    grounds: ['mat', 'ebony', 'tiles'],
    beside: ['shallots', 'chillies', 'chillies'],
    draw(scene, variant) {
      soup(scene, byVariant(variant, 'rooster', 'white', 'clay'), 'gulai', () => {
        sausage(scene, { x: -40, y: -190, turn: -14 }, 440, bowlLevel - 6);
        sausage(scene, { x: -60, y: 0, turn: 8 }, 480, bowlLevel - 6);
        [
          [130, 210],
          [250, 130],
          [0, 260],
        ].forEach(([x, y]) => sausageSlice(scene, { x: x!, y: y!, turn: x!, scale: 1.5 }, bowlLevel + 6));
        chilliRings(scene, 9, 240, 240, bowlLevel + 20);
        sprig(scene, { x: -230, y: 180, turn: 150 }, bowlLevel + 8, 84);
      });
    },
  },
  'Pangek Ikan': {
    grounds: ['clay', 'bamboo', 'ebony'],
    beside: ['limes', 'shallots', 'shallots'],
    draw(scene, variant) {
      soup(scene, byVariant(variant, 'black', 'clay', 'celadon'), 'pangek', () => {
        for (const [y, turn] of [
          [-150, -8],
          [20, 4],
          [180, 12],
        ] as const) {
          fish(scene, { x: scene.random.near(24), y, turn: turn + (variant === 1 ? 30 : 0) }, 620, bowlLevel - 8, [
            '#c98844',
            '#a3602a',
            '#6d3714',
          ]);
        }
        tomato(scene, { x: 240, y: -80 }, bowlLevel + 4, 52);
        chilli(scene, { x: -180, y: -60, turn: 60 }, bowlLevel + 24, 'red', 150);
        sprig(scene, { x: 120, y: 100, turn: 20 }, bowlLevel + 34, 86);
      });
    },
  },
  'Pangek Cubadak': {
    grounds: ['blue', 'teak', 'leaf'],
    beside: ['chillies', 'spoon', 'spoon'],
    draw(scene, variant) {
      soup(scene, byVariant(variant, 'enamel', 'clay', 'rooster'), 'pangek', () => {
        for (const [x, y] of scatter(scene.random, 13, 310, 310, 118))
          jackfruit(scene, { x, y, turn: scene.random.next() * 360 }, scene.random.between(92, 124), bowlLevel - 4);
        for (const [x, y] of scatter(scene.random, 5, 280, 280, 120))
          longBean(scene, { x, y, turn: scene.random.next() * 180 }, bowlLevel + 18, 130);
        chilliRings(scene, 14, 290, 290, bowlLevel + 26);
        herb(scene, { x: 60, y: -40, turn: 30 }, bowlLevel + 50, 120, '#6b8f3a');
      });
    },
  },
  'Soto Padang': {
    grounds: ['tiles', 'teak', 'slate'],
    beside: ['limes', 'spoon', 'spoon'],
    draw(scene, variant) {
      soup(scene, byVariant(variant, 'rooster', 'white', 'celadon'), 'soto', () => {
        noodles(scene, { x: -120, y: 80 }, 190, 170, bowlLevel, ['#f4ecd8', '#ece0c4', '#fbf5e6']);
        for (const [x, y] of scatter(scene.random, 12, 150, 130, 58))
          randang(scene, { x: x + 110, y: y - 120, turn: scene.random.next() * 360 }, 46, bowlLevel + 6);
        for (const [x, y] of [
          [190, 150],
          [120, 220],
          [230, 70],
        ] as const) {
          scene.fill(
            ellipse(62, 46),
            ['#e8b864', '#d49a40', '#b0742a'],
            { base: bowlLevel + 4, rise: 24, rough: 0.8, gloss: 0.4 },
            { x, y, turn: x },
          );
        }
        kerupuk(scene, { x: -190, y: -190 }, bowlLevel + 8, 104, 'pink');
        kerupuk(scene, { x: -60, y: -270, turn: 60 }, bowlLevel + 4, 88, 'pink');
        chopped(scene, 60, 300, 300, bowlLevel + 26);
        friedShallots(scene, 34, 150, 120, bowlLevel + 30);
        lime(scene, { x: 280, y: -30, turn: 30 }, bowlLevel, 56);
      });
    },
  },
};
