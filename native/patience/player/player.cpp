#include "patience/player/player.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <unordered_set>

namespace winnable {

namespace {

constexpr int kMostMoves = 250;
constexpr int kMostWithout = 50;  // that send no card home, unless whole suits leave at once

constexpr int kLater = 3;  // what a good costs for each move that it lies ahead

// What a player sees in a position. Found by hill climbing for many wins on Microsoft's deals from 200000 on, of
// FreeCell and of Simple Simon; no list of hard or easy deals had a part in it.
struct Likes {
  int home;    // a card that is home
  int column;  // an empty column
  int built;   // a card on one that it builds on
  int held;    // and in a group with it
  int depth;   // a card above one of the four that go home next
  int above;   // a card above one of lower rank
  int cell;    // a cell in use
  int last;    // no cell or column empty but one; twice that if there is none
};
constexpr Likes kSingly{
    .home = 100, .column = 50, .built = 70, .held = 0, .depth = 15, .above = 12, .cell = 15, .last = 120};
constexpr Likes kRuns{
    .home = 100, .column = 40, .built = 10, .held = 90, .depth = 0, .above = 20, .cell = 0, .last = 0};

template <class Engine>
class Player {
 public:
  using State = PatienceState;
  using Move = PatienceMove;

  Player(const Engine& engine, const PlayerSkill& skill, Budget& budget)
      : engine_(engine),
        skill_(skill),
        budget_(budget),
        runs_(engine.rules().leave == Leave::kRuns),
        likes_(runs_ ? kRuns : kSingly) {}

  // False: told to stop before the end.
  bool play(State s, std::uint64_t seed, PlayedGames& out) {
    seed_ = seed;
    seen_.clear();
    settle(s);
    int moves = 0;
    int without = 0;
    const int most = runs_ ? kMostMoves : kMostWithout;
    while (moves < kMostMoves && without < most && !sorted(s)) {
      seen_.insert(s.key.lo);
      const int before = home(s);
      if (!choose(s)) break;
      ++moves;
      without = home(s) > before ? 0 : without + 1;
    }
    if (stopped_) return false;
    ++out.games;
    if (sorted(s)) {
      ++out.wins;
      out.home += kDeck;
      return true;
    }
    out.lost_moves += std::uint64_t(moves);
    out.home += std::uint64_t(home(s) + (runs_ ? joined(s) : 0));
    return true;
  }

 private:
  // Won, or as good as that: no card lies on one of lower rank, so one of the lowest rank left can always go home.
  bool sorted(const State& s) const {
    if (engine_.won(s)) return true;
    if (runs_) return false;
    for (int k = 0; k < engine_.rules().columns; ++k) {
      for (std::uint8_t c = s.top[k]; c < kDeck && s.below[c] < kDeck; c = s.below[c]) {
        if (rank_of(c) > rank_of(Card(s.below[c]))) return false;
      }
    }
    return true;
  }

  static int home(const State& s) { return s.home[0] + s.home[1] + s.home[2] + s.home[3]; }

  // Cards that lie in suit on the next one: where whole suits leave at once, these are as far as most games come.
  int joined(const State& s) const {
    int n = 0;
    for (Card c = 0; c < kDeck; ++c) {
      n += s.below[c] < kDeck && engine_.related(engine_.rules().group_lift, c, Card(s.below[c]));
    }
    return n;
  }

  void settle(State& s) const {
    while (const auto m = engine_.autoplay(s, Autoplay::kSafe)) engine_.apply(s, *m);
  }

  State after(State s, const Move& m) const {
    engine_.apply(s, m);
    settle(s);
    return s;
  }

  // The difference of two dice, thrown by the position: the order of columns and of moves makes no difference.
  int slip(const State& s) const {
    if (skill_.slips == 0) return 0;
    std::uint64_t mixed = s.key.lo ^ seed_;
    const std::uint64_t dice = splitmix64(mixed);
    const std::uint64_t faces = std::uint64_t(skill_.slips);
    return int((dice >> 32) % faces) - int((dice & 0xFFFF'FFFF) % faces);
  }

  // Makes the move that seems best; false if there is none, or at a limit.
  bool choose(State& s) {
    MoveList<Move>& moves = moves_[0];
    engine_.legal_moves(s, moves);
    bool any = false;
    int best = 0;
    State chosen;
    for (const Move& m : moves) {
      const State next = after(s, m);
      if (seen_.contains(next.key.lo)) continue;
      const int value = ahead(next, 1) + slip(next);
      if (stopped_) return false;
      if (any && (value < best || (value == best && next.key.lo > chosen.key.lo))) continue;
      any = true;
      best = value;
      chosen = next;
    }
    if (any) s = chosen;
    return any;
  }

  // The best that is to be seen from here within the moves that are looked ahead.
  int ahead(const State& s, int depth) {
    if (!budget_.spend()) {
      stopped_ = true;
      return 0;
    }
    int best = judge(s);
    if (depth >= skill_.look_ahead || sorted(s)) return best;
    MoveList<Move>& moves = moves_[depth];
    engine_.legal_moves(s, moves);
    for (const Move& m : moves) {
      const State next = after(s, m);
      if (seen_.contains(next.key.lo)) continue;
      best = std::max(best, ahead(next, depth + 1) - kLater);
      if (stopped_) break;
    }
    return best;
  }

  int judge(const State& s) const {
    const int empty_cells = engine_.empty_cells(s);
    const int room = empty_cells + engine_.empty_columns(s);
    int value = -likes_.cell * (engine_.rules().cells - empty_cells);
    if (room < 2) value -= likes_.last * (2 - room);
    value += likes_.home * home(s);
    for (int k = 0; k < engine_.rules().columns; ++k) {
      value += s.top[k] == kNoCard ? likes_.column : judge_column(s, s.top[k]);
    }
    return value;
  }

  int judge_column(const State& s, Card top) const {
    std::array<Card, kDeck> pile;
    int n = 0;
    for (std::uint8_t c = top; c < kDeck; c = s.below[c]) pile[n++] = c;
    int value = 0;
    int lowest = kRanks;
    for (int i = n - 1; i >= 0; --i) {
      const Card c = pile[i];
      if (lowest < rank_of(c)) value -= likes_.above;
      lowest = std::min(lowest, rank_of(c));
      if (rank_of(c) == s.home[suit_of(c)]) value -= likes_.depth * i;
      if (i + 1 == n) continue;
      if (engine_.related(engine_.rules().build, c, pile[i + 1])) value += likes_.built;
      if (engine_.related(engine_.rules().group_lift, c, pile[i + 1])) value += likes_.held;
    }
    return value;
  }

  const Engine& engine_;
  const PlayerSkill skill_;
  Budget& budget_;
  const bool runs_;
  const Likes& likes_;
  std::uint64_t seed_ = 0;
  bool stopped_ = false;
  std::unordered_set<std::uint64_t> seen_;
  std::array<MoveList<Move>, kMostLookAhead> moves_;  // by depth
};

template <class Engine>
PlayedGames play_all(const Engine& engine, const PatienceState& start, const PlayerSkill& skill, std::uint64_t games,
                     std::uint64_t seed, Budget& budget) {
  PlayedGames out;
  Player<Engine> player(engine, skill, budget);
  while (out.games < games) {
    if (budget.poll() && player.play(start, splitmix64(seed), out)) continue;
    out.reason = budget.stop_reason();
    break;
  }
  out.positions = budget.nodes();
  return out;
}

}  // namespace

PlayedGames play_games(const Patience& game, const PatienceState& start, const PlayerSkill& skill, std::uint64_t games,
                       std::uint64_t seed, const Limits& limits, const CancelFlag* cancel) {
  if (skill.look_ahead < 1 || skill.look_ahead > kMostLookAhead) {
    throw std::invalid_argument("a player looks 1 to 4 moves ahead");
  }
  if (skill.slips < 0) throw std::invalid_argument("a player's slips are 0 or more");
  Budget budget(limits, cancel);
  if (game.rules() == kFreecellRules) return play_all(FixedFreecell(), start, skill, games, seed, budget);
  return play_all(game, start, skill, games, seed, budget);
}

}  // namespace winnable
