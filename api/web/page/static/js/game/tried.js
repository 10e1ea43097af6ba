// What somebody tried on a board that is no choice there, as a move: to ask why not.

export class Tried {
  /**
   * The spellings of what was tried, or nothing while it is not yet a move. Where
   * pieces move, a piece that cannot is remembered: where it was to go is chosen next.
   * @param {string} from @param {string} to @param {any[]} choices @param {Map<string, string> | undefined} pieces
   */
  moves(from, to, choices, pieces) {
    if (!from && choices.every((c) => c.steps?.[0]?.from)) {
      const before = this.piece;
      this.piece = pieces?.has(to) ? to : undefined;
      if (this.piece || !before) return undefined;
      from = before;
    }
    return from ? [`${from}-${to}`, `${from}x${to}`] : [to];
  }
}
