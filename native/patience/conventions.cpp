#include "patience/conventions.hpp"

#include <algorithm>

#include "core/illegal_move.hpp"

namespace winnable {

namespace {

void play(const Patience& game, PatienceState& s, const PatienceMove& m) {
  if (const auto why = game.why_illegal(s, m)) throw IllegalMove(*why);
  game.apply(s, m);
}

// The most cards that so many empty cells and columns let over.
int capacity(std::size_t cells, std::size_t columns) { return int(cells + 1) << columns; }

// With c empty cells, c + 1 cards go directly. With more, the upper ones wait in an empty column, which doubles
// what may go; so (c + 1) * 2^columns.
void add_steps(int count, Pile from, Pile to, std::span<const Pile> cells, std::span<const Pile> columns,
               std::vector<PatienceMove>& out) {
  if (count <= int(cells.size()) + 1) {
    const auto on_the_way = cells.first(std::size_t(count - 1));
    for (const Pile cell : on_the_way) out.push_back({from, cell, 1});
    out.push_back({from, to, 1});
    for (std::size_t i = on_the_way.size(); i-- > 0;) out.push_back({on_the_way[i], to, 1});
    return;
  }
  const Pile waiting = columns.front();
  const auto rest = columns.subspan(1);
  const int upper = std::max(count - capacity(cells.size(), rest.size()), 1);
  add_steps(upper, from, waiting, cells, rest, out);
  add_steps(count - upper, from, to, cells, rest, out);
  add_steps(upper, waiting, to, cells, rest, out);
}

// Adds the single-card moves that do what a legal move does, or the move itself if there are none.
void add_steps_of(const Patience& game, PatienceState s, const PatienceMove& m, std::vector<PatienceMove>& out) {
  std::vector<Pile> cells;
  std::vector<Pile> columns;
  for (int i = 0; i < game.rules().cells; ++i) {
    if (s.cell[i] == kNoCard) cells.push_back(Pile(kFirstCell + i));
  }
  for (int i = 0; i < game.rules().columns; ++i) {
    if (s.top[i] == kNoCard && i != m.to) columns.push_back(Pile(i));
  }
  const std::size_t before = out.size();
  if (m.count <= capacity(cells.size(), columns.size())) add_steps(m.count, m.from, m.to, cells, columns, out);
  for (std::size_t i = before; i < out.size(); ++i) {
    // In some games single cards build, or fill columns, otherwise than groups.
    if (!game.is_legal(s, out[i])) {
      out.resize(before);
      break;
    }
    game.apply(s, out[i]);
  }
  if (out.size() == before) out.push_back(m);
}

// A move by its cards: which go (deepest first), and onto which card, if onto one.
struct Intent {
  Patience::Group cards{};
  std::size_t count = 0;
  Card onto = kNoCard;
  PatienceMove written;
};

Intent intent_of(const Patience& game, const PatienceState& s, const PatienceMove& m) {
  Intent out{{}, m.count, is_column(m.to) ? s.top[m.to] : kNoCard, m};
  if (is_column(m.from)) {
    game.run(s, m.from, out.cards.data());
    std::reverse(out.cards.begin(), out.cards.begin() + m.count);
  } else if (is_cell(m.from)) {
    out.cards[0] = s.cell[m.from - kFirstCell];
  } else {
    const int suit = m.from - kFirstHome;
    out.cards[0] = make_card(s.home[suit] - 1, suit);
  }
  return out;
}

bool at_home(const PatienceState& s, Card c) { return rank_of(c) < s.home[suit_of(c)]; }

// The pile that holds a card which is not home.
Pile pile_of(const Patience& game, const PatienceState& s, Card card) {
  for (int i = 0; i < game.rules().columns; ++i) {
    for (std::uint8_t c = s.top[i]; c < kDeck; c = s.below[c]) {
      if (c == card) return Pile(i);
    }
  }
  const auto cell = std::find(s.cell.begin(), s.cell.end(), card);
  return Pile(kFirstCell + (cell - s.cell.begin()));
}

// The pile where the intended cards may go now: the written one, or another that will do.
std::optional<Pile> target_of(const Patience& game, const PatienceState& s, const Intent& intent) {
  const Pile to = intent.written.to;
  if (is_home(to)) return to;
  if (intent.onto != kNoCard) {
    if (at_home(s, intent.onto)) return std::nullopt;
    return pile_of(game, s, intent.onto);
  }
  const bool cell = is_cell(to);
  const auto empty = [&](int i) { return (cell ? s.cell[i] : s.top[i]) == kNoCard; };
  const int first = cell ? kFirstCell : 0;
  if (empty(to - first)) return to;
  const int piles = cell ? game.rules().cells : game.rules().columns;
  for (int i = 0; i < piles; ++i) {
    if (empty(i)) return Pile(first + i);
  }
  return std::nullopt;
}

// The move of what is left of the intended cards, or nothing if their target is gone.
std::optional<PatienceMove> carry_out(const Patience& game, const PatienceState& s, const Intent& intent) {
  PatienceMove move = intent.written;
  if (!is_home(move.from)) {
    const std::span<const Card> cards(intent.cards.data(), intent.count);
    const auto home = [&](Card c) { return at_home(s, c); };
    move.count = std::uint8_t(intent.count - std::size_t(std::ranges::count_if(cards, home)));
    move.from = pile_of(game, s, *std::ranges::find_if_not(cards, home));
  }
  const auto to = target_of(game, s, intent);
  if (!to) return std::nullopt;
  move.to = *to;
  return move;
}

}  // namespace

std::vector<PatienceMove> carry(int count, Pile from, Pile to, std::span<const Pile> cells,
                                std::span<const Pile> columns) {
  std::vector<PatienceMove> steps;
  if (count >= 1 && count <= capacity(cells.size(), columns.size())) add_steps(count, from, to, cells, columns, steps);
  return steps;
}

std::vector<PatienceMove> single_cards(const Patience& game, const PatienceState& start,
                                       std::span<const PatienceMove> moves) {
  std::vector<PatienceMove> out;
  out.reserve(2 * moves.size());
  PatienceState s = start;
  for (const PatienceMove& m : moves) {
    if (m.count <= 1) {
      play(game, s, m);
      out.push_back(m);
      continue;
    }
    const PatienceState before = s;
    play(game, s, m);
    add_steps_of(game, before, m, out);
  }
  return out;
}

std::optional<PatienceState> play_under(const Patience& game, const PatienceState& start,
                                        std::span<const PatienceMove> moves, Autoplay policy, const MoveMade& made) {
  PatienceState written = start;
  PatienceState actual = start;
  const auto make = [&](const PatienceMove& m, bool automatic) {
    made(actual, m, automatic);
    game.apply(actual, m);
  };
  for (const PatienceMove& m : moves) {
    if (const auto why = game.why_illegal(written, m)) throw IllegalMove(*why);
    if (policy == Autoplay::kNone) {
      make(m, false);
      written = actual;
      continue;
    }
    const Intent intent = intent_of(game, written, m);
    game.apply(written, m);
    const std::span<const Card> cards(intent.cards.data(), intent.count);
    if (!is_home(m.from) && std::ranges::all_of(cards, [&](Card c) { return at_home(actual, c); })) continue;
    const auto step = carry_out(game, actual, intent);
    if (!step || !game.is_legal(actual, *step)) return std::nullopt;
    make(*step, false);
    while (const auto automatic = game.autoplay(actual, policy)) make(*automatic, true);
  }
  return actual;
}

std::optional<std::vector<PatienceMove>> without_autoplay(const Patience& game, const PatienceState& start,
                                                          std::span<const PatienceMove> moves, Autoplay policy) {
  std::vector<PatienceMove> player;
  const auto end = play_under(game, start, moves, policy, [&](const auto&, const PatienceMove& m, bool automatic) {
    if (!automatic) player.push_back(m);
  });
  if (!end) return std::nullopt;
  return player;
}

}  // namespace winnable
