#include "undead/search.hpp"

namespace winnable {

namespace {

constexpr int kBits = 2;  // of a cell
constexpr int kCellsInWord = 64 / kBits;

}  // namespace

void UndeadSearch::legal_moves(const State& s, MoveList<Move>& out) const {
  out.clear();
  const UndeadOutlook outlook = look_ahead(s);
  if (outlook.dead || outlook.cell < 0) return;
  for (const Monster m : kMonsters) {
    if ((outlook.candidates & only(m)) != 0) out.push_back(Undead::move_to(*s.position.board, outlook.cell, m));
  }
}

UndeadSearch::State UndeadSearch::play_unchecked(const State& s, const Move& m) const {
  State next = s;
  engine_.apply(next.position, m);
  next.tally.fill(*next.position.board, Undead::cell_at(next.position, m), m.monster);
  return next;
}

UndeadSearch::Packed UndeadSearch::pack(const State& s) const {
  const Monsters& monsters = s.position.monsters;
  Packed out((monsters.size() + kCellsInWord - 1) / kCellsInWord);
  for (std::size_t c = 0; c < monsters.size(); ++c) {
    out[c / kCellsInWord] |= static_cast<std::uint64_t>(monsters[c]) << (kBits * (c % kCellsInWord));
  }
  return out;
}

UndeadSearch::State UndeadSearch::unpack(const Packed& p) const {
  UndeadState s = start_;
  for (std::size_t c = 0; c < s.monsters.size(); ++c) {
    s.monsters[c] = static_cast<Monster>(p[c / kCellsInWord] >> (kBits * (c % kCellsInWord)) & 3);
  }
  UndeadTally tally(s);
  return {std::move(s), std::move(tally)};
}

UndeadResult search_undead(const UndeadState& start, Algorithm algorithm, SearchOptions options,
                           const std::vector<WeightedUndeadFeature>& heuristic, Budget& budget, EventBuffer* buffer) {
  UndeadHeuristic h(heuristic);
  options.admissible = h.admissible();
  const UndeadSearch game(start, std::move(h));
  MaybeObserver observer{buffer};
  return search(game, game.start(), algorithm, options, budget, observer);
}

}  // namespace winnable
