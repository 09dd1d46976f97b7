// Loaded before each program (node -r). Plain old JavaScript, because an older Node has to be able to read it.
const version = process.versions.node;
if (parseInt(version, 10) < 24) {
  console.error(
    'Lapau needs Node 24 or newer; this is Node ' +
      version +
      '. "npm ci" brings Node 24 along and "npm run ..." and ' +
      '"npm start" use it; if npm was told to skip install scripts, run "npm rebuild node", or install Node 24.',
  );
  process.exit(1);
}

// Keeps the compiled modules of the last start: the next is quicker, and 25 MB smaller, for it needs no TypeScript
// compiler. In a folder of our own, because whoever can write it decides what runs.
require('node:module').enableCompileCache(require('node:path').join(__dirname, '../node_modules/.cache/compiled'));
