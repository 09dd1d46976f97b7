import { fish } from '../pieces/fish.ts';
import {
  chilli,
  chilliRings,
  chopped,
  cucumber,
  friedShallots,
  herb,
  kerupuk,
  lime,
  peanuts,
  sprig,
  tomato,
} from '../pieces/garnish.ts';
import { rice, riceCube, riceRound } from '../pieces/grains.ts';
import {
  cassavaLeaves,
  eggHalf,
  fern,
  jackfruit,
  longBean,
  noodles,
  shreds,
  sprouts,
  torchGinger,
} from '../pieces/greens.ts';
import { drumstick, gulaiChicken, martabakSquare, randang } from '../pieces/meats.ts';
import { balado, gravies, gravy, greenPaste, paste, peanutSauce, puddle, redPaste } from '../pieces/sauces.ts';
import { ellipse, scatter } from '../shapes.ts';
import { bowl, bowlLevel, leafRound, plateLevel, plate } from '../tableware.ts';
import { byVariant, type Recipe } from './recipe.ts';

export const plates: Record<string, Recipe> = {
  'Katupek Gulai Paku': {
    grounds: ['teak', 'mat', 'blue'],
    beside: ['shallots', 'tea', 'tea'],
    draw(scene, variant) {
      plate(scene, 434, byVariant(variant, 'enamel', 'rose', 'white'));
      puddle(scene, {}, 345, 335, plateLevel, gravies.gulai, 0.06);
      for (const [x, y] of [
        [-170, -130],
        [-40, -190],
        [-190, 20],
        [-60, -50],
        [80, -110],
        [-120, 150],
        [40, 50],
      ] as const)
        riceCube(scene, { x, y, turn: scene.random.near(30) }, 132, plateLevel + 4);
      puddle(scene, { x: -50, y: -40 }, 130, 110, plateLevel + 46, gravies.gulai, 0.24);
      for (const [x, y] of [
        [120, 160],
        [200, 70],
        [60, 220],
        [190, -10],
        [20, 150],
        [230, 170],
      ] as const)
        fern(scene, { x, y, turn: scene.random.next() * 360 }, plateLevel + 14 + scene.random.next() * 14, 190);
      kerupuk(scene, { x: 190, y: -220, turn: 20 }, plateLevel + 20, 118, 'pink');
      kerupuk(scene, { x: 60, y: -280, turn: 70 }, plateLevel + 10, 100, 'pink');
      friedShallots(scene, 50, 170, 150, plateLevel + 56);
      chilliRings(scene, 12, 230, 230, plateLevel + 48);
    },
  },
  'Katupek Pical': {
    grounds: ['bamboo', 'ebony', 'redMat'],
    beside: ['chillies', 'spoon', 'spoon'],
    draw(scene, variant) {
      plate(scene, 434, byVariant(variant, 'rattan', 'clay', 'enamel'));
      leafRound(scene, 370);
      for (const [x, y] of [
        [-210, -100],
        [-90, -180],
        [-230, 50],
        [-110, -40],
        [30, -120],
      ] as const)
        riceCube(scene, { x, y, turn: scene.random.near(30) }, 128, plateLevel + 4);
      noodles(scene, { x: 170, y: -160 }, 130, 110, plateLevel);
      sprouts(scene, { x: 200, y: 40 }, 110, 90, plateLevel + 4, 40);
      shreds(scene, { x: 120, y: 190 }, 120, 90, plateLevel + 2, ['#dfe8bd', '#c9dba0', '#eef2d6'], 54);
      for (let bean = 0; bean < 9; bean += 1)
        longBean(
          scene,
          { x: -60 + scene.random.near(70), y: 210 + scene.random.near(60), turn: scene.random.near(80) },
          plateLevel + 6,
          130,
        );
      cassavaLeaves(scene, { x: -190, y: 190 }, 110, 80, plateLevel);
      puddle(scene, { x: -40, y: -10, turn: 16 }, 220, 110, plateLevel + 46, peanutSauce, 0.22);
      puddle(scene, { x: 60, y: 110, turn: -20 }, 130, 80, plateLevel + 40, peanutSauce, 0.24);
      peanuts(scene, 14, 220, 130, plateLevel + 54);
      kerupuk(scene, { x: 250, y: -20, turn: 10 }, plateLevel + 34, 110, 'yellow');
      kerupuk(scene, { x: -60, y: -290, turn: 50 }, plateLevel + 24, 100, 'yellow');
      chilliRings(scene, 9, 160, 90, plateLevel + 54);
    },
  },
  'Lontong Gulai Cubadak': {
    grounds: ['songket', 'tiles', 'teak'],
    beside: ['none', 'limes', 'limes'],
    draw(scene, variant) {
      bowl(scene, 490, byVariant(variant, 'white', 'rooster', 'clay'), (mouth) => {
        gravy(scene, ellipse(mouth), mouth, mouth, bowlLevel, gravies.gulai, 80);
        for (const [x, y] of [
          [-220, -150],
          [-110, -200],
          [-260, -40],
          [-150, -80],
          [-30, -120],
          [-210, 80],
        ] as const)
          riceRound(scene, { x, y }, 84, bowlLevel + 2);
        for (const [x, y] of [
          [90, 40],
          [200, -30],
          [180, 120],
          [60, 190],
          [250, 60],
          [-40, 120],
        ] as const)
          jackfruit(scene, { x, y, turn: scene.random.next() * 360 }, 96, bowlLevel + 2);
        for (const [x, y] of [
          [120, 110],
          [20, 60],
          [220, 180],
        ] as const)
          longBean(scene, { x, y, turn: x }, bowlLevel + 40, 150);
        eggHalf(scene, { x: 80, y: -230, turn: -20 }, bowlLevel + 14, 92);
        kerupuk(scene, { x: 250, y: -190, turn: 30 }, bowlLevel + 14, 112, 'pink');
        kerupuk(scene, { x: -80, y: 270, turn: 70 }, bowlLevel + 10, 104, 'white');
        friedShallots(scene, 54, 220, 190, bowlLevel + 46);
        chopped(scene, 30, 240, 220, bowlLevel + 46);
        chilli(scene, { x: -60, y: 10, turn: 30 }, bowlLevel + 44, 'red', 170);
      });
    },
  },
  'Nasi Ampera Gulai Ayam': {
    grounds: ['tiles', 'teak', 'indigo'],
    beside: ['tea', 'spoon', 'spoon'],
    draw(scene, variant) {
      plate(scene, 442, byVariant(variant, 'white', 'enamel', 'celadon'));
      rice(scene, { x: -90, y: -90 }, 250, 230, plateLevel);
      cassavaLeaves(scene, { x: -190, y: 160, turn: -14 }, 150, 96, plateLevel);
      puddle(scene, { x: 150, y: 110 }, 190, 160, plateLevel, gravies.gulai, 0.12);
      drumstick(scene, { x: 110, y: 90, turn: -38 }, 190, plateLevel + 10, gulaiChicken);
      puddle(scene, { x: -20, y: -20, turn: 30 }, 120, 70, plateLevel + 62, gravies.gulai, 0.24);
      paste(scene, { x: 190, y: -170 }, 100, 84, plateLevel, greenPaste, 1.5);
      cucumber(scene, { x: 30, y: 280 }, plateLevel + 6, 74);
      cucumber(scene, { x: 130, y: 275 }, plateLevel + 16, 72);
      kerupuk(scene, { x: -10, y: -290, turn: 20 }, plateLevel + 28, 110, 'white');
      friedShallots(scene, 18, 120, 90, plateLevel + 112);
    },
  },
  'Nasi Ramas Asam Padeh': {
    grounds: ['leaf', 'slate', 'mat'],
    beside: ['none', 'tea', 'tea'],
    draw(scene, variant) {
      plate(scene, 442, byVariant(variant, 'enamel', 'rose', 'clay'));
      if (variant !== 1) leafRound(scene, 390);
      rice(scene, { x: -130, y: -70 }, 210, 200, plateLevel + 2);
      puddle(scene, { x: 140, y: -60, turn: -20 }, 220, 140, plateLevel + 2, gravies.asamPadeh, 0.12);
      fish(scene, { x: 140, y: -70, turn: -24 }, 430, plateLevel + 8, ['#dc7a3a', '#b5501f', '#7a2a0e']);
      puddle(scene, { x: 110, y: -40, turn: -24 }, 120, 40, plateLevel + 60, gravies.asamPadeh, 0.3);
      cassavaLeaves(scene, { x: -190, y: 190, turn: 20 }, 130, 90, plateLevel);
      shreds(scene, { x: -10, y: 230 }, 100, 80, plateLevel, ['#e8c060', '#d6a440', '#f0d488', '#a8c060'], 50);
      paste(scene, { x: 160, y: 190 }, 96, 76, plateLevel, redPaste, 1.5);
      randang(scene, { x: 60, y: 130, turn: 30 }, 64, plateLevel + 8);
      lime(scene, { x: 270, y: 100, turn: 30 }, plateLevel + 4, 60);
      chilli(scene, { x: 170, y: -210, turn: -20 }, plateLevel + 30, 'red', 170);
      sprig(scene, { x: 270, y: -170, turn: 60 }, plateLevel + 20, 92);
    },
  },
  'Anyang Paku': {
    grounds: ['clay', 'bamboo', 'ebony'],
    beside: ['limes', 'shallots', 'shallots'],
    draw(scene, variant) {
      plate(scene, 425, byVariant(variant, 'celadon', 'black', 'rattan'));
      leafRound(scene, 340);
      for (const [x, y] of scatter(scene.random, 26, 250, 240, 56))
        fern(scene, { x, y, turn: scene.random.next() * 360 }, plateLevel + scene.random.next() * 26, 180);
      shreds(scene, {}, 250, 240, plateLevel + 34, ['#fbf6e8', '#f3ead0', '#fffdf6', '#e8d8b0'], 120);
      sprouts(scene, {}, 220, 210, plateLevel + 34, 22);
      paste(
        scene,
        { x: 10, y: -10 },
        190,
        170,
        plateLevel + 44,
        ['#c9281a', '#e0b46c', '#a86a2c', '#e8cf9a', '#8a4a1c'],
        0.25,
      );
      chilliRings(scene, 22, 240, 230, plateLevel + 50);
      torchGinger(scene, { x: 120, y: -140 }, plateLevel + 48, 84);
      lime(scene, { x: -230, y: 190, turn: 20 }, plateLevel + 20, 68);
    },
  },
  'Martabak Kubang': {
    grounds: ['ebony', 'redMat', 'tiles'],
    beside: ['tea', 'chillies', 'chillies'],
    draw(scene, variant) {
      plate(scene, 434, byVariant(variant, 'white', 'rattan', 'celadon'));
      if (variant === 1) leafRound(scene, 370);
      for (let row = 0; row < 3; row += 1) {
        for (let column = 0; column < 3; column += 1) {
          if (row === 2 && column === 2) continue;
          martabakSquare(
            scene,
            {
              x: (column - 1) * 166 - 40 + scene.random.near(10),
              y: (row - 1) * 162 - 30 + scene.random.near(10),
              turn: scene.random.near(9),
            },
            152,
            plateLevel + 2,
          );
        }
      }
      martabakSquare(scene, { x: -30, y: -50, turn: 34 }, 150, plateLevel + 32);
      scene.within({ x: 220, y: 220, scale: 0.36 }, () => {
        bowl(scene, 440, 'white', (mouth) => {
          gravy(
            scene,
            ellipse(mouth),
            mouth,
            mouth,
            bowlLevel,
            { ...balado, colour: ['#6b2c10', '#54200a', '#3c1406'], oil: '#a8501c' },
            40,
          );
          for (const [x, y] of scatter(scene.random, 9, 260, 260, 120))
            scene.line(
              ellipse(70, 46),
              '#d9a0b4',
              24,
              { base: bowlLevel + 4, rise: 20, gloss: 0.7 },
              { x, y, turn: scene.random.next() * 180 },
            );
          for (const [x, y] of scatter(scene.random, 6, 240, 240, 130))
            scene.line(ellipse(40), '#6f9c3a', 26, { base: bowlLevel + 8, rise: 20, gloss: 0.8 }, { x, y });
        });
      });
      herb(scene, { x: -250, y: 200, turn: 30 }, plateLevel + 10, 120);
      tomato(scene, { x: -170, y: 260 }, plateLevel + 2, 66);
      cucumber(scene, { x: -70, y: 288 }, plateLevel + 6, 66);
    },
  },
};
