// The most that can be made of a position of a pairing game.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/limits.hpp"
#include "pairing/model.hpp"
#include "pairing/score/value.hpp"
#include "search/storage.hpp"

namespace winnable {

// Positions by number, found again by what is left: of each only the earliest time at which it was
// met, since whatever can be done later can be done from there. With one card drawn at a time the
// time is the pass and the stock's top; else the top decides what comes to light, and only the
// pass is time.
class ScoreStore {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  struct Position {
    std::uint64_t key = 0;         // its cards, and the top where it is not time
    std::uint32_t parent = kNone;  // from which the earliest way comes
    std::int16_t upper = 0;        // nothing from here is worth more
    std::uint8_t top = 0;
    std::uint8_t pass : 7 = 0;
    bool closed : 1 = false;  // expanded at this time
  };

  explicit ScoreStore(Budget& budget) : budget_(budget), positions_(budget) {}
  ~ScoreStore() { budget_.release(table_.size() * sizeof(std::uint32_t)); }
  ScoreStore(const ScoreStore&) = delete;
  ScoreStore& operator=(const ScoreStore&) = delete;

  // The number of the position with this key, made if it is new; kNone if memory is out.
  std::uint32_t find_or_add(std::uint64_t key, bool& added);
  Position& operator[](std::uint32_t i) { return positions_[i]; }
  const Position& operator[](std::uint32_t i) const { return positions_[i]; }

 private:
  bool grow();
  std::size_t place(std::uint64_t key) const;

  Budget& budget_;
  ChunkedVector<Position> positions_;
  std::vector<std::uint32_t> table_;
};

// Numbers by level, the latest first.
class LevelQueue {
 public:
  explicit LevelQueue(Budget& budget) : budget_(budget) {}
  ~LevelQueue() { budget_.release(bytes_); }
  LevelQueue(const LevelQueue&) = delete;
  LevelQueue& operator=(const LevelQueue&) = delete;

  // False: out of memory. Levels count from 0.
  bool push(int level, std::uint32_t number);
  int highest();        // -1: empty
  std::uint32_t pop();  // of the highest level; not empty

 private:
  bool claim(std::uint64_t bytes);

  Budget& budget_;
  std::uint64_t bytes_ = 0;
  std::vector<std::vector<std::uint32_t>> levels_;
  int top_ = -1;
};

// The removal that ends a game, made in this pass when so many of the stock's easy kings have not come by.
struct LastRemoval {
  CardMask cards = 0;
  int pass = 0;
  int waiting = 0;
};

// A*, the position with the highest upper bound first (Hart, Nilsson and Raphael, 1968), of these
// the latest: where all can be had, that goes straight for it; where not, only positions from which
// more seemed possible than there is are ever expanded, and their number is the proof.
class ScoreSearch {
 public:
  ScoreSearch(const PairingModel& model, const EasyKings& kings, const PairingValue& value, Budget& budget);

  // Until the most is known, or `target` is reached; what cannot come to more than `floor` is left
  // out. False: a limit was met.
  bool run(int floor, int target);

  int best() const { return best_; }
  // No line of play is worth more; under run()'s floor it may be that floor.
  int upper() const { return upper_; }
  // The bound of the start, before any search.
  int start_upper() const { return start_upper_; }
  // The pairs, and kings that are no easy ones, that lead to the best position, or to the one before the last
  // removal where that ends the game.
  std::vector<CardMask> removals() const;
  const std::optional<LastRemoval>& last() const { return last_; }
  void count(Stats& stats) const;

 private:
  PairingNode first_node() const;
  PairingNode node_of(const ScoreStore::Position& p) const;
  std::uint64_t key_of(const PairingNode& n) const;
  bool earlier(const PairingNode& n, const ScoreStore::Position& p) const;
  bool add(PairingNode n, std::uint32_t parent);
  bool expand(std::uint32_t number);
  void end_game(const PairingNode& n, const PairingNode& next, const PairingEdge& edge, std::uint32_t number);
  int bar() const { return best_ > floor_ ? best_ : floor_; }

  const PairingModel& model_;
  const EasyKings& kings_;
  const PairingValue& value_;
  Budget& budget_;
  ScoreStore store_;
  LevelQueue open_;
  std::vector<PairingEdge> edges_;
  int best_;
  int floor_;
  int upper_;
  int start_upper_;
  int lowest_ = 0;  // the upper bound at level 0 of the queue
  std::uint32_t best_number_ = ScoreStore::kNone;
  std::optional<LastRemoval> last_;  // that follows it and ends the game
  std::uint64_t generated_ = 0;
  std::uint64_t duplicates_ = 0;
};

// The moves of the game that lead to what the search found best, with draws and recycles, until they are worth
// `reached`; no longer than that. Throws std::logic_error if they never are.
std::vector<PairingMove> play_out(const PairingModel& model, const EasyKings& kings, const PairingValue& value,
                                  const ScoreSearch& search, int reached);

}  // namespace winnable
