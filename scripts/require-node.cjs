// Loaded before each program (node -r). This is plain old JavaScript, because an older Node has to be able to read it.
const version = process.versions.node;
if (parseInt(version, 10) < 24) {
  console.error(
    'Lapau needs Node 24 or newer; this is Node ' +
      version +
      '. On Linux npm installs Node 24 with Lapau unless it was told to leave out optional packages. In the repository "npm ci" ' +
      'brings it along, and "npm rebuild node" if npm was told to skip install scripts. Or install Node 24.',
  );
  process.exit(1);
}

// Keeps the compiled modules of the last start: the next is quicker, and in the repository 25 MB smaller, for it needs no
// TypeScript compiler. They lie in a folder of our own, because whoever can write it decides what runs.
require('node:module').enableCompileCache(require('node:path').join(__dirname, '../node_modules/.cache/compiled'));
