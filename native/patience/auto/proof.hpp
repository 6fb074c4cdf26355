// The complete phase: depth-first search of every position that matters.
//
// Three things are left out, none of which can hide a solution.
//
// 1. Safe home moves are made at once (Engine::safe_home: Horne; Raymond). A card that no
//    other card will ever need as a place to lie on is never missed, so a shortest win from
//    before its home move gives one no longer from after it. Where the rules make that doubtful
//    (cards that come back, groups that need company) safe_home itself holds the card back.
//
// 2. A card in a cell that fits on a column's last card is put there at once ("normal form").
//    Write A >= s if positions A and s differ only in that some cards that are in cells in s
//    lie, in A, on cards that they build on. Take A >= s and the first single move s -> s1 of a
//    shortest win from s. Then A reaches a position A1 >= s1 by one of the moves that `moves`
//    generates, or A >= s1 already:
//      - s puts a card into a cell from a card that it builds on: A >= s1 as it is;
//      - s puts a card from a cell where A has it already: A >= s1 as it is;
//      - else the card moved, and the card it moves onto, are last in their columns in s, so in
//        A only cards that are in cells in s cover them. A first takes those covers to cells.
//        There is room: A uses no cell for a card that s keeps elsewhere. Then it makes s's move.
//    Putting more cards from cells onto columns keeps A1 >= s1. So by induction on the length
//    of the shortest win, searching only normal forms, with moves that first dig out the card
//    moved and its target, finds a win if there is one. Where only single cards move, or as
//    many as single-card moves could carry, single moves are all that is needed; where groups
//    move as one, they are dug out and moved in the same way (A has at least as many free cells
//    as s, so a limit that s kept is kept). A complete run that leaves by itself breaks the
//    relation, so games with such runs are searched move by move.
//
// 3. Positions that differ only in the order of columns or of cells are one.
//
// Under Autoplay::kMax, where every card that can go home does at once, after each move, all this
// holds with "safe home move" replaced by "home move". Let s be a position in which no card can
// go home. To put a card from a cell onto one that it builds on sends nothing home, and to take it
// back neither: what that uncovers could not go home before. So s and its normal form N can be
// reached from each other. A move s -> s1 and all home moves after it are made from N as in 2; the
// digging sends nothing home, for the cards dug out, and those uncovered, are in cells and last
// in their columns in s. Cards that leave with s1 may be left behind, covered by cards that are in
// cells in s1: these are dug out, too, and a home move out of a run, with the digging before it, is
// among `moves`. So by induction, on the length of the win and then on the cards left behind, the
// normal forms suffice. Two things differ. A group is no abbreviation any more, for its cards
// could go home on the way: every group is moved as one. And the start may be a position in which
// cards can go home; its moves are those of the engine.
//
// Every position is expanded once; positions are told apart by their exact codes.
//
// A fourth thing can be left open on top: which of two twins is which (twins.hpp). Then an end without a win is a
// proof still, but a win must be replayed before it is believed (refine.hpp does).
#pragma once

#include <vector>

#include "core/limits.hpp"
#include "patience/auto/code.hpp"
#include "patience/auto/tables.hpp"
#include "patience/auto/twins.hpp"

namespace winnable::auto_solver {

template <class Engine, int kWords>
class Proof {
 public:
  using State = PatienceState;
  using Move = PatienceMove;

  // `policy`: kSafe or kMax, the home moves that are made at once.
  Proof(const Engine& engine, const RuleTables& tables, Autoplay policy)
      : engine_(engine), tables_(tables), policy_(policy) {
    const PatienceRules& r = engine_.rules();
    placing_ = r.leave == Leave::kSingly;
    forced_ = policy == Autoplay::kMax && placing_;
    groups_ = r.group_size == GroupSize::kUnlimited || (forced_ && r.group_size != GroupSize::kOne);
    if (r.group_size == GroupSize::kLimited) {
      for (Card c = 0; c < kDeck; ++c) {
        if (((tables_.lift[c] | tables_.group[c]) & ~tables_.single[c]) != 0) groups_ = true;
      }
    }
  }

  // False: codes of kWords words are too short for positions from here. `blind`: cards that are not told from their
  // twins, each with its twin, out of Twins::all().
  bool prepare(const State& start, std::uint64_t blind = 0) {
    root_ = start;
    root_moves_.clear();
    twins_.reset(root_, engine_.rules(), tables_, 0);
    raw_root_ = forced_ && engine_.autoplay(root_, policy_).has_value();
    if (!raw_root_) normalise(root_, &root_moves_);
    twins_.reset(root_, engine_.rules(), tables_, blind);
    // Forced home moves take an ace home as soon as it can move.
    return coder_.reset(root_, engine_.rules(), tables_, placing_ && (forced_ || !tables_.company_helps));
  }
  // kNothing: no solution exists. kNodes: `most` positions (0: any number) were not enough; called
  // again, it goes on from there.
  Found search(Budget& budget, std::uint64_t most, Stats& stats);
  // After kGoal: every single engine move from the start on, home moves by the names that twins had in the search.
  std::vector<Move> path() const;
  // Positions met.
  std::uint64_t size() const { return known_.size(); }
  // Gives all memory back.
  void clear(Budget& budget);

 private:
  // Dig `dig_from` cards off the source column and `dig_to` off the target, then move.
  struct Step {
    Move move;
    std::uint8_t dig_from = 0;
    std::uint8_t dig_to = 0;
  };
  struct Frame {
    State state;
    Code<kWords> code;
    std::uint32_t first = 0;  // of this position's steps in steps_
    std::uint32_t next = 0;   // the step to try next
  };
  // What lies at the ends of the columns.
  struct View {
    std::array<std::array<Card, kDeck>, kMaxColumns> run;  // by column, last card first, each on a card it builds on
    std::array<std::uint8_t, kMaxColumns> length;
    std::array<std::uint8_t, kDeck> depth;  // of a card within its column's run
    std::array<std::uint8_t, kDeck> column;
    std::uint64_t reach = 0;  // all cards in those runs
    int free_cells = 0;
    int empty_columns = 0;
    Pile empty_column = 0;
    Pile empty_cell = 0;
  };

  // False: the digging sends cards home, so that the move is another one.
  bool step(State& s, const Step& st, std::vector<Move>* record) const;
  void normalise(State& s, std::vector<Move>* record) const;
  bool place_one(State& s, std::vector<Move>* record) const;
  bool home_one(State& s, std::vector<Move>* record) const;
  void make(State& s, const Move& m, std::vector<Move>* record) const {
    if (record != nullptr) record->push_back(m);
    engine_.apply(s, m);
  }
  View look(const State& s) const;
  void moves(const State& s);
  void moves_of_raw_root();
  bool home_under_both_names(const State& s, std::uint64_t open);
  void add_home(const State& s, Pile from, Card c, int dig_from, std::uint64_t open);
  void from_column(const State& s, const View& v, int k, int i);
  void group_from_column(const State& s, const View& v, int k, int i);
  void to_columns(const View& v, Pile from, Card c, int dig_from, bool fill);
  void add(Pile from, Pile to, int count, int dig_from, int dig_to) {
    steps_.push_back({{from, to, std::uint8_t(count)}, std::uint8_t(dig_from), std::uint8_t(dig_to)});
  }
  bool push(const State& s, const Code<kWords>& code, Budget& budget);

  const Engine& engine_;
  const RuleTables& tables_;
  Autoplay policy_;
  bool placing_ = false;
  bool forced_ = false;    // home moves are made at once, whether or not they are safe
  bool raw_root_ = false;  // the start is not normalised, since it has home moves that are not forced yet
  bool groups_ = false;
  Twins twins_;
  Coder<kWords> coder_;
  CodeSet<kWords> known_;
  State root_;
  std::vector<Move> root_moves_;
  std::vector<Frame> stack_;
  std::vector<Step> steps_;
};

}  // namespace winnable::auto_solver

#include "patience/auto/proof_impl.hpp"
