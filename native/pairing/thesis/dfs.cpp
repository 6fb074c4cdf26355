#include "pairing/thesis/dfs.hpp"

#include "pairing/text.hpp"
#include "search/node_store.hpp"
#include "search/run.hpp"
#include "search/storage.hpp"

namespace winnable {

namespace {

template <class Obs>
class ThesisDfs {
 public:
  ThesisDfs(const PairingSearch& game, const Pairing& engine, const PairingState& start, const ThesisOptions& options,
            Run<PairingSearch, Obs>& run)
      : game_(game),
        engine_(engine),
        start_(start),
        options_(options),
        run_(run),
        order_(engine, start, options),
        known_(game, run.budget),
        stack_(run.budget),
        path_(run.budget) {}

  ThesisResult search() {
    ThesisResult out;
    static_cast<PairingResult&>(out) = walk();
    out.figures = {nodes_, visited_, visited_ - run_.stats.backtracks, run_.stats.backtracks, out.stats.seconds};
    return out;
  }

 private:
  // A node on the stack. The position is the one right after `move`.
  struct Pending {
    std::uint64_t position = 0;
    PairingMove move;
    std::uint8_t recycles = 0;  // since the last removal
    std::uint32_t depth = 0;    // moves from the start
    std::uint32_t node = 0;
    std::uint32_t parent = kNoNode;
  };
  enum class Step { kOn, kGoal, kStop };

  PairingResult walk() {
    if (!push({game_.pack(start_), {}, 0, 0, 0, kNoNode})) return run_.stopped();
    while (!stack_.empty()) {
      const Pending p = stack_.back();
      stack_.pop_back();
      switch (visit(p)) {
        case Step::kGoal: return solved();
        case Step::kStop: return run_.stopped();
        case Step::kOn: break;
      }
    }
    run_.left_out = !options_.draw_moves;
    return run_.exhausted();
  }

  Step visit(const Pending& p) {
    if (!run_.spend()) return Step::kStop;
    ++visited_;
    run_.deepen(p.depth);
    if (!follow(p)) return Step::kStop;
    PairingState s = game_.unpack(p.position);
    if (game_.won(s)) {
      tell(EventKind::kGoal, p, s);
      return Step::kGoal;
    }
    find_moves(s, p.recycles);
    if (moves_.empty()) {
      backtrack(p, s);
      return Step::kOn;
    }
    if (options_.table) {
      const auto added = known_.add(game_.pack(s), game_.key(s)).added;
      if (added == NodeStore<PairingSearch>::Added::kNoMemory) return Step::kStop;
      if (added == NodeStore<PairingSearch>::Added::kKnown) {
        ++run_.stats.duplicates;
        tell(EventKind::kDuplicate, p, s);
        backtrack(p, s);
        return Step::kOn;
      }
    }
    tell(EventKind::kExpand, p, s);
    return expand(p, s) ? Step::kOn : Step::kStop;
  }

  // The moves of this position, which draws on until there is one.
  void find_moves(PairingState& s, int recycles) {
    for (;;) {
      order_.list(s, may_recycle(recycles), moves_);
      if (!moves_.empty() || options_.draw_moves) return;
      if (engine_.stock_of(s) != 0) {
        engine_.apply(s, kDrawMove);
      } else if (engine_.waste_of(s) != 0 && may_recycle(recycles) && !engine_.why_illegal(s, kRecycleMove)) {
        engine_.apply(s, kRecycleMove);
        ++recycles;
      } else {
        return;
      }
    }
  }
  // Where passes are unlimited, a second recycle without a removal repeats a position of this line.
  bool may_recycle(int recycles) const { return !engine_.unlimited() || recycles == 0; }

  bool expand(const Pending& p, const PairingState& s) {
    for (const PairingMove& m : moves_) {
      const PairingState child = engine_.play_unchecked(s, m);
      const int recycles = is_removal(m) ? 0 : p.recycles + (m == kRecycleMove ? 1 : 0);
      ++run_.stats.generated;
      const Pending next{game_.pack(child), m, std::uint8_t(recycles), p.depth + 1, std::uint32_t(nodes_), p.node};
      if (!push(next)) return false;
      tell(EventKind::kGenerate, next, child);
    }
    return true;
  }

  bool push(const Pending& p) {
    ++nodes_;
    return stack_.push_back(p);
  }

  // Makes path_ the moves to this node.
  bool follow(const Pending& p) {
    if (p.depth == 0) return true;
    while (path_.size() >= p.depth) path_.pop_back();
    if constexpr (Obs::kActive) {
      chosen_.resize(p.depth - 1);
      chosen_.push_back(p);
    }
    return path_.push_back(p.move);
  }

  void backtrack(const Pending& p, const PairingState& s) {
    ++run_.stats.backtracks;
    tell(EventKind::kBacktrack, p, s);
  }

  // The moves of the path with the draws and recycles between them: as few as let each be made.
  PairingResult solved() {
    std::vector<PairingMove> moves;
    PairingState s = start_;
    const auto play = [&](const PairingMove& m) {
      moves.push_back(m);
      engine_.apply(s, m);
    };
    for (std::size_t i = 0; i < path_.size(); ++i) {
      while (engine_.why_illegal(s, path_[i])) play(engine_.stock_of(s) != 0 ? kDrawMove : kRecycleMove);
      play(path_[i]);
    }
    const Units cost = Units(moves.size()) * kUnit;
    return run_.solved(std::move(moves), cost);
  }

  void tell(EventKind kind, const Pending& p, const PairingState& s) {
    if (!run_.observed()) return;
    run_.open = stack_.size();
    run_.event(kind, game_.key(s), p.node, p.parent, p.depth, Units{p.depth} * kUnit, [&](Event& e) {
      go(p);
      // The draws that were made to find a move here.
      while (game_.pack(stops_.back()) != game_.pack(s)) draw();
      way_.tell(e);
      e.move = p.depth == 0 ? "" : format_move(p.move);
    });
  }

  // Makes way_ the way to a node that is visited, or to a child of it.
  void go(const Pending& p) {
    std::size_t shared = 0;
    const auto wanted = [&](std::size_t i) -> const Pending& { return i + 1 < p.depth ? chosen_[i] : p; };
    while (shared < told_.size() && shared < p.depth && told_[shared] == wanted(shared).node) ++shared;
    told_.resize(shared);
    if (stops_.empty()) stops_.push_back(start_);
    way_.cut(shared == 0 ? 0 : step_of_[shared - 1]);
    step_of_.resize(shared);
    stops_.erase(stops_.begin() + std::ptrdiff_t(way_.steps()) + 1, stops_.end());
    for (std::size_t i = shared; i < p.depth; ++i) {
      while (!leads(wanted(i))) draw();
      play(wanted(i).move);
      told_.push_back(wanted(i).node);
      step_of_.push_back(way_.steps());
    }
  }
  bool leads(const Pending& p) const {
    const PairingState& here = stops_.back();
    return !engine_.why_illegal(here, p.move) && game_.pack(engine_.play_unchecked(here, p.move)) == p.position;
  }
  void draw() { play(engine_.stock_of(stops_.back()) != 0 ? kDrawMove : kRecycleMove); }
  void play(const PairingMove& m) {
    way_.add([&](auto& words) { words.push_back(format_move(m)); });
    stops_.push_back(engine_.play_unchecked(stops_.back(), m));
  }

  const PairingSearch& game_;
  const Pairing& engine_;
  const PairingState& start_;
  const ThesisOptions& options_;
  Run<PairingSearch, Obs>& run_;
  ThesisMoves order_;
  NodeStore<PairingSearch> known_;
  ChunkedVector<Pending> stack_;
  ChunkedVector<PairingMove> path_;
  std::vector<PairingMove> moves_;
  // For observers: the visited nodes of the path; and the way that the last event told, its nodes, where each
  // of them ends among its steps, and the positions on it.
  std::vector<Pending> chosen_;
  EventWay way_;
  std::vector<std::uint32_t> told_;
  std::vector<std::size_t> step_of_;
  std::vector<PairingState> stops_;
  std::uint64_t nodes_ = 0;
  std::uint64_t visited_ = 0;
};

template <class Obs>
ThesisResult search_observed(const Pairing& engine, const PairingState& start, const ThesisOptions& options,
                             Budget& budget, Obs& observer) {
  const PairingSearch game(engine, start, PairingHeuristic({}, engine, start));
  const SearchOptions search_options;
  Run<PairingSearch, Obs> run(game, search_options, budget, observer);
  return ThesisDfs<Obs>(game, engine, start, options, run).search();
}

}  // namespace

ThesisResult search_thesis(const Pairing& engine, const PairingState& start, const ThesisOptions& options,
                           Budget& budget, EventBuffer* buffer) {
  if (buffer != nullptr) return search_observed(engine, start, options, budget, *buffer);
  NoObserver nobody;
  return search_observed(engine, start, options, budget, nobody);
}

}  // namespace winnable
