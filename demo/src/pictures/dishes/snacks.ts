import { herb } from '../pieces/garnish.ts';
import { batiah, godok, lamang, leafPyramid, lozenge, pinyaram, toffee } from '../pieces/sweets.ts';
import { bananaSlice, tapai } from '../pieces/toppings.ts';
import { blob, box, ring, scatter } from '../shapes.ts';
import { bowl, bowlLevel, leafRound, leafSheet, plateLevel, plate } from '../tableware.ts';
import { byVariant, type Recipe } from './recipe.ts';

export const snacks: Record<string, Recipe> = {
  Galamai: {
    grounds: ['mat', 'songket', 'teak'],
    beside: ['tea', 'none', 'none'],
    draw(scene, variant) {
      if (variant === 0) scene.within({ turn: -10 }, () => leafSheet(scene, 980, 760));
      else {
        plate(scene, 434, byVariant(variant, 'white', 'celadon', 'rattan'));
        leafRound(scene, 370);
      }
      const base = variant === 0 ? 30 : plateLevel;
      scene.within({ scale: 1.16 }, () => {
        for (let row = 0; row < 3; row += 1) {
          for (let column = 0; column < 3; column += 1) {
            toffee(
              scene,
              {
                x: (column - 1) * 206 + scene.random.near(14),
                y: (row - 1) * 140 + scene.random.near(12),
                turn: -10 + scene.random.near(16),
              },
              184,
              112,
              base,
            );
          }
        }
        for (const [x, y, turn] of [
          [-90, -60, 24],
          [110, 40, -30],
          [-20, 120, 8],
        ] as const)
          toffee(scene, { x, y, turn }, 180, 112, base + 42);
      });
    },
  },
  Batiah: {
    grounds: ['blue', 'ebony', 'tiles'],
    beside: ['tea', 'none', 'none'],
    draw(scene, variant) {
      plate(scene, 434, byVariant(variant, 'rattan', 'celadon', 'clay'));
      ring(6, 225, 0.3).forEach(({ x, y }, index) =>
        batiah(scene, { x, y, turn: index * 50 }, 158, plateLevel + 4 + (index % 3) * 9),
      );
      batiah(scene, { x: 10, y: 0, turn: 20 }, 176, plateLevel + 46);
    },
  },
  'Bareh Randang': {
    grounds: ['indigo', 'mat', 'blue'],
    beside: ['none', 'tea', 'tea'],
    draw(scene, variant) {
      plate(scene, 434, byVariant(variant, 'rose', 'white', 'rattan'));
      if (variant === 2) leafRound(scene, 380);
      const doughs = [
        ['#fdf3df', '#f6e7c8', '#e6cd9e'],
        ['#f8c9c4', '#f0aeaa', '#d98884'],
        ['#f3deae', '#e8c987', '#cfa25a'],
      ];
      for (let row = -2; row <= 2; row += 1) {
        for (let column = -2; column <= 2; column += 1) {
          const [x, y] = [column * 142 + (row % 2) * 71, row * 104];
          if (Math.hypot(x, y) > 300) continue;
          lozenge(
            scene,
            { x: x + scene.random.near(8), y: y + scene.random.near(6), turn: scene.random.near(8) },
            160,
            plateLevel + 2,
            doughs[(row + column + 6) % 3]!,
          );
        }
      }
      for (const [x, y, turn, dough] of [
        [-60, -30, 40, 1],
        [90, 60, -25, 0],
        [10, 110, 12, 2],
      ] as const)
        lozenge(scene, { x, y, turn }, 164, plateLevel + 34, doughs[dough]!);
    },
  },
  Pinyaram: {
    grounds: ['teak', 'redMat', 'slate'],
    beside: ['tea', 'none', 'none'],
    draw(scene, variant) {
      plate(scene, 434, byVariant(variant, 'enamel', 'rattan', 'celadon'));
      if (variant !== 0) leafRound(scene, 370);
      ring(6, 214, 0.2).forEach(({ x, y }, index) =>
        pinyaram(scene, { x, y, turn: index * 31 }, 146, plateLevel + 2 + (index % 3) * 9),
      );
      pinyaram(scene, { x: -40, y: -40, turn: 10 }, 152, plateLevel + 34);
      pinyaram(scene, { x: 80, y: 60, turn: 50 }, 148, plateLevel + 48);
    },
  },
  'Godok Pisang': {
    grounds: ['clay', 'bamboo', 'blue'],
    beside: ['tea', 'none', 'none'],
    draw(scene, variant) {
      plate(scene, 425, byVariant(variant, 'rattan', 'enamel', 'white'));
      if (variant === 0)
        scene.fill(blob(scene.random, 390, 370, 0.06, 7), ['#d9b98a', '#cfab78', '#b98f5c'], {
          base: plateLevel + 2,
          rough: 0.5,
        });
      else leafRound(scene, 350);
      for (const [x, y] of scatter(scene.random, 14, 240, 230, 112))
        godok(scene, { x, y, turn: scene.random.next() * 360 }, scene.random.between(74, 88), plateLevel + 2);
      for (const [x, y] of [
        [-80, -60],
        [80, -30],
        [0, 90],
      ] as const)
        godok(scene, { x, y, turn: x }, 86, plateLevel + 58);
      for (const [x, y] of [
        [250, 190],
        [300, 110],
      ] as const)
        bananaSlice(scene, { x, y, turn: y }, plateLevel + 10, 56);
    },
  },
  'Lapek Bugih': {
    grounds: ['teak', 'tiles', 'songket'],
    beside: ['none', 'tea', 'tea'],
    draw(scene, variant) {
      plate(scene, 434, byVariant(variant, 'rattan', 'white', 'clay'));
      for (const [x, y, turn] of [
        [-180, -170, 12],
        [40, -210, -14],
        [-220, 50, -8],
        [-10, 10, 22],
        [200, -40, 6],
      ] as const)
        leafPyramid(scene, { x, y, turn }, 196, plateLevel);
      // One is open: black sticky rice around sweet coconut.
      scene.within({ x: 90, y: 210, turn: -12 }, () => {
        openLeaf(scene);
        scene.fill(blob(scene.random, 104, 88, 0.07), ['#4a2a3c', '#36192a', '#220d1a'], {
          base: plateLevel + 12,
          rise: 46,
          gloss: 0.9,
          rough: 0.3,
        });
        scene.fill(
          blob(scene.random, 54, 36, 0.14),
          ['#f0d9a8', '#c98f4c', '#9a5c26'],
          { base: plateLevel + 50, rise: 10, gloss: 0.6, rough: 0.9 },
          { x: 20, y: 10 },
        );
        for (const [x, y] of scatter(scene.random, 30, 46, 28))
          scene.line(
            'M-9 0q9 -5 18 1',
            scene.random.pick(['#f6e6c4', '#d9a868', '#b87838']),
            4,
            { base: plateLevel + 58, rise: 4 },
            { x: x + 20, y: y + 10, turn: scene.random.next() * 180 },
          );
      });
    },
  },
  'Lamang Tapai': {
    grounds: ['leaf', 'ebony', 'mat'],
    beside: ['none', 'shallots', 'shallots'],
    draw(scene, variant) {
      plate(scene, 438, byVariant(variant, 'white', 'clay', 'celadon'));
      if (variant === 1) leafRound(scene, 380);
      for (const [x, y] of [
        [-200, -190],
        [-50, -230],
        [-260, -50],
        [-110, -80],
        [-240, 100],
        [-90, 80],
        [40, -90],
      ] as const)
        lamang(scene, { x, y, turn: scene.random.next() * 360 }, 92, plateLevel);
      scene.within({ x: 130, y: 130, scale: 0.5 }, () =>
        bowl(scene, 470, variant === 1 ? 'celadon' : 'rooster', (mouth) => {
          scene.fill(box(mouth * 2.1, mouth * 2.1, mouth), ['#5a2040', '#42142c', '#2c0a1c'], {
            base: bowlLevel,
            gloss: 0.9,
            rough: 0.2,
          });
          tapai(scene, mouth * 0.9, mouth * 0.9, bowlLevel);
        }),
      );
      scene.within({ x: -90, y: -80 }, () => tapai(scene, 74, 58, plateLevel + 48));
      herb(scene, { x: 230, y: -200, turn: -40 }, plateLevel + 10, 130, '#62a045');
    },
  },
};

function openLeaf(scene: Parameters<Recipe['draw']>[0]): void {
  scene.within({ scale: 0.9 }, () => {
    scene.fill(blob(scene.random, 190, 150, 0.05, 6), ['#6aa84c', '#4f8f3c', '#3a722e'], {
      base: plateLevel + 4,
      gloss: 0.35,
      rough: 0.15,
    });
    for (let x = -140; x <= 140; x += 18) scene.line(`M${x} -110q10 110 0 220`, '#8fc067', 3, null, {}, 0.4);
  });
}
