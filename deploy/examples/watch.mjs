// Watches games of a plylog server from Node (20.19 or newer, nothing to install), and
// prints every event of each once, in order, until all of them have ended:
//
//     node watch.mjs SERVER GAME...
//
// The module that it uses is the one of the page; it can be copied as it is.

import { Plylog } from '../../api/web/page/static/js/plylog.js';

const [server, ...games] = process.argv.slice(2);
if (games.length === 0) {
  console.error('usage: node watch.mjs SERVER GAME...');
  process.exit(2);
}
// The server sends a heartbeat every 15 seconds.
const plylog = new Plylog(server, { silence: 20_000 });
try {
  for await (const record of plylog.follow(new Map(games.map((game) => [game, 0])))) {
    if ('event' in record) {
      const { game, n, type, data } = record.event;
      console.log(...[game, n, type, data?.move].filter(Boolean));
    } else if ('lost' in record) {
      console.error(`lost: ${record.lost.message}; trying again`);
    }
  }
} catch (err) {
  console.error(`watch: ${err.message}`);
  process.exit(1);
}
