#include "patience/text.hpp"

#include <cctype>
#include <charconv>

namespace winnable {

namespace {

constexpr std::string_view kColumnLetters = "1234567890xyz";
constexpr std::string_view kDealText = "deal";

char pile_letter(Pile p) {
  if (is_column(p)) return kColumnLetters[p];
  if (is_cell(p)) return kCellLetters[p - kFirstCell];
  return 'h';
}

// A pile by its letter, home left as kFirstHome for the caller to choose the suit.
std::optional<Pile> parse_pile(char letter) {
  const char low = char(std::tolower(static_cast<unsigned char>(letter)));
  if (low == 'h') return kFirstHome;
  if (const auto at = kColumnLetters.find(low); at != std::string_view::npos) return Pile(at);
  if (const auto at = kCellLetters.find(low); at != std::string_view::npos) return Pile(kFirstCell + at);
  return std::nullopt;
}

// The most cards that may go from one column to another, 0 if none may.
template <class Engine>
std::uint8_t longest_group(const Engine& game, const typename Engine::State& s, Pile from, Pile to) {
  typename Engine::Group group{};
  for (int n = game.run(s, from, group.data()); n > 0; --n) {
    if (game.is_legal(s, {from, to, std::uint8_t(n)})) return std::uint8_t(n);
  }
  return 0;
}

// One hexadecimal digit up to a full run; more cards, which only heaps have, in decimal.
std::string format_count(int count) {
  return count <= kRanks ? std::string(1, "0123456789abcdef"[count]) : std::to_string(count);
}

std::optional<std::uint8_t> parse_count(std::string_view text, int most) {
  const bool digit = text.size() == 1;
  if (text.starts_with('0')) return std::nullopt;
  unsigned count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count, digit ? 16 : 10);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (count == 0 || count > unsigned(most) || digit != (count <= kRanks)) return std::nullopt;
  return std::uint8_t(count);
}

// Why no group may go between two columns: the reason of the count that comes nearest.
template <class Engine>
std::string why_no_group(const Engine& game, const typename Engine::State& s, Pile from, Pile to) {
  const Card top = s.top[from];
  const Card target = s.top[to];
  int n = 1;
  if (top != kNoCard && target != kNoCard) n = rank_of(target) - rank_of(top);
  typename Engine::Group group{};
  if (n < 1 || n > game.run(s, from, group.data())) n = 1;
  return game.why_illegal(s, {from, to, std::uint8_t(n)}).value_or("no group may go there");
}

template <class Engine>
std::string format(const Engine& game, const typename Engine::State& state, const PatienceMove& move) {
  const bool columns = is_column(move.from) && is_column(move.to);
  return format_move(move, columns ? longest_group(game, state, move.from, move.to) : 0);
}

template <class Engine>
PatienceMove parse(const Engine& game, const typename Engine::State& s, std::string_view text) {
  const auto malformed = [&](const std::string& what) {
    return std::invalid_argument("'" + std::string(text) + "' is not a move: " + what);
  };
  const auto illegal = [&](const std::string& why) { return IllegalMove(std::string(text) + ": " + why); };
  if constexpr (Engine::kClosed) {
    if (text == kDealText) {
      if (const auto why = game.why_no_row(s)) throw illegal(*why);
      return kDealRow;
    }
    if (text.size() != 2 && (text.size() < 4 || text.size() > 6)) {  // 26, 26v2, 26v14 to 26v104
      throw malformed(game.takes_runs_off()
                          ? "expected two columns such as 26, 26v2 for two cards, 2h for a complete run, or deal"
                          : "expected two columns such as 26, 26v2 for two cards, or deal");
    }
  } else if (text.size() != 2 && text.size() != 4) {
    throw malformed("expected two piles such as 26, 3a or 4h, or 26v2 for two cards");
  }
  PatienceMove m;
  const auto suit = kSuitLetters.find(text[0]);
  const bool back = game.rules().foundation_return && suit != std::string_view::npos;
  const auto from = parse_pile(text[0]);
  const auto to = parse_pile(text[1]);
  if (!from && !back) throw malformed("no pile is called '" + std::string(1, text[0]) + "'");
  if (!to) throw malformed("no pile is called '" + std::string(1, text[1]) + "'");
  m.from = back ? Pile(kFirstHome + suit) : *from;
  m.to = *to;
  if (is_home(m.from) && !back) {
    if (!game.rules().foundation_return) {
      throw illegal("cards do not come back from the foundations in this game");
    }
    throw malformed("name the foundation by its suit: C, D, H or S");
  }
  const bool columns = is_column(m.from) && is_column(m.to);
  if (text.size() > 2) {
    const int most = game.rules().group_size == GroupSize::kHeap ? int(typename Engine::Group().size()) : kRanks;
    const auto count = parse_count(text.substr(3), most);
    if (std::tolower(static_cast<unsigned char>(text[2])) != 'v' || !count) {
      throw malformed(std::string("a count is v1 to v9, va, vb, vc or vd") +
                      (most > kRanks ? ", then v14 and on" : ""));
    }
    m.count = *count;
  } else if (columns && m.from < game.rules().columns && m.to < game.rules().columns && m.from != m.to) {
    m.count = longest_group(game, s, m.from, m.to);
    if (m.count == 0) throw illegal(why_no_group(game, s, m.from, m.to));
  }
  if (is_home(m.to)) {
    Card c = kNoCard;
    if (is_column(m.from) && m.from < game.rules().columns) c = s.top[m.from];
    if (is_cell(m.from) && m.from - kFirstCell < game.rules().cells) c = s.cell[m.from - kFirstCell];
    if (c != kNoCard) m.to = Pile(kFirstHome + suit_of(game.printed(c)));
    if (game.takes_runs_off() && text.size() == 2) m.count = kRanks;
  }
  if (const auto why = game.why_illegal(s, m)) throw illegal(*why);
  return m;
}

}  // namespace

std::string format_move(const PatienceMove& move, int longest) {
  if (move.from == kStock) return std::string(kDealText);
  std::string text;
  text += is_home(move.from) ? kSuitLetters[move.from - kFirstHome] : pile_letter(move.from);
  text += pile_letter(move.to);
  if (is_column(move.from) && is_column(move.to) && move.count != longest) text += 'v' + format_count(move.count);
  return text;
}

std::string format_move(const Patience& game, const PatienceState& state, const PatienceMove& move) {
  return format(game, state, move);
}

std::string format_move(const Spider& game, const SpiderState& state, const PatienceMove& move) {
  return format(game, state, move);
}

PatienceMove parse_move(const Patience& game, const PatienceState& state, std::string_view text) {
  return parse(game, state, text);
}

PatienceMove parse_move(const Spider& game, const SpiderState& state, std::string_view text) {
  return parse(game, state, text);
}

}  // namespace winnable
