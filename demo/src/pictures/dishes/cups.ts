import { herb } from '../pieces/garnish.ts';
import { gravies, gravy } from '../pieces/sauces.ts';
import { godok, pinyaram } from '../pieces/sweets.ts';
import { bananaSlice, drizzle, ice, pearls, strands, tapai } from '../pieces/toppings.ts';
import { blob, curve, ellipse, scatter } from '../shapes.ts';
import { bowl, bowlLevel, leafRound, plateLevel, plate, type BowlStyle } from '../tableware.ts';
import { byVariant, type Recipe } from './recipe.ts';

export const cups: Record<string, Recipe> = {
  'Es Tebak': {
    grounds: ['tiles', 'blue', 'indigo'],
    beside: ['spoon', 'none', 'none'],
    draw(scene, variant) {
      bowl(scene, 470, byVariant(variant, 'celadon', 'white', 'rooster'), (mouth) => {
        gravy(
          scene,
          ellipse(mouth),
          mouth,
          mouth,
          bowlLevel,
          { colour: ['#f9d3cf', '#f4b9b8', '#e5868c'], oil: '#fbe9e2', flecks: ['#f6c4c2'], rough: 0.14 },
          30,
        );
        strands(scene, { x: -170, y: -110 }, 150, 130, bowlLevel, ['#e8637a', '#f08a9a', '#d84a64']);
        strands(scene, { x: 180, y: -120 }, 140, 120, bowlLevel, ['#7fb24c', '#98c765', '#66993a']);
        pearls(scene, 18, 32, 130, 110, bowlLevel + 4, ['#f2e6d8', '#fbf4ea', '#e9d8c4']);
        scene.within({ x: 170, y: 150 }, () => tapai(scene, 120, 100, bowlLevel));
        scene.within({ x: -160, y: 170 }, () =>
          pearls(scene, 14, 36, 130, 100, bowlLevel + 2, ['#c8323c', '#b0242e', '#d84a50']),
        );
        ice(scene, { x: 0, y: 0 }, 190, 170, bowlLevel + 10, 80);
        drizzle(scene, { x: 0, y: -10, turn: 20 }, 130, 120, bowlLevel + 58, '#e03a4e', 20);
        drizzle(scene, { x: 10, y: 10, turn: -30 }, 120, 120, bowlLevel + 62, '#fff6e2', 17);
        herb(scene, { x: 90, y: -60, turn: -30 }, bowlLevel + 60, 100, '#5aa648');
      });
    },
  },
  'Bubua Kampiun': {
    grounds: ['songket', 'teak', 'mat'],
    beside: ['none', 'spoon', 'spoon'],
    draw(scene, variant) {
      bowl(scene, 475, byVariant(variant, 'white', 'rooster', 'clay'), (mouth) => {
        gravy(scene, ellipse(mouth), mouth, mouth, bowlLevel, gravies.coconut, 40);
        scene.fill(
          blob(scene.random, 220, 190, 0.1),
          ['#fdf8ea', '#f6eed8', '#ead9b4'],
          {
            base: 0,
            gloss: 0.7,
            rough: 0.2,
            profile: [
              [0, bowlLevel + 12],
              [0.93, bowlLevel + 11],
              [1, bowlLevel],
            ],
          },
          { x: -160, y: -140 },
        );
        scene.fill(
          blob(scene.random, 180, 170, 0.1),
          ['#8a4a1c', '#6f3610', '#4d2208'],
          {
            base: 0,
            gloss: 0.95,
            rough: 0.15,
            profile: [
              [0, bowlLevel + 10],
              [0.93, bowlLevel + 10],
              [1, bowlLevel],
            ],
          },
          { x: 180, y: -130 },
        );
        scene.within({ x: -170, y: 160 }, () => tapai(scene, 150, 130, bowlLevel));
        scene.within({ x: 190, y: -130 }, () =>
          pearls(scene, 15, 40, 140, 120, bowlLevel + 8, ['#b56a34', '#a05624', '#c47c42']),
        );
        scene.within({ x: 170, y: 160 }, () => {
          for (const [x, y] of [
            [-80, -30],
            [10, -60],
            [80, 10],
            [-30, 50],
            [50, 80],
          ] as const)
            bananaSlice(scene, { x, y, turn: x }, bowlLevel + 6, 66);
        });
        scene.within({ x: -150, y: -130 }, () =>
          pearls(scene, 12, 30, 110, 90, bowlLevel + 14, ['#7fb24c', '#f0d9dc', '#98c765', '#f4b9c0']),
        );
        drizzle(scene, { x: 0, y: 0, turn: 40 }, 90, 200, bowlLevel + 30, '#fdf6e4', 24);
        drizzle(scene, { x: -20, y: -40, turn: -60 }, 60, 170, bowlLevel + 26, '#6b320e', 15);
        herb(scene, { x: 10, y: 10, turn: -40 }, bowlLevel + 44, 120, '#4f9c42');
      });
    },
  },
  'Ampiang Dadiah': {
    grounds: ['teak', 'blue', 'slate'],
    beside: ['spoon', 'none', 'none'],
    draw(scene, variant) {
      bowl(scene, 455, byVariant(variant, 'clay', 'coconut', 'white'), (mouth) => {
        scene.fill(ellipse(mouth), ['#fffaf0', '#f9f1e0', '#ecdcbc'], { base: bowlLevel, gloss: 0.8, rough: 0.3 });
        for (const [x, y] of scatter(scene.random, 16, 290, 280, 96))
          scene.fill(
            blob(scene.random, 100, 74, 0.16),
            ['#fffdf6', '#faf3e4', '#eddfc4'],
            { base: bowlLevel + 4, rise: 36, gloss: 0.85, rough: 0.15 },
            { x, y, turn: scene.random.next() * 180 },
          );
        // Ampiang: pounded flakes of glutinous rice.
        for (const [x, y] of scatter(scene.random, 110, 280, 200))
          scene.fill(
            blob(scene.random, scene.random.between(14, 26), scene.random.between(9, 16), 0.16, 7),
            scene.random.pick(['#efe0b8', '#e2cd98', '#f6ebcd', '#d6bb80']),
            { base: bowlLevel + 30, rise: 9, gloss: 0.3, rough: 0.4 },
            { x: x + 20, y: y + 110, turn: scene.random.next() * 180 },
          );
        const puddleOf = { x: -60, y: -70, turn: 20 };
        scene.fill(
          blob(scene.random, 190, 130, 0.16),
          ['#8a4212', '#6f300a', '#5a2406'],
          {
            base: 0,
            gloss: 1,
            rough: 0.08,
            profile: [
              [0, bowlLevel + 44],
              [0.93, bowlLevel + 44],
              [1, bowlLevel + 36],
            ],
          },
          puddleOf,
        );
        drizzle(scene, { x: 40, y: 90, turn: 64 }, 110, 200, bowlLevel + 44, '#6f300a', 17);
        scene.line(
          curve([
            [-170, -110],
            [-90, -150],
            [0, -140],
          ]),
          '#e0a060',
          10,
          null,
          {},
          0.45,
        );
      });
    },
  },
  'Takjil Jumat Berkah': {
    grounds: ['redMat', 'songket', 'leaf'],
    draw(scene) {
      const kolak = (x: number, y: number, style: BowlStyle, scale: number): void =>
        scene.within({ x, y, scale }, () =>
          bowl(scene, 430, style, (mouth) => {
            gravy(
              scene,
              ellipse(mouth),
              mouth,
              mouth,
              bowlLevel,
              { colour: ['#c98a4c', '#b57236', '#955522'], oil: '#e0b070', flecks: ['#7a4018'], rough: 0.14 },
              40,
            );
            for (const [bx, by] of scatter(scene.random, 10, 260, 260, 120))
              bananaSlice(scene, { x: bx, y: by, turn: bx }, bowlLevel + 4, 78);
            pearls(scene, 14, 30, 270, 270, bowlLevel + 6, ['#f6efe2', '#7fb24c', '#e8637a']);
            drizzle(scene, {}, 130, 170, bowlLevel + 30, '#fff6e4', 22);
          }),
        );
      kolak(-290, -260, 'white', 0.66);
      kolak(300, -300, 'rooster', 0.56);
      scene.within({ x: 250, y: 210, scale: 0.86 }, () => {
        plate(scene, 400, 'rattan');
        leafRound(scene, 290);
        for (const [x, y] of scatter(scene.random, 9, 190, 190, 110))
          godok(scene, { x, y, turn: x }, 78, plateLevel + 2);
        for (const [x, y] of [
          [-90, 60],
          [80, -60],
        ] as const)
          pinyaram(scene, { x, y, turn: y }, 116, plateLevel + 44);
      });
      scene.within({ x: -300, y: 270, scale: 0.78 }, () => {
        plate(scene, 350, 'celadon');
        for (const [x, y] of scatter(scene.random, 15, 190, 180, 76))
          scene.fill(
            ellipse(62, 38),
            ['#7a3a16', '#5a260c', '#381405'],
            { base: plateLevel, rise: 46, gloss: 0.95, rough: 0.45 },
            { x, y, turn: scene.random.next() * 180 },
          );
      });
      herb(scene, { x: 10, y: -60, turn: 70 }, 22, 150);
      herb(scene, { x: 40, y: -480, turn: 20 }, 22, 120);
    },
  },
};
