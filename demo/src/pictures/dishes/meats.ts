import { smallFish } from '../pieces/fish.ts';
import {
  chilli,
  chilliRings,
  cucumber,
  friedShallots,
  herb,
  kerupuk,
  lime,
  peanuts,
  sprig,
  tomato,
} from '../pieces/garnish.ts';
import { riceCube } from '../pieces/grains.ts';
import { crumbs, dendeng, drumstick, goldenChicken, grillMarks, randang, skewer } from '../pieces/meats.ts';
import { paste, puddle, redPaste, sateSauce } from '../pieces/sauces.ts';
import { scatter } from '../shapes.ts';
import { leafRound, leafSheet, plateLevel, plate } from '../tableware.ts';
import { byVariant, type Recipe } from './recipe.ts';

export const meats: Record<string, Recipe> = {
  'Randang Dagiang': {
    grounds: ['teak', 'songket', 'slate'],
    beside: ['shallots', 'chillies', 'chillies'],
    draw(scene, variant) {
      plate(scene, 434, byVariant(variant, 'celadon', 'enamel', 'clay'));
      leafRound(scene, 370);
      const dark = ['#5d2e12', '#7a4220', '#3a1a0a', '#94592c', '#2a1208'];
      crumbs(scene, 180, 300, 280, plateLevel + 2, dark);
      for (const [x, y] of scatter(scene.random, 13, 250, 235, 122))
        randang(scene, { x, y, turn: scene.random.next() * 360 }, scene.random.between(84, 108), plateLevel + 4);
      for (const [x, y] of [
        [-60, -40],
        [80, 30],
        [-20, 110],
      ] as const)
        randang(scene, { x, y, turn: x }, 96, plateLevel + 50);
      crumbs(scene, 60, 200, 180, plateLevel + 96, dark);
      chilli(scene, { x: 130, y: -210, turn: 14 }, plateLevel + 60, 'red', 220);
      herb(scene, { x: -230, y: 200, turn: -36 }, plateLevel + 30, 160, '#5a7f34');
      herb(scene, { x: -170, y: 250, turn: -8 }, plateLevel + 30, 140, '#68903c');
    },
  },
  'Sate Danguang-Danguang': {
    grounds: ['ebony', 'mat', 'tiles'],
    beside: ['none', 'none', 'tea'],
    draw(scene, variant) {
      if (variant === 0) {
        scene.within({ turn: -8 }, () => leafSheet(scene, 960, 760));
      } else {
        plate(scene, 440, byVariant(variant, 'white', 'rattan', 'enamel'));
        leafRound(scene, 400);
      }
      const base = variant === 0 ? 30 : plateLevel;
      for (const [x, y] of [
        [-270, 190],
        [-150, 230],
        [-290, 60],
        [-200, 130],
        [-30, 250],
      ] as const)
        riceCube(scene, { x, y, turn: scene.random.near(30) }, 122, base + 2);
      puddle(scene, { x: 10, y: -20, turn: -20 }, 330, 230, base + 1, sateSauce, 0.12);
      [-150, -75, 0, 75, 150].forEach((y, index) =>
        skewer(scene, { x: 40 - index * 6, y: y - 40, turn: -20 + scene.random.near(5) }, base + 8),
      );
      puddle(scene, { x: -150, y: 40, turn: 70 }, 190, 74, base + 42, sateSauce, 0.2);
      puddle(scene, { x: -230, y: 140, turn: 30 }, 100, 60, base + 46, sateSauce, 0.26);
      friedShallots(scene, 60, 250, 180, base + 50);
      kerupuk(scene, { x: 250, y: 230, turn: 20 }, base + 16, 124, 'yellow');
      kerupuk(scene, { x: 130, y: 300, turn: 70 }, base + 8, 106, 'yellow');
      chilli(scene, { x: -300, y: -220, turn: -40 }, base + 4, 'red', 180);
    },
  },
  'Ikan Bilih Balado': {
    grounds: ['blue', 'teak', 'leaf'],
    beside: ['limes', 'shallots', 'shallots'],
    draw(scene, variant) {
      plate(scene, 429, byVariant(variant, 'enamel', 'black', 'rattan'));
      leafRound(scene, 370);
      paste(scene, {}, 270, 250, plateLevel, redPaste, 0.35);
      for (const [x, y] of scatter(scene.random, 46, 270, 250, 40))
        smallFish(
          scene,
          { x, y, turn: scene.random.next() * 360 },
          scene.random.between(130, 175),
          plateLevel + 4 + scene.random.next() * 24,
        );
      paste(scene, { x: -10, y: 0 }, 250, 220, plateLevel + 44, redPaste, 0.42);
      peanuts(scene, 24, 250, 220, plateLevel + 44);
      chilliRings(scene, 22, 250, 230, plateLevel + 50);
      lime(scene, { x: 230, y: 200, turn: 10 }, plateLevel + 20, 72);
      herb(scene, { x: -220, y: -190, turn: 40 }, plateLevel + 40, 130);
    },
  },
  'Dendeng Batokok': {
    grounds: ['redMat', 'slate', 'teak'],
    beside: ['chillies', 'tea', 'tea'],
    draw(scene, variant) {
      plate(scene, 434, byVariant(variant, 'white', 'clay', 'celadon'));
      if (variant !== 2) leafRound(scene, 380);
      for (const [x, y, turn] of [
        [-140, -150, -20],
        [130, -130, 24],
        [-150, 110, 14],
        [120, 130, -16],
        [0, -10, 6],
      ] as const) {
        dendeng(scene, { x, y, turn }, 190, plateLevel + 4);
        paste(scene, { x, y, turn }, 130, 70, plateLevel + 28, redPaste, 0.8);
      }
      friedShallots(scene, 30, 230, 210, plateLevel + 46);
      chilliRings(scene, 16, 230, 210, plateLevel + 46);
      cucumber(scene, { x: 250, y: 210 }, plateLevel + 8, 76);
      cucumber(scene, { x: 180, y: 275 }, plateLevel + 18, 74);
      tomato(scene, { x: -240, y: 220 }, plateLevel + 8, 72);
    },
  },
  'Ayam Bakar Bumbu Kuning': {
    grounds: ['bamboo', 'ebony', 'leaf'],
    beside: ['limes', 'chillies', 'chillies'],
    draw(scene, variant) {
      if (variant === 0) scene.within({ turn: 6 }, () => leafSheet(scene, 1000, 800));
      else plate(scene, 434, byVariant(variant, 'white', 'black', 'rattan'));
      const base = variant === 0 ? 30 : plateLevel;
      for (const [x, y, turn] of [
        [-140, -130, -34],
        [90, -30, 16],
        [-100, 150, -8],
      ] as const) {
        drumstick(scene, { x, y, turn }, 196, base + 4, goldenChicken);
        grillMarks(
          scene,
          { x: x - Math.cos((turn * Math.PI) / 180) * 34, y: y - Math.sin((turn * Math.PI) / 180) * 34, turn },
          176,
          4,
          66,
        );
        paste(
          scene,
          { x: x - 20, y: y - 10, turn },
          110,
          56,
          base + 112,
          ['#f0b43a', '#d98a1c', '#f6cf6a', '#b9600f'],
          0.4,
        );
      }
      cucumber(scene, { x: 220, y: 160 }, base + 4, 80);
      cucumber(scene, { x: 290, y: 100 }, base + 14, 76);
      tomato(scene, { x: 180, y: 250 }, base + 8, 76);
      sprig(scene, { x: 230, y: -200, turn: -30 }, base + 6, 120);
      lime(scene, { x: -280, y: 30, turn: 40 }, base + 4, 70);
      scene.within({ x: 290, y: -60 }, () => paste(scene, {}, 76, 64, base, redPaste, 1.8));
    },
  },
};
